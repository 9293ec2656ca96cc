/* Thesis Figure 3.8 (Example 3.4.1): like crossing_messages.scm, but p may also read first.
   Channels: 0 p->q, 1 q->p.
   Eager: whatever configuration the crossing leads to, some synchronous run of the other branch
   of p leads there as well. Not RSC all the same, because executions are compared and not the
   configurations in which they end. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm eager_not_rsc :

nb_channels = 2 ;
parameters :
int query ;
int notice ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! query ;
to 2 : when true , 1 ? notice ;
state 1 :
to 3 : when true , 1 ? notice ;
state 2 :
to 3 : when true , 0 ! query ;
state 3 :

automaton q :
initial : 0
state 0 :
to 1 : when true , 1 ! notice ;
state 1 :
to 2 : when true , 0 ? query ;
state 2 :

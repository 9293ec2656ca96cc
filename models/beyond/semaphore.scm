/* A keeper lays out two permits and then lets three workers in; whoever holds a permit works, and
   puts it back.
   Channels: 0 the permits, 1 the door; both bags.
   A worker may pass the door before it takes a permit that was laid out earlier: not RSC. Finite.
   Bad states: 1 all three work: never, since the permits in the bag and in the hands of workers are
   at most two. 2 two of them work: this happens. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = violated, unspecified-reception = holds
//# expect: progress = holds, orphan-message = holds, reception-deadlock = holds
//# expect: deadlock = holds
scm semaphore :

nb_channels = 2 ;
//# bag_buffers = 0, 1
parameters :
int permit ;
int open ;

automaton keeper :
initial : 0
state 0 :
to 1 : when true , 0 ! permit ;
state 1 :
to 2 : when true , 0 ! permit ;
state 2 :
to 3 : when true , 1 ! open ;
state 3 :
to 4 : when true , 1 ! open ;
state 4 :
to 5 : when true , 1 ! open ;
state 5 :

automaton ann :
initial : 0
state 0 :
to 1 : when true , 1 ? open ;
state 1 :
to 2 : when true , 0 ? permit ;
state 2 :
to 1 : when true , 0 ! permit ;

automaton bob :
initial : 0
state 0 :
to 1 : when true , 1 ? open ;
state 1 :
to 2 : when true , 0 ? permit ;
state 2 :
to 1 : when true , 0 ! permit ;

automaton cem :
initial : 0
state 0 :
to 1 : when true , 1 ? open ;
state 1 :
to 2 : when true , 0 ? permit ;
state 2 :
to 1 : when true , 0 ! permit ;

bad_states :
(automaton ann : in 2 : true automaton bob : in 2 : true automaton cem : in 2 : true)
(automaton ann : in 2 : true automaton bob : in 2 : true)

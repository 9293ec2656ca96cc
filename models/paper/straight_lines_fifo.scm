/* Thesis Figure 3.7 as a system with FIFO mailboxes: r writes to p, then to q; p writes to q and
   only then reads; q reads nothing but the message of r (left_over, first, second: v1, v2, v3).
   Mailboxes: 0 into q, 1 into p.
   No two arrows cross in the chart, but p and r share a queue: second is received only if it was
   sent before left_over, so first must wait. The queue, not a crossing, is what breaks RSC. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = holds
//# expect: unspecified-reception = violated, progress = violated, orphan-message = violated
//# expect: reception-deadlock = holds, deadlock = violated, stuck(q) = violated
//# expect: unreceived(left_over) = violated
scm straight_lines_fifo :

nb_channels = 2 ;
parameters :
int left_over ;
int first ;
int second ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! left_over ;
state 1 :
to 2 : when true , 1 ? first ;
state 2 :

automaton q :
initial : 0
state 0 :
to 1 : when true , 0 ? second ;
state 1 :

automaton r :
initial : 0
state 0 :
to 1 : when true , 1 ! first ;
state 1 :
to 2 : when true , 0 ! second ;
state 2 :

/* Thesis Figure 3.7 once more, now with bag mailboxes: the automata of straight_lines_fifo.scm.
   Mailboxes: 0 into q, 1 into p, both bags.
   A bag imposes no order between left_over and second, so the reason that broke RSC is gone.
   With several senders on a channel, RSC with bags says nothing about RSC with FIFO. */
//# expect: rsc = holds, rsc[fifo] = violated, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = violated
//# expect: reception-deadlock = holds, deadlock = violated, unreceived(left_over) = violated
scm straight_lines_bag :

nb_channels = 2 ;
//# bag_buffers = 0, 1
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

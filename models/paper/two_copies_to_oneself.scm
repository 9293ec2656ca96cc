/* Thesis, last paragraph of section 3.4: one participant drops two equal messages into its own bag
   and then takes one back.
   Channel: 0 p->p, a bag.
   Taking back the second copy would be synchronous. Under the rule that the oldest copy leaves first,
   the second send stands between the two halves of the first message, so the system is not RSC. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = violated
//# expect: reception-deadlock = holds, deadlock = violated, unreceived(token) = violated
scm two_copies_to_oneself :

nb_channels = 1 ;
//# bag_buffers = 0
parameters :
int token ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! token ;
state 1 :
to 2 : when true , 0 ! token ;
state 2 :
to 3 : when true , 0 ? token ;
state 3 :

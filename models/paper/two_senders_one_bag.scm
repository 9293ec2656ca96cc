/* Thesis Example 2.5.1: two participants put equal messages into one bag, a third takes one.
   Channel: 0 p,q->r, a bag.
   Which of the two copies r got cannot be seen from the execution; the convention is that equal
   messages leave a bag in the order in which they came. With that the system is RSC. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = violated
//# expect: reception-deadlock = holds, deadlock = violated, unreceived(coin) = violated
scm two_senders_one_bag :

nb_channels = 1 ;
//# bag_buffers = 0
parameters :
int coin ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! coin ;
state 1 :

automaton q :
initial : 0
state 0 :
to 1 : when true , 0 ! coin ;
state 1 :

automaton r :
initial : 0
state 0 :
to 1 : when true , 0 ? coin ;
state 1 :

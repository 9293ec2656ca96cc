/* A machine takes a coin and gives a drink, unless it has run out of them, which is an internal step.
   Channels: 0 customer->machine, 1 machine->customer.
   No progress: the machine has ended and the customer waits. It is no reception deadlock, since
   only one of the two waits. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = violated, orphan-message = holds
//# expect: reception-deadlock = holds, stuck(customer) = violated
scm vending_machine :

nb_channels = 2 ;
parameters :
int coin ;
int drink ;

automaton customer :
initial : 0
state 0 :
to 1 : when true , 0 ! coin ;
state 1 :
to 2 : when true , 1 ? drink ;
state 2 :

automaton machine :
initial : 0
state 0 :
to 1 : when true , 0 ? coin ;
state 1 :
to 2 : when true , 1 ! drink ;
to 2 : when true ;
state 2 :

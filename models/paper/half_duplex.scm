/* A manager dictates words to a clerk, who notes them after `over`, or asks for all of them again.
   Channels: 0 manager->clerk, 1 clerk->manager.
   Infinite, as words pile up. The clerk answers after it has read everything, and the manager
   goes on after it has read the answer: binary half-duplex, and so RSC. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds, half-duplex[binary] = holds
//# expect: half-duplex[restricted] = holds, half-duplex[natural] = holds
//# expect: half-duplex[multiparty] = holds, topology = violated
scm half_duplex :

nb_channels = 2 ;
parameters :
int word ;
int over ;
int again ;
int noted ;

automaton manager :
initial : 0
state 0 :
to 0 : when true , 0 ! word ;
to 1 : when true , 0 ! over ;
state 1 :
to 0 : when true , 1 ? again ;
to 2 : when true , 1 ? noted ;
state 2 :

automaton clerk :
initial : 0
state 0 :
to 0 : when true , 0 ? word ;
to 1 : when true , 0 ? over ;
state 1 :
to 0 : when true , 1 ! again ;
to 2 : when true , 1 ! noted ;
state 2 :

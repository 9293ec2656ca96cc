/* Thesis Definition 5.1.3 with mailboxes that have several writers: two customers ask a clerk, who serves
   one after the other. Mailboxes: 0 into the clerk, 1 into the first customer, 2 into the second.
   Multiparty half-duplex, and so RSC (Theorem 5.2.1): the clerk may answer while the other
   question waits in its mailbox, but that question can as well be asked after the answer. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
//# expect: half-duplex[multiparty] = holds
scm mailbox_half_duplex :

nb_channels = 3 ;
parameters :
int first ;
int second ;
int answer ;

automaton customer :
initial : 0
state 0 :
to 1 : when true , 0 ! first ;
state 1 :
to 0 : when true , 1 ? answer ;

automaton visitor :
initial : 0
state 0 :
to 1 : when true , 0 ! second ;
state 1 :
to 0 : when true , 2 ? answer ;

automaton clerk :
initial : 0
state 0 :
to 1 : when true , 0 ? first ;
to 2 : when true , 0 ? second ;
state 1 :
to 0 : when true , 1 ! answer ;
state 2 :
to 0 : when true , 2 ! answer ;

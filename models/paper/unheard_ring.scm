/* Figure 5.4 of the thesis in a ring of three: all send, and then wait for something else than what they get.
   Channels: 0 p->q, 1 q->r, 2 r->p. The message `other`, never sent, makes each channel an input.
   RSC, as nothing is ever received, and natural half-duplex, as no two participants send to each
   other. Not multiparty half-duplex: whoever is the last to send has a message in its input queue. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = violated, progress = violated, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = violated, unreceived(token) = violated
//# expect: stuck(p) = violated, stuck(q) = violated, stuck(r) = violated
//# expect: half-duplex[restricted] = violated, half-duplex[natural] = holds
//# expect: half-duplex[multiparty] = violated, topology = violated
scm unheard_ring :

nb_channels = 3 ;
parameters :
int token ;
int other ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! token ;
state 1 :
to 2 : when true , 2 ? other ;
state 2 :

automaton q :
initial : 0
state 0 :
to 1 : when true , 1 ! token ;
state 1 :
to 2 : when true , 0 ? other ;
state 2 :

automaton r :
initial : 0
state 0 :
to 1 : when true , 2 ! token ;
state 1 :
to 2 : when true , 1 ? other ;
state 2 :

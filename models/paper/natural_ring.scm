/* Thesis Definition 5.1.1, and nothing more: in a ring of three all send before they receive.
   Channels: 0 p->q, 1 q->r, 2 r->p.
   Natural half-duplex, since no two participants send to each other. Not RSC, and not multiparty
   half-duplex: whoever is the last to send already has a message in its input queue. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
//# expect: half-duplex[restricted] = violated, half-duplex[natural] = holds
//# expect: half-duplex[multiparty] = violated, topology = violated
scm natural_ring :

nb_channels = 3 ;
parameters :
int token ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! token ;
state 1 :
to 2 : when true , 2 ? token ;
state 2 :

automaton q :
initial : 0
state 0 :
to 1 : when true , 1 ! token ;
state 1 :
to 2 : when true , 0 ? token ;
state 2 :

automaton r :
initial : 0
state 0 :
to 1 : when true , 2 ! token ;
state 1 :
to 2 : when true , 1 ? token ;
state 2 :

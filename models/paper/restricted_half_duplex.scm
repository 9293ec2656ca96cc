/* Thesis Definition 5.1.2 with three participants: a token goes round, each passes it on after it got it.
   Channels: 0 p->q, 1 q->r, 2 r->p.
   Restricted half-duplex: at most one channel is not empty at any time, and so RSC. The topology is a
   cycle: that a topology is none of Lemma 5.1.1 does not mean that the system is not half-duplex. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
//# expect: half-duplex[restricted] = holds, half-duplex[natural] = holds
//# expect: half-duplex[multiparty] = holds, topology = violated, synchronisable = holds
scm restricted_half_duplex :

nb_channels = 3 ;
parameters :
int token ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! token ;
state 1 :
to 0 : when true , 2 ? token ;

automaton q :
initial : 0
state 0 :
to 1 : when true , 0 ? token ;
state 1 :
to 0 : when true , 1 ! token ;

automaton r :
initial : 0
state 0 :
to 1 : when true , 1 ? token ;
state 1 :
to 0 : when true , 2 ! token ;

/* Lemma 5.1.1 of the thesis needs its second condition: q receives from p and from r, and sends to s.
   Channels: 0 p->q, 1 p->r, 2 r->q, 3 q->s.
   No cycle of channels, yet not multiparty half-duplex and not RSC: the letter of p is on its way
   before r is told to send q the order, and q reads it only after it has sent the goods. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
//# expect: half-duplex[restricted] = violated, half-duplex[natural] = holds
//# expect: half-duplex[multiparty] = violated, topology = violated
scm junction :

nb_channels = 4 ;
parameters :
int letter ;
int go ;
int order ;
int goods ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! letter ;
state 1 :
to 2 : when true , 1 ! go ;
state 2 :

automaton q :
initial : 0
state 0 :
to 1 : when true , 2 ? order ;
state 1 :
to 2 : when true , 3 ! goods ;
state 2 :
to 3 : when true , 0 ? letter ;
state 3 :

automaton r :
initial : 0
state 0 :
to 1 : when true , 1 ? go ;
state 1 :
to 2 : when true , 2 ! order ;
state 2 :

automaton s :
initial : 0
state 0 :
to 1 : when true , 3 ? goods ;
state 1 :

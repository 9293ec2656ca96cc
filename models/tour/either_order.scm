/* Two parties exchange an offer and a bid, each in whatever order; then the seller reports without end.
   Channels: 0 seller->buyer, 1 buyer->seller, 2 seller->clerk.
   Not RSC, since offer and bid can cross, and the reports make the configurations infinitely many.
   An invariant over what the channels hold shows that the bad state, a seller who reports before
   anybody has bid, is not reached, and that the first four safety properties hold. The system is
   eager, too: where the crossing leads, the run in which the seller reads the bid first leads as
   well, so --assume-eager would be right. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, unspecified-reception = holds, progress = holds
//# expect: orphan-message = holds, reception-deadlock = holds
scm either_order :

nb_channels = 3 ;
parameters :
int offer ;
int bid ;
int report ;

automaton seller :
initial : 0
state 0 :
to 1 : when true , 0 ! offer ;
to 2 : when true , 1 ? bid ;
state 1 :
to 3 : when true , 1 ? bid ;
state 2 :
to 3 : when true , 0 ! offer ;
state 3 :
to 3 : when true , 2 ! report ;

automaton buyer :
initial : 0
state 0 :
to 1 : when true , 1 ! bid ;
state 1 :
to 2 : when true , 0 ? offer ;
state 2 :

automaton clerk :
initial : 0
state 0 :
to 0 : when true , 2 ? report ;

bad_states :
(automaton seller : in 3 : true automaton buyer : in 0 : true)

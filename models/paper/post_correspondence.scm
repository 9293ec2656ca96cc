/* Thesis Figure 5.2 (Definition 5.1.7) for the two pairs (ab, a) and (a, ba): the guesser spells
   upper words, the forwarder the lower words of the pairs it is told, the checker compares.
   Channels: 0 guesser->forwarder, 1 guesser->checker, 2 forwarder->checker.
   The bad state is the solved puzzle, all three at their ends and nothing in transit. The pairs
   1 2 solve it (aba); no RSC execution shows that, since the system is half-duplex, not RSC, but few
   messages in each channel are enough. Multiparty half-duplex by its topology alone (Figure 5.3,
   Lemma 5.1.1). `generate pcp ab/a a/ba` prints this system. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, unspecified-reception = violated, progress = violated
//# expect: orphan-message = holds, reception-deadlock = holds, deadlock = violated
//# expect: stuck(checker) = violated, unreceived(a) = violated, unreceived(b) = violated
//# expect: unreceived(stop) = violated
//# expect: half-duplex[restricted] = violated, half-duplex[natural] = holds
//# expect: half-duplex[multiparty] = holds, topology = holds
scm post_correspondence :

nb_channels = 3 ;
parameters :
int a ;
int b ;
int pair1 ;
int pair2 ;
int stop ;

automaton guesser :
initial : 0
state 0 :
to 2 : when true , 1 ! a ;
to 4 : when true , 1 ! a ;
state 1 :
to 5 : when true , 1 ! a ;
to 7 : when true , 1 ! a ;
to 8 : when true , 1 ! stop ;
state 2 :
to 3 : when true , 1 ! b ;
state 3 :
to 1 : when true , 0 ! pair1 ;
state 4 :
to 1 : when true , 0 ! pair2 ;
state 5 :
to 6 : when true , 1 ! b ;
state 6 :
to 1 : when true , 0 ! pair1 ;
state 7 :
to 1 : when true , 0 ! pair2 ;
state 8 :
to 9 : when true , 0 ! stop ;
state 9 :

automaton forwarder :
initial : 0
state 0 :
to 1 : when true , 0 ? pair1 ;
to 2 : when true , 0 ? pair2 ;
to 4 : when true , 0 ? stop ;
state 1 :
to 0 : when true , 2 ! a ;
state 2 :
to 3 : when true , 2 ! b ;
state 3 :
to 0 : when true , 2 ! a ;
state 4 :
to 5 : when true , 2 ! stop ;
state 5 :

automaton checker :
initial : 0
state 0 :
to 1 : when true , 1 ? a ;
to 2 : when true , 1 ? b ;
to 3 : when true , 1 ? stop ;
state 1 :
to 0 : when true , 2 ? a ;
state 2 :
to 0 : when true , 2 ? b ;
state 3 :
to 4 : when true , 2 ? stop ;
state 4 :

bad_states :
(automaton guesser : in 9 : true automaton forwarder : in 5 : true automaton checker : in 4 : true with _.#._.#._)

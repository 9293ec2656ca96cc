/* A sliding window of two messages with numbers modulo three. An acknowledgement is for all
   messages up to its number; the sender may repeat what is not acknowledged, the receiver
   acknowledges again what it does not expect.
   Channels: 0 sender->receiver, 1 receiver->sender, both lossy.
   Not RSC, as repetitions cross acknowledgements; infinite, as nothing bounds them. In state 3*b+o
   of the sender b is the oldest message without acknowledgement and o the number of messages sent
   since then; state e of the receiver expects e, state 3+e acknowledges e. Bad states: what the
   receiver expects lies outside of the window, for windows that begin at 0 (of no and of one
   message) and at 1. They hold: a receiver that expects message i has taken i-1, which was sent
   after i-3 was acknowledged, so behind all copies of i-3; likewise for acknowledgements.
   window_too_large.scm has numbers modulo two. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm sliding_window :

nb_channels = 2 ;
lossy : 0, 1
parameters :
int d0 ;
int d1 ;
int a0 ;
int a2 ;
int a1 ;
int d2 ;

automaton sender :
initial : 0
state 0 :
to 1 : when true , 0 ! d0 ;
state 1 :
to 2 : when true , 0 ! d1 ;
to 1 : when true , 0 ! d0 ;
to 3 : when true , 1 ? a0 ;
to 1 : when true , 1 ? a2 ;
state 2 :
to 2 : when true , 0 ! d0 ;
to 2 : when true , 0 ! d1 ;
to 4 : when true , 1 ? a0 ;
to 6 : when true , 1 ? a1 ;
to 2 : when true , 1 ? a2 ;
state 3 :
to 4 : when true , 0 ! d1 ;
state 4 :
to 5 : when true , 0 ! d2 ;
to 4 : when true , 0 ! d1 ;
to 6 : when true , 1 ? a1 ;
to 4 : when true , 1 ? a0 ;
state 5 :
to 5 : when true , 0 ! d1 ;
to 5 : when true , 0 ! d2 ;
to 7 : when true , 1 ? a1 ;
to 0 : when true , 1 ? a2 ;
to 5 : when true , 1 ? a0 ;
state 6 :
to 7 : when true , 0 ! d2 ;
state 7 :
to 8 : when true , 0 ! d0 ;
to 7 : when true , 0 ! d2 ;
to 0 : when true , 1 ? a2 ;
to 7 : when true , 1 ? a1 ;
state 8 :
to 8 : when true , 0 ! d2 ;
to 8 : when true , 0 ! d0 ;
to 1 : when true , 1 ? a2 ;
to 3 : when true , 1 ? a0 ;
to 8 : when true , 1 ? a1 ;

automaton receiver :
initial : 0
state 0 :
to 3 : when true , 0 ? d0 ;
to 5 : when true , 0 ? d1 ;
to 5 : when true , 0 ? d2 ;
state 1 :
to 4 : when true , 0 ? d1 ;
to 3 : when true , 0 ? d2 ;
to 3 : when true , 0 ? d0 ;
state 2 :
to 5 : when true , 0 ? d2 ;
to 4 : when true , 0 ? d0 ;
to 4 : when true , 0 ? d1 ;
state 3 :
to 1 : when true , 1 ! a0 ;
state 4 :
to 2 : when true , 1 ! a1 ;
state 5 :
to 0 : when true , 1 ! a2 ;

bad_states :
(automaton sender : in 0 : true automaton receiver : in 1 : true in 2 : true in 3 : true in 4 : true)
(automaton sender : in 1 : true automaton receiver : in 2 : true in 4 : true)
(automaton sender : in 3 : true automaton receiver : in 0 : true in 2 : true in 4 : true in 5 : true)

/* The sliding window of sliding_window.scm with numbers modulo two: too few for a window of two.
   Channels: 0 sender->receiver, 1 receiver->sender, both lossy.
   Not RSC, and infinite. State 3*b+o of the sender as there; state e of the receiver expects e,
   state 2+e acknowledges e. A receiver that expects d0 and gets d1 acknowledges what came before
   d0; the sender takes that `a1` for an acknowledgement of d0 and d1. Bad state: the window is
   empty and begins at 0, but the receiver expects 1 or has just taken d0. Reached in 7 steps. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, unspecified-reception = holds, progress = holds
//# expect: orphan-message = holds, reception-deadlock = holds
scm window_too_large :

nb_channels = 2 ;
lossy : 0, 1
parameters :
int d0 ;
int d1 ;
int a0 ;
int a1 ;

automaton sender :
initial : 0
state 0 :
to 1 : when true , 0 ! d0 ;
state 1 :
to 2 : when true , 0 ! d1 ;
to 1 : when true , 0 ! d0 ;
to 3 : when true , 1 ? a0 ;
to 1 : when true , 1 ? a1 ;
state 2 :
to 2 : when true , 0 ! d0 ;
to 2 : when true , 0 ! d1 ;
to 4 : when true , 1 ? a0 ;
to 0 : when true , 1 ? a1 ;
state 3 :
to 4 : when true , 0 ! d1 ;
state 4 :
to 5 : when true , 0 ! d0 ;
to 4 : when true , 0 ! d1 ;
to 0 : when true , 1 ? a1 ;
to 4 : when true , 1 ? a0 ;
state 5 :
to 5 : when true , 0 ! d1 ;
to 5 : when true , 0 ! d0 ;
to 1 : when true , 1 ? a1 ;
to 3 : when true , 1 ? a0 ;

automaton receiver :
initial : 0
state 0 :
to 2 : when true , 0 ? d0 ;
to 3 : when true , 0 ? d1 ;
state 1 :
to 3 : when true , 0 ? d1 ;
to 2 : when true , 0 ? d0 ;
state 2 :
to 1 : when true , 1 ! a0 ;
state 3 :
to 0 : when true , 1 ! a1 ;

bad_states :
(automaton sender : in 0 : true automaton receiver : in 1 : true in 2 : true)

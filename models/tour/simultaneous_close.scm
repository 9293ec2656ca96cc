/* Two peers close a connection; either may begin, and both may begin at once.
   Channels: 0 left->right, 1 right->left.
   Not RSC, since two `close` can cross. But there are few configurations, and all of them are looked
   at: nobody is left waiting when the other has closed and nothing is on its way. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, unspecified-reception = holds
//# expect: progress = holds, orphan-message = holds, reception-deadlock = holds
scm simultaneous_close :

nb_channels = 2 ;
parameters :
int close ;
int closed ;

automaton left :
initial : 0
state 0 :
to 1 : when true , 0 ! close ;
to 2 : when true , 1 ? close ;
state 1 :
to 3 : when true , 1 ? close ;
to 3 : when true , 1 ? closed ;
state 2 :
to 3 : when true , 0 ! closed ;
state 3 :

automaton right :
initial : 0
state 0 :
to 1 : when true , 1 ! close ;
to 2 : when true , 0 ? close ;
state 1 :
to 3 : when true , 0 ? close ;
to 3 : when true , 0 ? closed ;
state 2 :
to 3 : when true , 1 ! closed ;
state 3 :

bad_states :
(automaton left : in 3 : true automaton right : in 1 : true with _.#._)
(automaton left : in 1 : true automaton right : in 3 : true with _.#._)

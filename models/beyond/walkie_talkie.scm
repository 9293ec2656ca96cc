/* Two people talk by radio in turn: `talk`, words, `over`. Both may begin at once; then `right`
   gives way with `sorry`, or has said `over` already.
   Channels: 0 left->right, 1 right->left.
   Half-duplex but for these collisions, hence not RSC; infinite, as words pile up. Bad states: 1
   both listen and nothing is on its way; 2 `left` listens, `right` does not talk, and neither
   `over` nor `sorry` is on its way; 3 an idle `right` finds words or `over`. They hold: whoever
   listens has read a `talk` whose `over` or `sorry` is not read yet, and whoever is idle has read
   all turns to their end. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm walkie_talkie :

nb_channels = 2 ;
parameters :
int talk ;
int word ;
int over ;
int sorry ;

automaton left :
initial : 0
state 0 :
to 1 : when true , 0 ! talk ;
to 2 : when true , 1 ? talk ;
state 1 :
to 1 : when true , 0 ! word ;
to 0 : when true , 0 ! over ;
to 3 : when true , 1 ? talk ;
state 2 :
to 2 : when true , 1 ? word ;
to 0 : when true , 1 ? over ;
to 0 : when true , 1 ? sorry ;
state 3 :
to 3 : when true , 0 ! word ;
to 3 : when true , 1 ? word ;
to 1 : when true , 1 ? over ;
to 1 : when true , 1 ? sorry ;

automaton right :
initial : 0
state 0 :
to 1 : when true , 1 ! talk ;
to 2 : when true , 0 ? talk ;
state 1 :
to 1 : when true , 1 ! word ;
to 0 : when true , 1 ! over ;
to 3 : when true , 0 ? talk ;
state 2 :
to 2 : when true , 0 ? word ;
to 0 : when true , 0 ? over ;
state 3 :
to 2 : when true , 1 ! sorry ;

bad_states :
(automaton left : in 2 : true automaton right : in 2 : true with _.#._)
(automaton left : in 2 : true automaton right : in 0 : true in 2 : true with 1 = word^*)
(automaton right : in 0 : true with 0 = (word|over).*)

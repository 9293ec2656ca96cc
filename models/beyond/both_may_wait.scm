/* Two players of a game with several balls: each either serves first or waits for the other's
   serve, as its initial state says. A player who plays a foul plays no ball any more; the other one
   answers with a foul, and both end.
   Channels: 0 left->right, 1 right->left.
   Two initial states each, four combinations. If both wait, nothing ever happens: a reception
   deadlock after 0 steps. Not RSC, as two serves cross; infinite, as a player may serve again at
   any time. Bad states: 1 both wait and all is empty: so it begins. 2 something behind a foul:
   never, whatever the initial states are, as a foul is the last that a player plays. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, bad_states/2 = holds, unspecified-reception = holds
//# expect: progress = violated, orphan-message = holds, reception-deadlock = violated
//# expect: stuck(left) = violated, stuck(right) = violated
scm both_may_wait :

nb_channels = 2 ;
parameters :
int ball ;
int foul ;

automaton left :
initial : 0, 2
state 0 :
to 1 : when true , 0 ! ball ;
state 1 :
to 1 : when true , 0 ! ball ;
to 1 : when true , 1 ? ball ;
to 3 : when true , 0 ! foul ;
to 5 : when true , 1 ? foul ;
state 2 :
to 1 : when true , 1 ? ball ;
to 5 : when true , 1 ? foul ;
state 3 :
to 3 : when true , 1 ? ball ;
to 4 : when true , 1 ? foul ;
state 4 :
state 5 :
to 4 : when true , 0 ! foul ;

automaton right :
initial : 0, 2
state 0 :
to 1 : when true , 1 ! ball ;
state 1 :
to 1 : when true , 1 ! ball ;
to 1 : when true , 0 ? ball ;
to 3 : when true , 1 ! foul ;
to 5 : when true , 0 ? foul ;
state 2 :
to 1 : when true , 0 ? ball ;
to 5 : when true , 0 ? foul ;
state 3 :
to 3 : when true , 0 ? ball ;
to 4 : when true , 0 ? foul ;
state 4 :
state 5 :
to 4 : when true , 1 ! foul ;

bad_states :
(automaton left : in 2 : true automaton right : in 2 : true with _.#._)
(automaton left : in 0 : true in 1 : true in 2 : true in 3 : true in 4 : true in 5 : true with 0 = *.foul.?.*)

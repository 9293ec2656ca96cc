/* Two people chat in front of a door. Whoever wants to go says `after_you` and waits; the other one
   says `thanks` and goes first. Both may say `after_you` at once.
   Channels: 0 left->right, 1 right->left.
   Not RSC, as what they say crosses; infinite, as the chat piles up. If two `after_you` cross, both
   wait for `thanks`: a reception deadlock after 4 steps. Bad states: 1 both wait for `thanks` that
   was not said: reached. 2 both say `thanks`: never, as one says it only if it has not said
   `after_you`. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, bad_states/2 = holds, unspecified-reception = holds
//# expect: progress = violated, orphan-message = holds, reception-deadlock = violated
//# expect: stuck(left) = violated, stuck(right) = violated
scm after_you :

nb_channels = 2 ;
parameters :
int chat ;
int after_you ;
int thanks ;

automaton left :
initial : 0
state 0 :
to 0 : when true , 0 ! chat ;
to 0 : when true , 1 ? chat ;
to 1 : when true , 0 ! after_you ;
to 2 : when true , 1 ? after_you ;
state 1 :
to 1 : when true , 1 ? chat ;
to 3 : when true , 1 ? after_you ;
to 4 : when true , 1 ? thanks ;
state 2 :
to 4 : when true , 0 ! thanks ;
state 3 :
to 4 : when true , 1 ? thanks ;
state 4 :

automaton right :
initial : 0
state 0 :
to 0 : when true , 1 ! chat ;
to 0 : when true , 0 ? chat ;
to 1 : when true , 1 ! after_you ;
to 2 : when true , 0 ? after_you ;
state 1 :
to 1 : when true , 0 ? chat ;
to 3 : when true , 0 ? after_you ;
to 4 : when true , 0 ? thanks ;
state 2 :
to 4 : when true , 1 ! thanks ;
state 3 :
to 4 : when true , 0 ? thanks ;
state 4 :

bad_states :
(automaton left : in 3 : true automaton right : in 3 : true with _.#._)
(automaton left : in 2 : true automaton right : in 2 : true)

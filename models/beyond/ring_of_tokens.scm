/* Three nodes in a ring hold three tokens each, paint them red or blue, and pass them on; none
   holds more than three.
   Channels: 0 north->east, 1 east->west, 2 west->north.
   The state of a node is the number of its tokens. Not RSC, as all may send first. Finite, with
   more than 100,000 configurations. The tokens in nodes and channels are nine at any time; so
   somebody can always go on. Bad states: 1 all nodes are full and something is on its way; 2 all
   nodes are empty, and so are all channels: never. 3 all tokens are in one channel: reached. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm ring_of_tokens :

nb_channels = 3 ;
parameters :
int red ;
int blue ;

automaton north :
initial : 3
state 0 :
to 1 : when true , 2 ? red ;
to 1 : when true , 2 ? blue ;
state 1 :
to 0 : when true , 0 ! red ;
to 0 : when true , 0 ! blue ;
to 2 : when true , 2 ? red ;
to 2 : when true , 2 ? blue ;
state 2 :
to 1 : when true , 0 ! red ;
to 1 : when true , 0 ! blue ;
to 3 : when true , 2 ? red ;
to 3 : when true , 2 ? blue ;
state 3 :
to 2 : when true , 0 ! red ;
to 2 : when true , 0 ! blue ;

automaton east :
initial : 3
state 0 :
to 1 : when true , 0 ? red ;
to 1 : when true , 0 ? blue ;
state 1 :
to 0 : when true , 1 ! red ;
to 0 : when true , 1 ! blue ;
to 2 : when true , 0 ? red ;
to 2 : when true , 0 ? blue ;
state 2 :
to 1 : when true , 1 ! red ;
to 1 : when true , 1 ! blue ;
to 3 : when true , 0 ? red ;
to 3 : when true , 0 ? blue ;
state 3 :
to 2 : when true , 1 ! red ;
to 2 : when true , 1 ! blue ;

automaton west :
initial : 3
state 0 :
to 1 : when true , 1 ? red ;
to 1 : when true , 1 ? blue ;
state 1 :
to 0 : when true , 2 ! red ;
to 0 : when true , 2 ! blue ;
to 2 : when true , 1 ? red ;
to 2 : when true , 1 ? blue ;
state 2 :
to 1 : when true , 2 ! red ;
to 1 : when true , 2 ! blue ;
to 3 : when true , 1 ? red ;
to 3 : when true , 1 ? blue ;
state 3 :
to 2 : when true , 2 ! red ;
to 2 : when true , 2 ! blue ;

bad_states :
(automaton north : in 3 : true automaton east : in 3 : true automaton west : in 3 : true with 0 = ?.*)
(automaton north : in 0 : true automaton east : in 0 : true automaton west : in 0 : true with _.#._.#._)
(automaton north : in 0 : true automaton east : in 0 : true automaton west : in 0 : true with *.#._.#._)

/* Thesis Figure 4.8b (Examples 4.2.8 and 4.2.9): q hands one message to r and both are done; p
   waits for a message that is never sent.
   Channels: 0 into p (no sender), 1 q->r.
   After that single exchange nothing can move although p is not done: progress fails, and this
   is the bad state. No final state is reachable, so there is no orphan message. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: bad_states/1 = violated, unspecified-reception = holds, progress = violated
//# expect: orphan-message = holds, reception-deadlock = holds, stuck(p) = violated
scm no_progress :

nb_channels = 2 ;
parameters :
int never ;
int once ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ? never ;
state 1 :

automaton q :
initial : 0
state 0 :
to 1 : when true , 1 ! once ;
state 1 :

automaton r :
initial : 0
state 0 :
to 1 : when true , 1 ? once ;
state 1 :

bad_states :
(automaton p : in 0 : true automaton q : in 1 : true automaton r : in 1 : true with _.#._)

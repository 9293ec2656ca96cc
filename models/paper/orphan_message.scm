/* Thesis Figure 4.8c (Example 4.2.9): three participants with one action each; the message of q
   is received by r, that of p by nobody.
   Channels: 0 from p (no receiver), 1 q->r.
   Every run ends in the final state with the message of p still in its queue: an orphan message,
   which is the bad state. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: bad_states/1 = violated, unspecified-reception = holds, progress = holds
//# expect: orphan-message = violated, reception-deadlock = holds, deadlock = violated
//# expect: unreceived(lost) = violated
scm orphan_message :

nb_channels = 2 ;
parameters :
int lost ;
int found ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! lost ;
state 1 :

automaton q :
initial : 0
state 0 :
to 1 : when true , 1 ! found ;
state 1 :

automaton r :
initial : 0
state 0 :
to 1 : when true , 1 ? found ;
state 1 :

bad_states :
(automaton p : in 1 : true automaton q : in 1 : true automaton r : in 1 : true with lost.#._)

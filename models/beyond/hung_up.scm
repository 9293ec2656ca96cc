/* A caller talks without end until it hears `must_go`; the listener hangs up some time later.
   Channels: 0 caller->listener, 1 listener->caller.
   Not RSC, as `must_go` crosses words; infinite, as words pile up. A word that the listener does
   not wait for is an orphan message. Bad states: 1 two words are left when both have ended:
   reached. 2 the caller has ended though the listener has not said anything: never. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, bad_states/2 = holds, unspecified-reception = holds
//# expect: progress = holds, orphan-message = violated, reception-deadlock = holds
//# expect: deadlock = violated, unreceived(word) = violated
scm hung_up :

nb_channels = 2 ;
parameters :
int word ;
int must_go ;

automaton caller :
initial : 0
state 0 :
to 0 : when true , 0 ! word ;
to 1 : when true , 1 ? must_go ;
state 1 :

automaton listener :
initial : 0
state 0 :
to 0 : when true , 0 ? word ;
to 1 : when true , 1 ! must_go ;
state 1 :
to 1 : when true , 0 ? word ;
to 2 : when true ;
state 2 :

bad_states :
(automaton caller : in 1 : true automaton listener : in 2 : true with word.word.#._)
(automaton caller : in 1 : true automaton listener : in 0 : true)

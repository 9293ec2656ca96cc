/* Thesis Figure 4.6a (Example 4.2.5): a writer with a single state that puts either of two
   messages into either of two queues, at any time.
   Channels: 0 the queue called 1 in the thesis, 1 the one called 2; nobody reads them.
   The bad states (Figure 4.6b) couple the queues: channel 1 holds one message, and it is the newest
   of channel 0, which may well be sent after it. Reachable. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: bad_states/1 = violated, unspecified-reception = holds, progress = holds
//# expect: orphan-message = holds, reception-deadlock = holds
//# expect: deadlock = violated
scm same_last_message :

nb_channels = 2 ;
parameters :
int a ;
int b ;

automaton writer :
initial : 0
state 0 :
to 0 : when true , 0 ! a ;
to 0 : when true , 0 ! b ;
to 0 : when true , 1 ! a ;
to 0 : when true , 1 ! b ;

bad_states :
(automaton writer : in 0 : true with (a|b)^*.a.#.a|(a|b)^*.b.#.b)

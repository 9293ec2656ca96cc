/* Thesis Figure 3.4a (Example 3.3.1, again 4.4a and 6.4): two sources that never stop and a
   reader that takes one message of each in turn. Odd, even and reader are p, q and r.
   Channels: 0 odd->reader, 1 even->reader.
   RSC with both channels unbounded. The bad states are the parity property of Example 4.2.2,
   where what one channel may hold depends on the other one; both are reachable. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: bad_states/1 = violated, bad_states/2 = violated, unspecified-reception = holds
//# expect: progress = holds, orphan-message = holds, reception-deadlock = holds
scm alternating_reader :

nb_channels = 2 ;
parameters :
int tick ;
int tock ;

automaton odd :
initial : 0
state 0 :
to 0 : when true , 0 ! tick ;

automaton even :
initial : 0
state 0 :
to 0 : when true , 1 ! tock ;

automaton reader :
initial : 0
state 0 :
to 1 : when true , 0 ? tick ;
state 1 :
to 0 : when true , 1 ? tock ;

bad_states :
(automaton reader : in 1 : true with tick.(tick.tick)^*.#.(tock.tock)^*)
(automaton reader : in 0 : true with (tick.tick)^*.#.tock.(tock.tock)^*)

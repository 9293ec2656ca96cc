/* Thesis Figure 4.5 (Example 4.2.3): a lone writer serves three queues in rotation; nobody reads.
   Channels: 0, 1 and 2, written by the writer only, one kind of message each.
   Back in state 0 the queues have the same length, so the set of reachable configurations is not
   even context-free, although the system is RSC for want of receptions. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
//# expect: deadlock = violated
scm three_equal_queues :

nb_channels = 3 ;
parameters :
int x ;
int y ;
int z ;

automaton writer :
initial : 0
state 0 :
to 1 : when true , 0 ! x ;
state 1 :
to 2 : when true , 1 ! y ;
state 2 :
to 0 : when true , 2 ! z ;

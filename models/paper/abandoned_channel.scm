/* Thesis Figure 6.7 (Examples 6.3.1 and 6.3.2): two endless senders; r reads channel 1 until it takes
   its first message from channel 0, and from then on reads channel 0 only.
   Channels: 0 p->r, 1 q->r.
   RSC but not free of deadlocks: once r is in state 1 with something in channel 1, that channel is
   never emptied again. This is the bad state. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: bad_states/1 = violated, unspecified-reception = holds, progress = holds
//# expect: orphan-message = holds, reception-deadlock = holds
//# expect: deadlock = violated
scm abandoned_channel :

nb_channels = 2 ;
parameters :
int switch ;
int data ;

automaton p :
initial : 0
state 0 :
to 0 : when true , 0 ! switch ;

automaton q :
initial : 0
state 0 :
to 0 : when true , 1 ! data ;

automaton r :
initial : 0
state 0 :
to 0 : when true , 1 ? data ;
to 1 : when true , 0 ? switch ;
state 1 :
to 1 : when true , 0 ? switch ;

bad_states :
(automaton r : in 1 : true with switch^*.#.data.data^*)

/* Two messages, each repeated until an acknowledgement comes; acknowledgements carry no number.
   Channels: 0 sender->receiver, 1 receiver->sender, both lossy.
   Not RSC, as repetitions cross acknowledgements; infinite, as nothing bounds them. A repetition of
   `first` is acknowledged a second time, and the sender takes that for the acknowledgement of
   `second`. Bad states: 1 the sender has finished while the receiver still waits for `second`:
   reached in 9 steps, and nobody moves again if `second` was lost. 2 `first` behind `second`:
   never, as a FIFO channel keeps their order. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, bad_states/2 = holds, unspecified-reception = holds
//# expect: progress = violated, orphan-message = violated, reception-deadlock = holds
//# expect: deadlock = violated, stuck(receiver) = violated, unreceived(second) = violated
//# expect: unreceived(ack) = violated
scm stop_and_wait :

nb_channels = 2 ;
lossy : 0, 1
parameters :
int first ;
int ack ;
int second ;

automaton sender :
initial : 0
state 0 :
to 1 : when true , 0 ! first ;
state 1 :
to 1 : when true , 0 ! first ;
to 2 : when true , 1 ? ack ;
state 2 :
to 3 : when true , 0 ! second ;
state 3 :
to 3 : when true , 0 ! second ;
to 4 : when true , 1 ? ack ;
state 4 :

automaton receiver :
initial : 0
state 0 :
to 1 : when true , 0 ? first ;
state 1 :
to 2 : when true , 1 ! ack ;
state 2 :
to 1 : when true , 0 ? first ;
to 3 : when true , 0 ? second ;
state 3 :
to 4 : when true , 1 ! ack ;
state 4 :
to 3 : when true , 0 ? second ;
to 5 : when true ;
state 5 :

bad_states :
(automaton sender : in 4 : true automaton receiver : in 2 : true)
(automaton sender : in 0 : true in 1 : true in 2 : true in 3 : true in 4 : true with 0 = *.second.*.first.*)

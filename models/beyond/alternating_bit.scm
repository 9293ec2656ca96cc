/* The alternating bit protocol: each message is repeated until its acknowledgement comes, and the
   bit tells a repetition from the next message. Both channels lose messages.
   Channels: 0 sender->receiver, 1 receiver->sender, both lossy.
   Not RSC, as repetitions cross acknowledgements; infinite, as nothing bounds them. Bad states: 1
   and 2 the sender takes a message for acknowledged that the receiver has not got; 3 channel 0
   holds three generations of messages. They hold, since while the sender repeats d0, channel 0
   holds words of d1^*.d0^* and channel 1 words of a1^*.a0^*, with an a0 only if the receiver has
   taken d0; likewise with the bit flipped. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm alternating_bit :

nb_channels = 2 ;
lossy : 0, 1
parameters :
int d0 ;
int a0 ;
int a1 ;
int d1 ;

automaton sender :
initial : 0
state 0 :
to 1 : when true , 0 ! d0 ;
state 1 :
to 1 : when true , 0 ! d0 ;
to 2 : when true , 1 ? a0 ;
to 1 : when true , 1 ? a1 ;
state 2 :
to 3 : when true , 0 ! d1 ;
state 3 :
to 3 : when true , 0 ! d1 ;
to 0 : when true , 1 ? a1 ;
to 3 : when true , 1 ? a0 ;

automaton receiver :
initial : 0
state 0 :
to 1 : when true , 0 ? d0 ;
to 3 : when true , 0 ? d1 ;
state 1 :
to 2 : when true , 1 ! a0 ;
state 2 :
to 3 : when true , 0 ? d1 ;
to 1 : when true , 0 ? d0 ;
state 3 :
to 0 : when true , 1 ! a1 ;

bad_states :
(automaton sender : in 2 : true automaton receiver : in 0 : true in 3 : true)
(automaton sender : in 0 : true automaton receiver : in 1 : true in 2 : true)
(automaton sender : in 0 : true in 1 : true in 2 : true in 3 : true with 0 = *.d0.*.d1.*.d0.*)

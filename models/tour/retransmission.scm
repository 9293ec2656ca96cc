/* A sender repeats its message once if no acknowledgement comes, then gives up; a receiver that hears
   nothing leaves. Both channels lose messages.
   Channels: 0 sender->receiver, 1 receiver->sender, both lossy.
   Not RSC, as a second copy can cross the acknowledgement of the first, but finite. Bad states:
   1 success though nothing arrived: impossible. 2 giving up though the message arrived: this is
   the price of losses. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = violated, unspecified-reception = holds
//# expect: progress = holds, orphan-message = violated, reception-deadlock = holds
//# expect: deadlock = violated, unreceived(data) = violated, unreceived(ack) = violated
scm retransmission :

nb_channels = 2 ;
lossy : 0, 1
parameters :
int data ;
int ack ;

automaton sender :
initial : 0
state 0 :
to 1 : when true , 0 ! data ;
state 1 :
to 3 : when true , 1 ? ack ;
to 2 : when true , 0 ! data ;
state 2 :
to 3 : when true , 1 ? ack ;
to 4 : when true ;
state 3 :
state 4 :

automaton receiver :
initial : 0
state 0 :
to 1 : when true , 0 ? data ;
to 4 : when true ;
state 1 :
to 2 : when true , 1 ! ack ;
state 2 :
to 1 : when true , 0 ? data ;
to 3 : when true ;
state 3 :
state 4 :

bad_states :
(automaton sender : in 3 : true automaton receiver : in 0 : true in 4 : true)
(automaton sender : in 4 : true automaton receiver : in 3 : true)

/* Thesis Figure 5.4: p writes and then reads; q writes and then waits for something else than
   what p wrote, so that the queue into q stays full. Unread and answer are v1 and v2.
   Channels: 0 p->q, 1 q->p. The message `other`, never sent, makes channel 0 an input of q.
   Both sends come before the only reception, so one of the two finds the input queue of its sender
   filled: not half-duplex. RSC, as the first message never gets a reception. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = violated, progress = violated, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = violated, stuck(q) = violated
//# expect: unreceived(unread) = violated, half-duplex[binary] = violated
//# expect: half-duplex[restricted] = violated, half-duplex[natural] = violated
//# expect: half-duplex[multiparty] = violated, topology = violated, universally-bounded[1] = holds
scm rsc_not_half_duplex :

nb_channels = 2 ;
parameters :
int unread ;
int answer ;
int other ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! unread ;
state 1 :
to 2 : when true , 1 ? answer ;
state 2 :

automaton q :
initial : 0
state 0 :
to 1 : when true , 1 ! answer ;
state 1 :
to 2 : when true , 0 ? other ;
state 2 :

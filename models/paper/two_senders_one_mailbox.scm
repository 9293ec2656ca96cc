/* Thesis Figure 2.2 (Examples 2.4.1 to 2.4.4): p and r write to q, who then writes to p, whose
   answer is never read. Channels: 0 the FIFO mailbox of q, 1 that of p.
   The chart of messages leaves open which of the two sends comes first; the mailbox does not, since
   q takes the message of p first. With a bag the sends may come in either order. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = violated, progress = violated, orphan-message = violated
//# expect: reception-deadlock = holds, deadlock = violated, stuck(q) = violated
//# expect: unreceived(v1) = holds, unreceived(v2) = violated, unreceived(v3) = violated
scm two_senders_one_mailbox :

nb_channels = 2 ;
parameters :
int v1 ;
int v2 ;
int v3 ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! v1 ;
state 1 :

automaton q :
initial : 0
state 0 :
to 1 : when true , 0 ? v1 ;
state 1 :
to 2 : when true , 0 ? v2 ;
state 2 :
to 3 : when true , 1 ! v3 ;
state 3 :

automaton r :
initial : 0
state 0 :
to 1 : when true , 0 ! v2 ;
state 1 :

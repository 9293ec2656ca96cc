/* Theorem 5.2.1 of the thesis needs queues: a multiparty half-duplex system with a bag need not be RSC.
   Mailboxes: 0 the bag of q, 1 the queue of r. p writes to q and then to r, who then writes to
   q; but q takes what came last first. Nobody ever sends while a message waits for it.
   The message of p is on its way all the time, between everything that depends on it. */
//# bag_buffers = 0
//# expect: rsc = violated, rsc[fifo] = holds, rsc[bag] = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = holds
//# expect: half-duplex[multiparty] = holds
scm bag_half_duplex :

nb_channels = 2 ;
parameters :
int old ;
int hint ;
int new ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! old ;
state 1 :
to 2 : when true , 1 ! hint ;
state 2 :

automaton q :
initial : 0
state 0 :
to 1 : when true , 0 ? new ;
state 1 :
to 2 : when true , 0 ? old ;
state 2 :

automaton r :
initial : 0
state 0 :
to 1 : when true , 1 ? hint ;
state 1 :
to 2 : when true , 0 ! new ;
state 2 :

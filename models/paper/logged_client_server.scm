/* Thesis Figure 2.1 (Example 2.2.2): a server answers a client, waits for its thanks and
   has a database note the exchange; then everything starts over.
   Mailboxes: 0 into the server, 1 into the client, 2 into the database.
   The next request may be queued while the log entry is still unsent, and the log may pile
   up without bound, yet each message can always be moved next to its own reception.
   Such a run is not half-duplex, as the server sends while a message waits for it; but the client may as
   well send its request after the log entry (Example 5.1.1). Figure 5.1 is the topology, a cycle. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
//# expect: half-duplex[restricted] = violated, half-duplex[natural] = holds
//# expect: half-duplex[multiparty] = holds, topology = violated
scm logged_client_server :

nb_channels = 3 ;
parameters :
int req ;
int res ;
int ack ;
int log ;

automaton client :
initial : 0
state 0 :
to 1 : when true , 0 ! req ;
state 1 :
to 2 : when true , 1 ? res ;
state 2 :
to 0 : when true , 0 ! ack ;

automaton server :
initial : 0
state 0 :
to 1 : when true , 0 ? req ;
state 1 :
to 2 : when true , 1 ! res ;
state 2 :
to 3 : when true , 0 ? ack ;
state 3 :
to 0 : when true , 2 ! log ;

automaton database :
initial : 0
state 0 :
to 0 : when true , 2 ? log ;

/* Thesis Figure 3.3 (Examples 3.1.1 and 3.2.1): the client/server/database protocol where an
   idle client may also write to the database itself, and then waits until that is confirmed.
   Mailboxes: 0 into the server, 1 into the client, 2 into the database.
   The FIFO in front of the database keeps the two writers in order. As a bag it does not: an old
   entry of the server can be taken after a later one of the client, and the system is not RSC. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm client_and_server_logging :

nb_channels = 3 ;
parameters :
int req ;
int res ;
int ack_server ;
int log_server ;
int log_client ;
int ack_database ;

automaton client :
initial : 0
state 0 :
to 1 : when true , 0 ! req ;
to 3 : when true , 2 ! log_client ;
state 1 :
to 2 : when true , 1 ? res ;
state 2 :
to 0 : when true , 0 ! ack_server ;
state 3 :
to 0 : when true , 1 ? ack_database ;

automaton server :
initial : 0
state 0 :
to 1 : when true , 0 ? req ;
state 1 :
to 2 : when true , 1 ! res ;
state 2 :
to 3 : when true , 0 ? ack_server ;
state 3 :
to 0 : when true , 2 ! log_server ;

automaton database :
initial : 0
state 0 :
to 0 : when true , 2 ? log_server ;
to 1 : when true , 2 ? log_client ;
state 1 :
to 0 : when true , 1 ! ack_database ;

/* Thesis Figure 7.1 (Examples 7.2.1 and 4.2.7): the protocol of logged_client_server.scm together
   with two sets of bad states, neither of them reachable.
   Mailboxes: 0 into the server, 1 into the client, 2 into the database.
   First bad state, on control states alone: an idle client faces a server that is about to answer.
   Second, on contents: the idle server finds something else than a request at its head. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: bad_states/1 = holds, bad_states/2 = holds, unspecified-reception = holds
//# expect: progress = holds, orphan-message = holds, reception-deadlock = holds
scm client_server_database :

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

bad_states :
(automaton client : in 0 : true automaton server : in 1 : true)
(automaton server : in 0 : true with (res|ack|log).(req|res|ack|log)^*.#.(req|res|ack|log)^*.#.(req|res|ack|log)^*)

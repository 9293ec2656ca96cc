/* Thesis Figure 6.3 (Example 6.1.2): the implementation of the choreography of Figure 6.1, that is
   choreography_intermediate.scm without its internal steps, each automaton reduced.
   Mailboxes: 0 into the server, 1 into the client, 2 into the database.
   It differs from logged_client_server.scm in one point: the server may take the next request
   before it writes the log. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm choreography_implementation :

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
to 4 : when true , 0 ? req ;
state 4 :
to 1 : when true , 2 ! log ;

automaton database :
initial : 0
state 0 :
to 0 : when true , 2 ? log ;

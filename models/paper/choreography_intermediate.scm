/* Thesis Figure 6.2: the choreography of Figure 6.1 (request, result, thanks, log, where the log and
   the next request come in either order) copied once per participant.
   Mailboxes: 0 into the server, 1 into the client, 2 into the database.
   An exchange between two others is an internal step here: a transition without action. The
   same system without these steps is choreography_implementation.scm. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm choreography_intermediate :

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
to 3 : when true , 0 ! ack ;
state 3 :
to 0 : when true ;
to 4 : when true , 0 ! req ;
state 4 :
to 1 : when true ;

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
to 1 : when true ;
state 1 :
to 2 : when true ;
state 2 :
to 3 : when true ;
state 3 :
to 0 : when true , 2 ? log ;
to 4 : when true ;
state 4 :
to 1 : when true , 2 ? log ;

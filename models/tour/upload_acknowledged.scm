/* The upload of upload.scm where the client waits for a ticket before it may cancel, and the server
   answers only when it knows whether the client goes on.
   Channels: 0 client->server, 1 server->client. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm upload_acknowledged :

nb_channels = 2 ;
parameters :
int req ;
int ticket ;
int go_on ;
int cancel ;
int done ;

automaton client :
initial : 0
state 0 :
to 1 : when true , 0 ! req ;
state 1 :
to 2 : when true , 1 ? ticket ;
state 2 :
to 3 : when true , 0 ! go_on ;
to 0 : when true , 0 ! cancel ;
state 3 :
to 0 : when true , 1 ? done ;

automaton server :
initial : 0
state 0 :
to 1 : when true , 0 ? req ;
state 1 :
to 2 : when true , 1 ! ticket ;
state 2 :
to 3 : when true , 0 ? go_on ;
to 0 : when true , 0 ? cancel ;
state 3 :
to 0 : when true , 1 ! done ;

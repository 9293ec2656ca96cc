/* A client asks a server to take an upload and may change its mind while the server works.
   Channels: 0 client->server, 1 server->client.
   The cancellation and the server's answer can be on their way at the same time, so no order of
   the two makes both synchronous. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm upload :

nb_channels = 2 ;
parameters :
int req ;
int cancel ;
int done ;

automaton client :
initial : 0
state 0 :
to 1 : when true , 0 ! req ;
state 1 :
to 2 : when true , 0 ! cancel ;
to 0 : when true , 1 ? done ;
state 2 :
to 0 : when true , 1 ? done ;

automaton server :
initial : 0
state 0 :
to 1 : when true , 0 ? req ;
to 0 : when true , 0 ? cancel ;
state 1 :
to 0 : when true , 1 ! done ;

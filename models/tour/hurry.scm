/* A client may ask a server to hurry with the first of its requests, on a channel of its own. The
   server looks there while it works on that request, and never again.
   Channels: 0 client->server, 1 server->client, 2 client->server for `hurry`.
   Nobody waits in vain, but a `hurry` that comes too late is never received. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = violated, unreceived(hurry) = violated
scm hurry :

nb_channels = 3 ;
parameters :
int first ;
int next ;
int hurry ;
int done ;

automaton client :
initial : 0
state 0 :
to 1 : when true , 0 ! first ;
state 1 :
to 2 : when true , 2 ! hurry ;
to 3 : when true , 1 ? done ;
state 2 :
to 3 : when true , 1 ? done ;
state 3 :
to 4 : when true , 0 ! next ;
state 4 :
to 3 : when true , 1 ? done ;

automaton server :
initial : 0
state 0 :
to 1 : when true , 0 ? first ;
state 1 :
to 2 : when true , 2 ? hurry ;
to 3 : when true , 1 ! done ;
state 2 :
to 3 : when true , 1 ! done ;
state 3 :
to 4 : when true , 0 ? next ;
state 4 :
to 3 : when true , 1 ! done ;

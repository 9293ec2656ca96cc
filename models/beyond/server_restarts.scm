/* A server starts or is running already, and may restart whenever it has nothing to do; each time
   it says `ready`.
   Channels: 0 client->server, 1 server->client.
   The server has two initial states. Not RSC, as `ready` crosses requests; infinite, as nothing
   bounds the restarts. Bad states: 1 the client has no request and the server works; 2 two answers
   are on their way; 3 the client has no request and an answer is on its way: these hold, as there
   is one request at a time. 4 the client waits, and its request was not taken though three `ready`
   came: reached. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = holds
//# expect: bad_states/4 = violated, unspecified-reception = holds, progress = holds
//# expect: orphan-message = holds, reception-deadlock = holds
scm server_restarts :

nb_channels = 2 ;
parameters :
int request ;
int ready ;
int answer ;

automaton client :
initial : 0
state 0 :
to 1 : when true , 0 ! request ;
to 0 : when true , 1 ? ready ;
state 1 :
to 1 : when true , 1 ? ready ;
to 0 : when true , 1 ? answer ;

automaton server :
initial : 0, 1
state 0 :
to 1 : when true , 1 ! ready ;
state 1 :
to 2 : when true , 0 ? request ;
to 0 : when true ;
state 2 :
to 1 : when true , 1 ! answer ;

bad_states :
(automaton client : in 0 : true automaton server : in 2 : true)
(automaton client : in 0 : true in 1 : true with 1 = *.answer.*.answer.*)
(automaton client : in 0 : true with 1 = *.answer.*)
(automaton client : in 1 : true automaton server : in 1 : true with request.#.ready.ready.ready)

/* A client opens a connection with three messages, sends data, and closes it; the server may reset
   it, and then reads on until the client confirms the reset.
   Channels: 0 client->server, 1 server->client.
   Infinite, as data piles up; not RSC, as a reset crosses data. Bad states: 1 the client is
   connected and the server closed; 2 a closed server finds something else than `syn`; 3 data behind
   a confirmed reset; 4 two messages are on their way to the client. These hold: the server sends
   one message and then waits for its answer, and what the client sent before the reset stands
   before its confirmation. 5 and 6, in the middle of a reset, are reached. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = holds
//# expect: bad_states/4 = holds, bad_states/5 = violated, bad_states/6 = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm connection :

nb_channels = 2 ;
parameters :
int syn ;
int synack ;
int ack ;
int data ;
int fin ;
int rst ;
int finack ;
int rstack ;

automaton client :
initial : 0
state 0 :
to 1 : when true , 0 ! syn ;
state 1 :
to 2 : when true , 1 ? synack ;
state 2 :
to 3 : when true , 0 ! ack ;
state 3 :
to 3 : when true , 0 ! data ;
to 4 : when true , 0 ! fin ;
to 5 : when true , 1 ? rst ;
state 4 :
to 0 : when true , 1 ? finack ;
to 5 : when true , 1 ? rst ;
state 5 :
to 0 : when true , 0 ! rstack ;

automaton server :
initial : 0
state 0 :
to 1 : when true , 0 ? syn ;
state 1 :
to 2 : when true , 1 ! synack ;
state 2 :
to 3 : when true , 0 ? ack ;
state 3 :
to 3 : when true , 0 ? data ;
to 4 : when true , 0 ? fin ;
to 5 : when true , 1 ! rst ;
state 4 :
to 0 : when true , 1 ! finack ;
state 5 :
to 5 : when true , 0 ? data ;
to 5 : when true , 0 ? fin ;
to 0 : when true , 0 ? rstack ;

bad_states :
(automaton client : in 3 : true automaton server : in 0 : true)
(automaton server : in 0 : true with (ack|data|fin|rstack).*.#.*)
(automaton server : in 0 : true in 5 : true with 0 = *.rstack.*.data.*)
(automaton client : in 0 : true in 1 : true in 3 : true in 4 : true with *.#.?.?.*)
(automaton server : in 5 : true with fin.rstack.syn.#._)
(automaton client : in 4 : true automaton server : in 5 : true with data.data.fin.#.rst)

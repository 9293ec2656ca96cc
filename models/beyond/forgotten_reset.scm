/* The connection of connection.scm with a server that also sends notices, and that is closed as
   soon as it resets the connection.
   Channels: 0 client->server, 1 server->client.
   Not RSC, as notices cross data. Data that was on its way when the server reset the connection
   stands before the next `syn`, where nobody takes it: an unspecified reception after 8 steps.
   Infinite, as data piles up. Bad states: 1 a closed server finds data: reached. 2 the client is
   connected, the server is closed, and no reset is on its way: never, as only a reset closes the
   server while the client is connected. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, bad_states/2 = holds, unspecified-reception = violated
//# expect: progress = violated, orphan-message = holds, reception-deadlock = holds
//# expect: deadlock = violated, stuck(client) = violated, stuck(server) = violated
//# expect: unreceived(data) = violated, unreceived(fin) = violated
scm forgotten_reset :

nb_channels = 2 ;
parameters :
int syn ;
int synack ;
int ack ;
int data ;
int fin ;
int notice ;
int rst ;
int finack ;

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
to 3 : when true , 1 ? notice ;
to 0 : when true , 1 ? rst ;
state 4 :
to 0 : when true , 1 ? finack ;
to 4 : when true , 1 ? notice ;
to 0 : when true , 1 ? rst ;

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
to 3 : when true , 1 ! notice ;
to 0 : when true , 1 ! rst ;
state 4 :
to 0 : when true , 1 ! finack ;

bad_states :
(automaton server : in 0 : true with data.*.#.*)
(automaton client : in 3 : true automaton server : in 0 : true with 1 = notice^*)

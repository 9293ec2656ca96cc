/* A client logs in; the server lets it in or turns it away, but the client knows one answer only.
   Channels: 0 client->server, 1 server->client.
   An unspecified reception: `denied` stands at the head of the client's channel, and neither the
   client nor anybody else has a transition that takes it. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = violated, progress = violated, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = violated, stuck(client) = violated
//# expect: unreceived(denied) = violated
scm login :

nb_channels = 2 ;
parameters :
int user ;
int welcome ;
int denied ;

automaton client :
initial : 0
state 0 :
to 1 : when true , 0 ! user ;
state 1 :
to 2 : when true , 1 ? welcome ;
state 2 :

automaton server :
initial : 0
state 0 :
to 1 : when true , 0 ? user ;
state 1 :
to 2 : when true , 1 ! welcome ;
to 2 : when true , 1 ! denied ;
state 2 :

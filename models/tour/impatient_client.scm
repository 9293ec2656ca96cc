/* A client waits for an answer until it loses patience, which is an internal step.
   Channels: 0 client->server, 1 server->client.
   The bad state is entered by this step alone, after the last communication: the client has left,
   and the answer is there. Steps at the end of a run count. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: bad_states/1 = violated, unspecified-reception = holds, progress = holds
//# expect: orphan-message = violated, reception-deadlock = holds, deadlock = violated
//# expect: unreceived(answer) = violated
scm impatient_client :

nb_channels = 2 ;
parameters :
int request ;
int answer ;

automaton client :
initial : 0
state 0 :
to 1 : when true , 0 ! request ;
state 1 :
to 2 : when true , 1 ? answer ;
to 3 : when true ;
state 2 :
state 3 :

automaton server :
initial : 0
state 0 :
to 1 : when true , 0 ? request ;
state 1 :
to 2 : when true , 1 ! answer ;
state 2 :

bad_states :
(automaton client : in 3 : true automaton server : in 2 : true with _.#.answer)

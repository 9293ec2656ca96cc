// A client asks a server, which answers or refuses. Change it into your own protocol.
//
//   scm-check check FILE       look for everything that can go wrong
//   scm-check explain scm      the language on one page
//   scm-check explain tutorial ten minutes, step by step
scm NAME :

nb_channels = 2 ; // channel 0: client to server, channel 1: server to client
parameters : // the messages
int question ;
int answer ;
int refusal ;

automaton client :
initial : 0
state 0 :
to 1 : when true , 0 ! question ; // send `question` on channel 0, go on in state 1
state 1 :
to 0 : when true , 1 ? answer ; // receive `answer` from channel 1, or
to 2 : when true , 1 ? refusal ; // receive `refusal`
state 2 : // no transition: the client has ended

automaton server :
initial : 0
state 0 :
to 1 : when true , 0 ? question ;
state 1 :
to 0 : when true , 1 ! answer ; // the server chooses
to 2 : when true , 1 ! refusal ;
state 2 :

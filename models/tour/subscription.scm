/* A reader subscribes to a paper and may cancel at any time; the publisher may just have sent an issue.
   Channels: 0 reader->publisher, 1 publisher->reader.
   An orphan message: both have ended, and the issue is still on its way. RSC nevertheless, as the
   issue that crosses the cancellation is never received. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = violated
//# expect: reception-deadlock = holds, deadlock = violated, unreceived(issue) = violated
scm subscription :

nb_channels = 2 ;
parameters :
int subscribe ;
int cancel ;
int issue ;

automaton reader :
initial : 0
state 0 :
to 1 : when true , 0 ! subscribe ;
state 1 :
to 1 : when true , 1 ? issue ;
to 2 : when true , 0 ! cancel ;
state 2 :

automaton publisher :
initial : 0
state 0 :
to 1 : when true , 0 ? subscribe ;
state 1 :
to 2 : when true , 1 ! issue ;
to 3 : when true , 0 ? cancel ;
state 2 :
to 3 : when true , 0 ? cancel ;
state 3 :

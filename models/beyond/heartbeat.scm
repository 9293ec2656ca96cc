/* A worker sends heartbeats until it crashes; a monitor that misses them asks, and takes the worker
   for dead if no answer comes in time.
   Channels: 0 worker->monitor, lossy, 1 monitor->worker.
   Not RSC, as the question crosses heartbeats; infinite, as they pile up. Bad states: 1 the worker
   lives and is taken for dead: reached, as patience ends by an internal step. 2 the worker is about
   to answer though the monitor has no question: never, as there is one question at a time and each
   is answered once. 3 two answers stand in channel 0: never, for the same reason. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, bad_states/2 = holds, bad_states/3 = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = violated
//# expect: reception-deadlock = holds, deadlock = violated, unreceived(beat) = violated
//# expect: unreceived(alive) = violated, unreceived(question) = violated
scm heartbeat :

nb_channels = 2 ;
lossy : 0
parameters :
int beat ;
int question ;
int alive ;

automaton worker :
initial : 0
state 0 :
to 0 : when true , 0 ! beat ;
to 1 : when true , 1 ? question ;
to 2 : when true ;
state 1 :
to 0 : when true , 0 ! alive ;
state 2 :

automaton monitor :
initial : 0
state 0 :
to 0 : when true , 0 ? beat ;
to 1 : when true ;
state 1 :
to 2 : when true , 1 ! question ;
state 2 :
to 2 : when true , 0 ? beat ;
to 0 : when true , 0 ? alive ;
to 3 : when true ;
state 3 :

bad_states :
(automaton worker : in 0 : true in 1 : true automaton monitor : in 3 : true)
(automaton worker : in 1 : true automaton monitor : in 0 : true in 1 : true)
(automaton worker : in 0 : true in 1 : true in 2 : true with 0 = *.alive.*.alive.*)

/* A producer sends items without end; a consumer may stop it, reads on until `end`, and starts it
   anew.
   Channels: 0 producer->consumer, 1 consumer->producer.
   Infinite; not RSC, as a `stop` crosses items. Bad states: 1 something stands behind an `end`; 2
   the consumer has read `end` and there is something left; 3 the producer runs though it was not
   started; 4 two items wait while a `stop` is on its way. 1 to 3 hold: from `end` to the next
   `start` the producer sends nothing. 4 is reached. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = holds
//# expect: bad_states/4 = violated, unspecified-reception = holds, progress = holds
//# expect: orphan-message = holds, reception-deadlock = holds
scm stream_with_stop :

nb_channels = 2 ;
parameters :
int item ;
int stop ;
int end ;
int start ;

automaton producer :
initial : 0
state 0 :
to 0 : when true , 0 ! item ;
to 1 : when true , 1 ? stop ;
state 1 :
to 2 : when true , 0 ! end ;
state 2 :
to 0 : when true , 1 ? start ;

automaton consumer :
initial : 0
state 0 :
to 0 : when true , 0 ? item ;
to 1 : when true , 1 ! stop ;
state 1 :
to 1 : when true , 0 ? item ;
to 2 : when true , 0 ? end ;
state 2 :
to 0 : when true , 1 ! start ;

bad_states :
(automaton consumer : in 0 : true in 1 : true in 2 : true with 0 = *.end.?.*)
(automaton consumer : in 2 : true with 0 = ?.*)
(automaton producer : in 0 : true automaton consumer : in 2 : true)
(automaton producer : in 0 : true with item.item.#.stop)

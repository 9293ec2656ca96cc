/* A boss puts jobs into a queue that two workers take from, reads their results meanwhile, and
   closes with one `stop` for each worker; each worker says `bye` behind its results.
   Channels: 0 the queue, FIFO, read by both workers; 1 the mailbox of the boss.
   Not RSC, as results cross jobs; infinite, as jobs pile up. Nothing is left over: both `stop`
   stand behind all jobs, and each `bye` behind the results of its worker. Bad states: 1 a job
   behind a `stop`; 2 the boss has read both `bye` and a result is left; 3 both workers have stopped
   and a job is left. They hold. 4 the boss has read one `bye`, and there is a result of the other
   worker: this happens. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = holds
//# expect: bad_states/4 = violated, unspecified-reception = holds, progress = holds
//# expect: orphan-message = holds, reception-deadlock = holds
scm work_queue :

nb_channels = 2 ;
parameters :
int job ;
int result ;
int stop ;
int bye ;

automaton boss :
initial : 0
state 0 :
to 0 : when true , 0 ! job ;
to 0 : when true , 1 ? result ;
to 1 : when true , 0 ! stop ;
state 1 :
to 1 : when true , 1 ? result ;
to 2 : when true , 0 ! stop ;
state 2 :
to 2 : when true , 1 ? result ;
to 3 : when true , 1 ? bye ;
state 3 :
to 3 : when true , 1 ? result ;
to 4 : when true , 1 ? bye ;
state 4 :

automaton kim :
initial : 0
state 0 :
to 1 : when true , 0 ? job ;
to 2 : when true , 0 ? stop ;
state 1 :
to 0 : when true , 1 ! result ;
state 2 :
to 3 : when true , 1 ! bye ;
state 3 :

automaton lee :
initial : 0
state 0 :
to 1 : when true , 0 ? job ;
to 2 : when true , 0 ? stop ;
state 1 :
to 0 : when true , 1 ! result ;
state 2 :
to 3 : when true , 1 ! bye ;
state 3 :

bad_states :
(automaton boss : in 0 : true in 1 : true in 2 : true with 0 = *.stop.*.job.*)
(automaton boss : in 4 : true with 1 = *.result.*)
(automaton kim : in 2 : true in 3 : true automaton lee : in 2 : true in 3 : true with 0 = *.job.*)
(automaton boss : in 3 : true with 1 = result.*)

/* Two workers meet at two barriers in turn, with a door each, and put down a piece of work before
   they arrive at the first; after it the coordinator has a collector fetch two pieces.
   Channels: 0 workers->coordinator, 1 coordinator->workers, 2 the pieces, 3 coordinator->collector;
   0, 1 and 2 are bags.
   Not RSC, as a piece is put down before the call and taken after it; infinite, as nobody waits for
   the collector. Bad states: a worker has passed a barrier at which the other one has not arrived.
   They hold: a door opens after two arrivals, and nobody arrives twice between two openings. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, unspecified-reception = holds
//# expect: progress = holds, orphan-message = holds, reception-deadlock = holds
scm barrier_two_doors :

nb_channels = 4 ;
//# bag_buffers = 0, 1, 2
parameters :
int piece ;
int arrived ;
int go ;
int next ;
int collect ;

automaton left :
initial : 0
state 0 :
to 1 : when true , 2 ! piece ;
state 1 :
to 2 : when true , 0 ! arrived ;
state 2 :
to 3 : when true , 1 ? go ;
state 3 :
to 4 : when true , 0 ! arrived ;
state 4 :
to 0 : when true , 1 ? next ;

automaton right :
initial : 0
state 0 :
to 1 : when true , 2 ! piece ;
state 1 :
to 2 : when true , 0 ! arrived ;
state 2 :
to 3 : when true , 1 ? go ;
state 3 :
to 4 : when true , 0 ! arrived ;
state 4 :
to 0 : when true , 1 ? next ;

automaton coordinator :
initial : 0
state 0 :
to 1 : when true , 0 ? arrived ;
state 1 :
to 2 : when true , 0 ? arrived ;
state 2 :
to 3 : when true , 3 ! collect ;
state 3 :
to 4 : when true , 1 ! go ;
state 4 :
to 5 : when true , 1 ! go ;
state 5 :
to 6 : when true , 0 ? arrived ;
state 6 :
to 7 : when true , 0 ? arrived ;
state 7 :
to 8 : when true , 1 ! next ;
state 8 :
to 0 : when true , 1 ! next ;

automaton collector :
initial : 0
state 0 :
to 1 : when true , 3 ? collect ;
state 1 :
to 2 : when true , 2 ? piece ;
state 2 :
to 0 : when true , 2 ? piece ;

bad_states :
(automaton left : in 3 : true automaton right : in 0 : true in 1 : true)
(automaton left : in 0 : true in 1 : true automaton right : in 3 : true)

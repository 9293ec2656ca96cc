/* Two workers meet at a barrier, twice. A coordinator counts two arrivals and then puts two `go`
   into a bag that both workers take from.
   Channels: 0 workers->coordinator, 1 coordinator->workers; both bags.
   Not RSC, as an early `arrived` crosses a `go`. A fast worker may take both `go` of the first
   round, and then the slow one waits for ever. Finite. Bad states: 1 `left` has finished both
   rounds before `right` has passed the first barrier: reached. 2 `left` has passed a barrier at
   which `right` has not arrived: never, as it takes two arrivals. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, bad_states/2 = holds, unspecified-reception = holds
//# expect: progress = violated, orphan-message = holds, reception-deadlock = holds
//# expect: stuck(left) = violated, stuck(right) = violated, stuck(coordinator) = violated
//# expect: deadlock = holds
scm barrier_one_door :

nb_channels = 2 ;
//# bag_buffers = 0, 1
parameters :
int arrived ;
int go ;

automaton left :
initial : 0
state 0 :
to 1 : when true , 0 ! arrived ;
state 1 :
to 2 : when true , 1 ? go ;
state 2 :
to 3 : when true , 0 ! arrived ;
state 3 :
to 4 : when true , 1 ? go ;
state 4 :

automaton right :
initial : 0
state 0 :
to 1 : when true , 0 ! arrived ;
state 1 :
to 2 : when true , 1 ? go ;
state 2 :
to 3 : when true , 0 ! arrived ;
state 3 :
to 4 : when true , 1 ? go ;
state 4 :

automaton coordinator :
initial : 0
state 0 :
to 1 : when true , 0 ? arrived ;
state 1 :
to 2 : when true , 0 ? arrived ;
state 2 :
to 3 : when true , 1 ! go ;
state 3 :
to 4 : when true , 1 ! go ;
state 4 :
to 5 : when true , 0 ? arrived ;
state 5 :
to 6 : when true , 0 ? arrived ;
state 6 :
to 7 : when true , 1 ! go ;
state 7 :
to 8 : when true , 1 ! go ;
state 8 :

bad_states :
(automaton left : in 4 : true automaton right : in 1 : true)
(automaton left : in 2 : true in 3 : true in 4 : true automaton right : in 0 : true)

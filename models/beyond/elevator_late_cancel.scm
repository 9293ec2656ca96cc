/* The elevator of elevator.scm, where a cabin that waits for a call ignores `cancel`.
   Channels: 0 user->cabin, 1 cabin->user, 2 cabin->door, 3 door->cabin.
   Not RSC, as `cancel` crosses `arrived`; finite. Bad states: 1 the user has no call and the cabin
   serves one: never, as the cabin answers each call once, and the user waits for this answer. 2 the
   user has cancelled, and `arrived` is on its way: this happens. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = violated, unspecified-reception = holds
//# expect: progress = holds, orphan-message = holds, reception-deadlock = holds
//# expect: deadlock = holds
scm elevator_late_cancel :

nb_channels = 4 ;
parameters :
int call ;
int arrived ;
int cancel ;
int cancelled ;
int open ;
int opened ;

automaton user :
initial : 0
state 0 :
to 1 : when true , 0 ! call ;
state 1 :
to 0 : when true , 1 ? arrived ;
to 2 : when true , 0 ! cancel ;
state 2 :
to 0 : when true , 1 ? arrived ;
to 0 : when true , 1 ? cancelled ;

automaton cabin :
initial : 0
state 0 :
to 1 : when true , 0 ? call ;
to 0 : when true , 0 ? cancel ;
state 1 :
to 4 : when true , 0 ? cancel ;
to 2 : when true , 2 ! open ;
state 2 :
to 3 : when true , 3 ? opened ;
state 3 :
to 5 : when true , 1 ! arrived ;
state 4 :
to 0 : when true , 1 ! cancelled ;
state 5 :
to 0 : when true , 0 ? cancel ;
to 0 : when true ;

automaton door :
initial : 0
state 0 :
to 1 : when true , 2 ? open ;
state 1 :
to 0 : when true , 3 ! opened ;

bad_states :
(automaton user : in 0 : true automaton cabin : in 1 : true in 2 : true in 3 : true in 4 : true)
(automaton user : in 2 : true automaton cabin : in 0 : true with 1 = arrived)

/* A user calls an elevator and may cancel the call; the cabin opens its door and says that it is
   there.
   Channels: 0 user->cabin, 1 cabin->user, 2 cabin->door, 3 door->cabin.
   Not RSC, as `cancel` crosses `arrived`; the cabin takes such a `cancel` until the door closes.
   One that comes still later stands before the next call, and the cabin is not prepared for that:
   an unspecified reception after 9 steps, and all stand still in the end; only the door has nothing
   left to do, as it may wait for ever to be opened. Finite. */
//# final: door = 0
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: unspecified-reception = violated, progress = violated, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = violated, stuck(user) = violated
//# expect: stuck(cabin) = violated, unreceived(cancel) = violated
scm elevator :

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

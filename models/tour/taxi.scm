/* A passenger calls a taxi. The driver comes when he knows the address; the passenger tells it when
   the taxi has come.
   Channels: 0 passenger->driver, 1 driver->passenger.
   A reception deadlock: both wait for the other, and both channels are empty. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = violated, orphan-message = holds
//# expect: reception-deadlock = violated, stuck(passenger) = violated, stuck(driver) = violated
scm taxi :

nb_channels = 2 ;
parameters :
int call ;
int address ;
int arrived ;

automaton passenger :
initial : 0
state 0 :
to 1 : when true , 0 ! call ;
state 1 :
to 2 : when true , 1 ? arrived ;
state 2 :
to 3 : when true , 0 ! address ;
state 3 :

automaton driver :
initial : 0
state 0 :
to 1 : when true , 0 ? call ;
state 1 :
to 2 : when true , 0 ? address ;
state 2 :
to 3 : when true , 1 ! arrived ;
state 3 :

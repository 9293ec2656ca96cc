/* A clerk sells tickets without end; a guard turns each into a stub and may demand a pause; an
   inspector counts two stubs and reports.
   Channels: 0 tickets, 1 stubs, both bags; 2 guard->clerk, 3 inspector->clerk.
   Not RSC, as a demand crosses tickets; infinite, as tickets pile up in the bag. Bad states: 1 the
   inspector has counted two stubs and the clerk has sold fewer than two tickets: never, as stubs
   and tickets together are at most as many as were sold. 2 it has counted two and the clerk pauses:
   this happens. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = violated, unspecified-reception = holds
//# expect: progress = holds, orphan-message = holds, reception-deadlock = holds
scm ticket_office :

nb_channels = 4 ;
//# bag_buffers = 0, 1
parameters :
int ticket ;
int pause ;
int report ;
int stub ;

automaton clerk :
initial : 0
state 0 :
to 1 : when true , 0 ! ticket ;
state 1 :
to 2 : when true , 0 ! ticket ;
state 2 :
to 2 : when true , 0 ! ticket ;
to 3 : when true , 2 ? pause ;
to 4 : when true , 3 ? report ;
state 3 :
to 4 : when true , 3 ? report ;
state 4 :
to 4 : when true , 0 ! ticket ;
to 4 : when true , 2 ? pause ;

automaton guard :
initial : 0
state 0 :
to 1 : when true , 0 ? ticket ;
to 2 : when true , 2 ! pause ;
state 1 :
to 0 : when true , 1 ! stub ;
state 2 :
to 3 : when true , 0 ? ticket ;
state 3 :
to 2 : when true , 1 ! stub ;

automaton inspector :
initial : 0
state 0 :
to 1 : when true , 1 ? stub ;
state 1 :
to 2 : when true , 1 ? stub ;
state 2 :
to 3 : when true , 3 ! report ;
state 3 :
to 3 : when true , 1 ? stub ;

bad_states :
(automaton clerk : in 0 : true in 1 : true automaton inspector : in 2 : true in 3 : true)
(automaton clerk : in 3 : true automaton inspector : in 2 : true)

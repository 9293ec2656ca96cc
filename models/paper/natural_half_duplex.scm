/* Between Definitions 5.1.1 and 5.1.2 of the thesis: a foreman hands a task to each of two workers, and
   then takes their reports.
   Channels: 0 foreman->left, 1 foreman->right, 2 left->foreman, 3 right->foreman.
   Natural half-duplex: who has a task on its way to him has not reported yet. Not restricted
   half-duplex: both tasks, or both reports, may be on their way at once. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
//# expect: half-duplex[restricted] = violated, half-duplex[natural] = holds
//# expect: half-duplex[multiparty] = holds, topology = violated
scm natural_half_duplex :

nb_channels = 4 ;
parameters :
int task ;
int report ;

automaton foreman :
initial : 0
state 0 :
to 1 : when true , 0 ! task ;
state 1 :
to 2 : when true , 1 ! task ;
state 2 :
to 3 : when true , 2 ? report ;
state 3 :
to 0 : when true , 3 ? report ;

automaton left :
initial : 0
state 0 :
to 1 : when true , 0 ? task ;
state 1 :
to 0 : when true , 2 ! report ;

automaton right :
initial : 0
state 0 :
to 1 : when true , 1 ? task ;
state 1 :
to 0 : when true , 3 ! report ;

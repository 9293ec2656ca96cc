/* Three nodes in a ring elect the greatest of them: each sends its number on, greater numbers are
   passed on, smaller ones dropped; who gets its own number back announces it, and after the
   announcement each node begins the next election.
   Channels: 0 high->mid, 1 mid->low, 2 low->high.
   Not RSC, as all send first. Finite. Bad states: 1 `high` is elected before `low` has passed on
   its number; 2 `high` waits for its announcement and finds a number before it; 3 numbers of two
   elections stand in channel 0. They hold: the announcement follows the numbers through all FIFO
   channels. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = holds
scm ring_election :

nb_channels = 3 ;
parameters :
int three ;
int one ;
int two ;
int elected ;

automaton high :
initial : 0
state 0 :
to 1 : when true , 0 ! three ;
state 1 :
to 1 : when true , 2 ? one ;
to 1 : when true , 2 ? two ;
to 2 : when true , 2 ? three ;
state 2 :
to 3 : when true , 0 ! elected ;
state 3 :
to 0 : when true , 2 ? elected ;

automaton mid :
initial : 0
state 0 :
to 1 : when true , 1 ! two ;
state 1 :
to 2 : when true , 0 ? three ;
state 2 :
to 3 : when true , 1 ! three ;
state 3 :
to 4 : when true , 0 ? elected ;
state 4 :
to 0 : when true , 1 ! elected ;

automaton low :
initial : 0
state 0 :
to 1 : when true , 2 ! one ;
state 1 :
to 2 : when true , 1 ? two ;
state 2 :
to 3 : when true , 2 ! two ;
state 3 :
to 4 : when true , 1 ? three ;
state 4 :
to 5 : when true , 2 ! three ;
state 5 :
to 6 : when true , 1 ? elected ;
state 6 :
to 0 : when true , 2 ! elected ;

bad_states :
(automaton high : in 2 : true automaton low : in 1 : true in 2 : true in 3 : true in 4 : true)
(automaton high : in 3 : true with 2 = (one|two|three).*)
(automaton mid : in 0 : true in 1 : true in 2 : true with 0 = *.three.*.three.*)

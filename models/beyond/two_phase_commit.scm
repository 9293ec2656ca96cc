/* Two-phase commit, in which a participant may veto before it is asked: it then takes the request
   without a further vote.
   Channels: 0 and 1 coordinator->left and right, 2 the coordinator's mailbox.
   Not RSC, as a veto crosses the request; finite. The coordinator waits for both votes, whatever
   the first one is. Bad states: 1 and 2 one participant commits and the other aborts; 3 a
   participant has committed and a `no` is on its way. They hold: `commit` is sent only after two
   votes `yes`, to both. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = holds
scm two_phase_commit :

nb_channels = 3 ;
parameters :
int prepare ;
int yes ;
int no ;
int commit ;
int abort ;

automaton coordinator :
initial : 0
state 0 :
to 1 : when true , 0 ! prepare ;
state 1 :
to 2 : when true , 1 ! prepare ;
state 2 :
to 3 : when true , 2 ? yes ;
to 4 : when true , 2 ? no ;
state 3 :
to 5 : when true , 2 ? yes ;
to 7 : when true , 2 ? no ;
state 4 :
to 7 : when true , 2 ? yes ;
to 7 : when true , 2 ? no ;
state 5 :
to 6 : when true , 0 ! commit ;
state 6 :
to 9 : when true , 1 ! commit ;
state 7 :
to 8 : when true , 0 ! abort ;
state 8 :
to 9 : when true , 1 ! abort ;
state 9 :

automaton left :
initial : 0
state 0 :
to 1 : when true , 0 ? prepare ;
to 2 : when true , 2 ! no ;
state 1 :
to 3 : when true , 2 ! yes ;
to 2 : when true , 2 ! no ;
state 2 :
to 2 : when true , 0 ? prepare ;
to 5 : when true , 0 ? abort ;
state 3 :
to 4 : when true , 0 ? commit ;
to 5 : when true , 0 ? abort ;
state 4 :
state 5 :

automaton right :
initial : 0
state 0 :
to 1 : when true , 1 ? prepare ;
to 2 : when true , 2 ! no ;
state 1 :
to 3 : when true , 2 ! yes ;
to 2 : when true , 2 ! no ;
state 2 :
to 2 : when true , 1 ? prepare ;
to 5 : when true , 1 ? abort ;
state 3 :
to 4 : when true , 1 ? commit ;
to 5 : when true , 1 ? abort ;
state 4 :
state 5 :

bad_states :
(automaton left : in 4 : true automaton right : in 2 : true in 5 : true)
(automaton left : in 2 : true in 5 : true automaton right : in 4 : true)
(automaton left : in 4 : true with 2 = *.no.*)

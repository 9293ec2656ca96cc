/* The two-phase commit of two_phase_commit.scm with a coordinator that aborts at the first `no` and
   ends.
   Channels: 0 and 1 coordinator->left and right, 2 the coordinator's mailbox.
   Not RSC, as a veto crosses the request; finite. The vote of the other participant comes when the
   coordinator has ended: an orphan message. Bad states: 1 one participant commits and the other
   aborts: never, as before. 2 all have ended and a `yes` is left over: reached. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = violated, unspecified-reception = holds
//# expect: progress = holds, orphan-message = violated, reception-deadlock = holds
//# expect: deadlock = violated, unreceived(yes) = violated, unreceived(no) = violated
scm two_phase_commit_hasty :

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
to 6 : when true , 2 ? no ;
state 3 :
to 5 : when true , 2 ? yes ;
to 6 : when true , 2 ? no ;
state 5 :
to 8 : when true , 0 ! commit ;
state 6 :
to 7 : when true , 0 ! abort ;
state 7 :
to 9 : when true , 1 ! abort ;
state 8 :
to 9 : when true , 1 ! commit ;
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
(automaton left : in 4 : true automaton right : in 5 : true)
(automaton coordinator : in 9 : true automaton left : in 5 : true automaton right : in 5 : true with 2 = yes)

/* Two players report two moves each in every round before they read those of the other one. The first one
   comments on the game in between, as much as it likes.
   Channels: 0 white->black, 1 black->white.
   Not RSC, as moves cross; infinite, as comments pile up. With one message in each channel black cannot
   report its second move before white reads the first; with two it can: 2-multiparty compatible. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = holds
//# expect: stuck(white) = holds, stuck(black) = holds, unreceived(move) = holds
//# expect: unreceived(comment) = holds
//# expect: multiparty-compatible[1] = violated, multiparty-compatible[2] = holds
scm two_rounds_ahead :

nb_channels = 2 ;
parameters :
int move ;
int comment ;

automaton white :
initial : 0
state 0 :
to 0 : when true , 0 ! comment ;
to 1 : when true , 0 ! move ;
state 1 :
to 2 : when true , 0 ! move ;
state 2 :
to 3 : when true , 1 ? move ;
state 3 :
to 0 : when true , 1 ? move ;

automaton black :
initial : 0
state 0 :
to 1 : when true , 1 ! move ;
state 1 :
to 2 : when true , 1 ! move ;
state 2 :
to 2 : when true , 0 ? comment ;
to 3 : when true , 0 ? move ;
state 3 :
to 0 : when true , 0 ? move ;

/* Two workers report; a dispatcher then gives its first job to one of them, and all others to the same one.
   Channels: 0 dispatcher->left, 1 dispatcher->right, 2 left->dispatcher, 3 right->dispatcher.
   Progress holds, as there is always a job to do. But the worker that was not chosen is stuck: it
   waits, and nothing that can still happen brings it a job. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds, stuck(left) = violated, stuck(right) = violated
scm favourite_worker :

nb_channels = 4 ;
parameters :
int ready ;
int job ;
int done ;

automaton dispatcher :
initial : 0
state 0 :
to 1 : when true , 2 ? ready ;
state 1 :
to 2 : when true , 3 ? ready ;
state 2 :
to 3 : when true , 0 ! job ;
to 5 : when true , 1 ! job ;
state 3 :
to 4 : when true , 2 ? done ;
state 4 :
to 3 : when true , 0 ! job ;
state 5 :
to 6 : when true , 3 ? done ;
state 6 :
to 5 : when true , 1 ! job ;

automaton left :
initial : 0
state 0 :
to 1 : when true , 2 ! ready ;
state 1 :
to 2 : when true , 0 ? job ;
state 2 :
to 1 : when true , 2 ! done ;

automaton right :
initial : 0
state 0 :
to 1 : when true , 3 ! ready ;
state 1 :
to 2 : when true , 1 ? job ;
state 2 :
to 1 : when true , 3 ! done ;

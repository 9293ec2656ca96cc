/* A teacher gives two pupils a task each; they compare their notes with each other and hand them
   in.
   Mailboxes: 0 of the teacher, 1 of `left`, 2 of `right`.
   Not RSC, as the two notes cross. Finite. `left` gets its task first and may be so quick that its
   note is in the mailbox of `right` before the task is: `right` is prepared for that. Bad states: 1
   this: reached. 2 a note before the task in the mailbox of `left`: never, as `right` gets its task
   after `left` did. 3 two rounds mix: a task waits behind another: never. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, bad_states/2 = holds, bad_states/3 = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = holds
scm compare_notes :

nb_channels = 3 ;
parameters :
int task ;
int done ;
int note ;

automaton teacher :
initial : 0
state 0 :
to 1 : when true , 1 ! task ;
state 1 :
to 2 : when true , 2 ! task ;
state 2 :
to 3 : when true , 0 ? done ;
state 3 :
to 0 : when true , 0 ? done ;

automaton left :
initial : 0
state 0 :
to 1 : when true , 1 ? task ;
state 1 :
to 2 : when true , 2 ! note ;
state 2 :
to 3 : when true , 1 ? note ;
state 3 :
to 0 : when true , 0 ! done ;

automaton right :
initial : 0
state 0 :
to 1 : when true , 2 ? task ;
to 4 : when true , 2 ? note ;
state 1 :
to 2 : when true , 1 ! note ;
state 2 :
to 3 : when true , 2 ? note ;
state 3 :
to 0 : when true , 0 ! done ;
state 4 :
to 5 : when true , 2 ? task ;
state 5 :
to 3 : when true , 1 ! note ;

bad_states :
(automaton right : in 0 : true with 2 = note.task)
(automaton left : in 0 : true with 1 = note.*)
(automaton teacher : in 0 : true in 1 : true in 2 : true in 3 : true with 2 = *.task.*.task.*)

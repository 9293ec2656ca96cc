/* Two writers share a journal: who wants to write asks the other and waits for `ok`; if both ask at
   once, `left` goes first. Who writes answers later.
   Channels: 0 left->right, 1 right->left, 2 the journal, which both write to.
   Not RSC, as two requests cross; infinite, as the journal grows. Bad states: 1 both write. 2 an
   `ok` for `left` while it writes. They hold: `left` says `ok` only when it neither writes nor has
   a request, `right` only when it does not write, and a writer has taken the `ok` of the other one. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, unspecified-reception = holds
//# expect: progress = holds, orphan-message = holds, reception-deadlock = holds
scm mutual_exclusion :

nb_channels = 3 ;
parameters :
int ask ;
int ok ;
int line ;

automaton left :
initial : 0
state 0 :
to 1 : when true , 0 ! ask ;
to 5 : when true , 1 ? ask ;
state 1 :
to 2 : when true , 1 ? ok ;
to 3 : when true , 1 ? ask ;
state 2 :
to 2 : when true , 2 ! line ;
to 4 : when true , 1 ? ask ;
to 0 : when true ;
state 3 :
to 4 : when true , 1 ? ok ;
state 4 :
to 4 : when true , 2 ! line ;
to 0 : when true , 0 ! ok ;
state 5 :
to 0 : when true , 0 ! ok ;

automaton right :
initial : 0
state 0 :
to 1 : when true , 1 ! ask ;
to 5 : when true , 0 ? ask ;
state 1 :
to 2 : when true , 0 ? ok ;
to 3 : when true , 0 ? ask ;
state 2 :
to 2 : when true , 2 ! line ;
to 4 : when true , 0 ? ask ;
to 0 : when true ;
state 3 :
to 1 : when true , 1 ! ok ;
state 4 :
to 4 : when true , 2 ! line ;
to 0 : when true , 1 ! ok ;
state 5 :
to 0 : when true , 1 ! ok ;

automaton reader :
initial : 0
state 0 :
to 0 : when true , 2 ? line ;

bad_states :
(automaton left : in 2 : true in 4 : true automaton right : in 2 : true in 4 : true)
(automaton left : in 2 : true in 4 : true with 1 = *.ok.*)

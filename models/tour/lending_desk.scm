/* Two readers ask a desk for the only book, bring it back, and leave.
   Channels: 0 ann->desk, 1 desk->ann, 2 bob->desk, 3 desk->bob.
   When both have left, the desk waits for the next reader. That is meant: its state 0 is declared
   final, and `progress` and `stuck(desk)` hold. */
//# final: desk = 0
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm lending_desk :

nb_channels = 4 ;
parameters :
int ask ;
int book ;
int back ;

automaton ann :
initial : 0
state 0 :
to 1 : when true , 0 ! ask ;
state 1 :
to 2 : when true , 1 ? book ;
state 2 :
to 3 : when true , 0 ! back ;
state 3 :

automaton bob :
initial : 0
state 0 :
to 1 : when true , 2 ! ask ;
state 1 :
to 2 : when true , 3 ? book ;
state 2 :
to 3 : when true , 2 ! back ;
state 3 :

automaton desk :
initial : 0
state 0 :
to 1 : when true , 0 ? ask ;
to 3 : when true , 2 ? ask ;
state 1 :
to 2 : when true , 1 ! book ;
state 2 :
to 0 : when true , 0 ? back ;
state 3 :
to 4 : when true , 3 ! book ;
state 4 :
to 0 : when true , 2 ? back ;

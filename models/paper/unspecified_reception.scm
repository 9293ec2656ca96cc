/* Thesis Figure 4.8a (Examples 4.2.7 to 4.2.9): p waits for a message that nobody sends, while q
   keeps putting another one into the same queue.
   Channel: 0 q->p.
   The bad state is the unspecified reception, there after the first send. Progress holds, since
   q can always go on, and no message is orphaned, since no state is final. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: bad_states/1 = violated, unspecified-reception = violated, progress = holds
//# expect: orphan-message = holds, reception-deadlock = holds
//# expect: deadlock = violated
scm unspecified_reception :

nb_channels = 1 ;
parameters :
int wanted ;
int offered ;

automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ? wanted ;
state 1 :

automaton q :
initial : 0
state 0 :
to 0 : when true , 0 ! offered ;

bad_states :
(automaton p : in 0 : true with offered.(wanted|offered)^*)

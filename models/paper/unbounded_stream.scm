/* Thesis Figure 3.6: one endless sender, one endless receiver.
   Channel: 0 source->sink.
   A prefix of an execution never has more receptions than sends, which no finite automaton can
   count; the RSC executions alone are regular, and up to commutation they are all there is. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm unbounded_stream :

nb_channels = 1 ;
parameters :
int item ;

automaton source :
initial : 0
state 0 :
to 0 : when true , 0 ! item ;

automaton sink :
initial : 0
state 0 :
to 0 : when true , 0 ? item ;

/* A sender splits each message into two parts and repeats them until the receiver says that both
   came.
   Channels: 0 sender->receiver, 1 receiver->sender; both are bags and lossy, as datagrams are.
   Not RSC, as repetitions cross answers; infinite, as nothing bounds them. A repetition that is
   left in the bag counts for the next message. Bad states: 1 the receiver has both parts of a
   message whose second part was not sent yet: reached in 10 steps. 2 the receiver has a part and
   the sender has not sent any: never. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, bad_states/2 = holds, unspecified-reception = holds
//# expect: progress = holds, orphan-message = holds, reception-deadlock = holds
scm datagrams :

nb_channels = 2 ;
lossy : 0, 1
//# bag_buffers = 0, 1
parameters :
int first ;
int second ;
int done ;

automaton sender :
initial : 0
state 0 :
to 1 : when true , 0 ! first ;
state 1 :
to 2 : when true , 0 ! second ;
state 2 :
to 2 : when true , 0 ! first ;
to 2 : when true , 0 ! second ;
to 3 : when true , 1 ? done ;
state 3 :
to 4 : when true , 0 ! first ;
state 4 :
to 2 : when true , 0 ! second ;

automaton receiver :
initial : 0
state 0 :
to 1 : when true , 0 ? first ;
to 2 : when true , 0 ? second ;
state 1 :
to 1 : when true , 0 ? first ;
to 3 : when true , 0 ? second ;
state 2 :
to 2 : when true , 0 ? second ;
to 3 : when true , 0 ? first ;
state 3 :
to 0 : when true , 1 ! done ;

bad_states :
(automaton sender : in 4 : true automaton receiver : in 3 : true)
(automaton sender : in 0 : true automaton receiver : in 1 : true in 2 : true in 3 : true)

/* The snapshot of snapshot.scm in bags, where markers do not part what was sent before from what
   was sent after the snapshot.
   Channels: 0 first->second, 1 second->first; both bags.
   Not RSC, as the coin crosses the marker; finite. Bad state: the sum of a snapshot is not one.
   Reached; as nothing leaves this state, the coin or an answer may stay where it is. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, unspecified-reception = holds, progress = violated
//# expect: orphan-message = holds, reception-deadlock = holds, deadlock = violated
//# expect: stuck(second) = violated, unreceived(coin) = violated, unreceived(none) = violated
//# expect: unreceived(one) = violated
scm snapshot_reordered :

nb_channels = 2 ;
//# bag_buffers = 0, 1
parameters :
int coin ;
int marker ;
int none ;
int one ;

automaton first :
initial : 1
state 0 :
to 1 : when true , 1 ? coin ;
to 2 : when true , 0 ! marker ;
state 1 :
to 0 : when true , 0 ! coin ;
to 3 : when true , 0 ! marker ;
state 2 :
to 3 : when true , 1 ? coin ;
to 5 : when true , 1 ? none ;
to 0 : when true , 1 ? one ;
state 3 :
to 4 : when true , 0 ! coin ;
to 1 : when true , 1 ? none ;
to 5 : when true , 1 ? one ;
state 4 :
to 5 : when true , 1 ? coin ;
to 0 : when true , 1 ? none ;
to 5 : when true , 1 ? one ;
state 5 :

automaton second :
initial : 0
state 0 :
to 1 : when true , 0 ? coin ;
to 2 : when true , 0 ? marker ;
state 1 :
to 0 : when true , 1 ! coin ;
to 3 : when true , 0 ? marker ;
state 2 :
to 0 : when true , 1 ! none ;
state 3 :
to 1 : when true , 1 ! one ;

bad_states :
(automaton first : in 5 : true)

/* Two banks pass one coin to and fro; at any time the first takes a snapshot: it notes what it has,
   sends a marker, counts what comes before the answer, and adds what the other bank noted at the
   marker.
   Channels: 0 first->second, 1 second->first.
   Not RSC, as the coin crosses the marker. Finite. States 0 and 1 of the first bank are the coins
   that it has; from 2 to 4 a snapshot is taken: nothing counted, one counted and there, one counted
   and passed on. In state 5 the sum is not one. Bad state: this one. It holds, as in FIFO channels
   markers part what was sent before the snapshot from what was sent after it.
   snapshot_reordered.scm has bags. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, unspecified-reception = holds, progress = holds
//# expect: orphan-message = holds, reception-deadlock = holds, deadlock = holds
scm snapshot :

nb_channels = 2 ;
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

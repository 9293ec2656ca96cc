/* A consumer hands out credits, two at first and then one for each item that it has taken; a
   producer sends one item for each credit.
   Channels: 0 producer->consumer, 1 consumer->producer.
   Not RSC, as credits cross items; finite, as credits and items on their way and in hand are at
   most two. Bad states: 1 three items wait; 2 two items wait and a credit is on its way: they hold
   for this reason. 3 two items wait: this happens. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = holds
scm credits :

nb_channels = 2 ;
parameters :
int credit ;
int item ;

automaton producer :
initial : 0
state 0 :
to 1 : when true , 1 ? credit ;
state 1 :
to 0 : when true , 0 ! item ;
to 2 : when true , 1 ? credit ;
state 2 :
to 1 : when true , 0 ! item ;

automaton consumer :
initial : 0
state 0 :
to 1 : when true , 1 ! credit ;
state 1 :
to 2 : when true , 1 ! credit ;
state 2 :
to 3 : when true , 0 ? item ;
state 3 :
to 2 : when true , 1 ! credit ;

bad_states :
(automaton producer : in 0 : true in 1 : true in 2 : true with 0 = ?.?.?.*)
(automaton producer : in 0 : true in 1 : true in 2 : true with item.item.*.#.credit.*)
(automaton producer : in 0 : true with item.item.#._)

/* A waiter hands two slips to a chef, who reads them as they come, calls the apprentice and serves;
   the apprentice puts a garnish on the same counter, and a guest takes it.
   Channels: 0 waiter->chef, 1 chef->apprentice, 2 the counter: chef, apprentice->waiter, guest, a bag.
   RSC as it is written only. Were the slips in a bag, the chef could read the second one first. Were
   the counter a FIFO channel, it would keep garnish and dish in order, also where the garnish comes
   behind the dish though the apprentice put it down before the call.
   The bad state, an extra before its order, speaks of channel 0 and so leaves the bag alone. */
//# expect: rsc = holds, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, unspecified-reception = holds, progress = holds
//# expect: orphan-message = holds, reception-deadlock = holds
scm kitchen :

nb_channels = 3 ;
//# bag_buffers = 2
parameters :
int order ;
int extra ;
int call ;
int dish ;
int garnish ;

automaton waiter :
initial : 0
state 0 :
to 1 : when true , 0 ! order ;
state 1 :
to 2 : when true , 0 ! extra ;
state 2 :
to 3 : when true , 2 ? dish ;
state 3 :

automaton chef :
initial : 0
state 0 :
to 1 : when true , 0 ? order ;
to 2 : when true , 0 ? extra ;
state 1 :
to 3 : when true , 0 ? extra ;
state 2 :
to 3 : when true , 0 ? order ;
state 3 :
to 4 : when true , 1 ! call ;
state 4 :
to 5 : when true , 2 ! dish ;
state 5 :

automaton apprentice :
initial : 0
state 0 :
to 1 : when true , 2 ! garnish ;
state 1 :
to 2 : when true , 1 ? call ;
state 2 :

automaton guest :
initial : 0
state 0 :
to 1 : when true , 2 ? garnish ;
state 1 :

bad_states :
(automaton chef : in 0 : true with 0 = extra.*)

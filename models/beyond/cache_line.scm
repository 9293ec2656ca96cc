/* A cache fetches a line from a directory and may give it back; the directory may demand it at any
   time.
   Channels: 0 cache->directory, 1 directory->cache.
   Not RSC, as `give_back` crosses `demand`: the directory then takes it for the answer, and the
   cache ignores the demand. Finite. Bad states: 1 the cache has no line and the directory thinks it
   has, with nothing on its way; 2 the cache uses a line that the directory has marked as free; 3 a
   demand comes when the cache has nothing. They hold: a demand comes before `done` in channel 1. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = holds
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = holds
scm cache_line :

nb_channels = 2 ;
parameters :
int get ;
int line ;
int give_back ;
int demand ;
int done ;
int given ;

automaton cache :
initial : 0
state 0 :
to 1 : when true , 0 ! get ;
state 1 :
to 2 : when true , 1 ? line ;
state 2 :
to 3 : when true , 0 ! give_back ;
to 4 : when true , 1 ? demand ;
state 3 :
to 0 : when true , 1 ? done ;
to 3 : when true , 1 ? demand ;
state 4 :
to 0 : when true , 0 ! given ;

automaton directory :
initial : 0
state 0 :
to 1 : when true , 0 ? get ;
state 1 :
to 2 : when true , 1 ! line ;
state 2 :
to 3 : when true , 0 ? give_back ;
to 4 : when true , 1 ! demand ;
state 3 :
to 0 : when true , 1 ! done ;
state 4 :
to 0 : when true , 0 ? given ;
to 3 : when true , 0 ? give_back ;

bad_states :
(automaton cache : in 0 : true automaton directory : in 2 : true in 4 : true with _.#._)
(automaton cache : in 2 : true automaton directory : in 0 : true)
(automaton cache : in 0 : true in 1 : true with 1 = demand.*)

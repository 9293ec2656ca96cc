/* A clerk writes each entry into two ledgers, in ink of two colours in turn; an auditor reads the
   second ledger first.
   Channels: 0 and 1 clerk->auditor.
   Not RSC, as an entry is written into the first ledger first and read from it last; infinite.
   Between two entries both channels hold equally many: the contents are no regular language. Still,
   each channel ends with the colour of the last entry that was written, and what the auditor
   compares begins with the same colour; this invariant is regular. Bad states: 1 both are in use,
   and the last entries have different colours. 2 the auditor looks for a red entry where a blue one
   comes first. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, unspecified-reception = holds
//# expect: progress = holds, orphan-message = holds, reception-deadlock = holds
scm two_ledgers :

nb_channels = 2 ;
parameters :
int red ;
int blue ;

automaton clerk :
initial : 0
state 0 :
to 1 : when true , 0 ! red ;
state 1 :
to 2 : when true , 1 ! red ;
state 2 :
to 3 : when true , 0 ! blue ;
state 3 :
to 0 : when true , 1 ! blue ;

automaton auditor :
initial : 0
state 0 :
to 1 : when true , 1 ? red ;
state 1 :
to 2 : when true , 0 ? red ;
state 2 :
to 3 : when true , 1 ? blue ;
state 3 :
to 0 : when true , 0 ? blue ;

bad_states :
(automaton clerk : in 0 : true in 2 : true with *.red.#.*.blue)
(automaton auditor : in 1 : true with 0 = blue.*)

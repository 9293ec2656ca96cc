/* Four couples decide on this and that: in each round both partners say `yes` or `no` and then hear
   what the other one says.
   Channels: 0 and 1 between amy and ben, 2 and 3 cleo and dan, 4 and 5 eve and fay, 6 and 7 gus and
   hal.
   Not RSC, as what partners say crosses. Finite, but the couples know nothing of each other: 21
   configurations each make 194,481 in all. All holds for each couple alone: who listens has spoken,
   and then the partner either speaks or has spoken. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm four_couples :

nb_channels = 8 ;
parameters :
int yes ;
int no ;

automaton amy :
initial : 0
state 0 :
to 1 : when true , 0 ! yes ;
to 1 : when true , 0 ! no ;
state 1 :
to 0 : when true , 1 ? yes ;
to 0 : when true , 1 ? no ;

automaton ben :
initial : 0
state 0 :
to 1 : when true , 1 ! yes ;
to 1 : when true , 1 ! no ;
state 1 :
to 0 : when true , 0 ? yes ;
to 0 : when true , 0 ? no ;

automaton cleo :
initial : 0
state 0 :
to 1 : when true , 2 ! yes ;
to 1 : when true , 2 ! no ;
state 1 :
to 0 : when true , 3 ? yes ;
to 0 : when true , 3 ? no ;

automaton dan :
initial : 0
state 0 :
to 1 : when true , 3 ! yes ;
to 1 : when true , 3 ! no ;
state 1 :
to 0 : when true , 2 ? yes ;
to 0 : when true , 2 ? no ;

automaton eve :
initial : 0
state 0 :
to 1 : when true , 4 ! yes ;
to 1 : when true , 4 ! no ;
state 1 :
to 0 : when true , 5 ? yes ;
to 0 : when true , 5 ? no ;

automaton fay :
initial : 0
state 0 :
to 1 : when true , 5 ! yes ;
to 1 : when true , 5 ! no ;
state 1 :
to 0 : when true , 4 ? yes ;
to 0 : when true , 4 ? no ;

automaton gus :
initial : 0
state 0 :
to 1 : when true , 6 ! yes ;
to 1 : when true , 6 ! no ;
state 1 :
to 0 : when true , 7 ? yes ;
to 0 : when true , 7 ? no ;

automaton hal :
initial : 0
state 0 :
to 1 : when true , 7 ! yes ;
to 1 : when true , 7 ! no ;
state 1 :
to 0 : when true , 6 ? yes ;
to 0 : when true , 6 ? no ;

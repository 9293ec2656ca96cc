/* A customer asks a travel agency for quotes until one is accepted, and may withdraw while the
   agency books with an airline; the airline sends offers without end, which the agency drops.
   Channels: 0 customer->agency, 1 agency->customer, 2 agency->airline, 3 airline->agency.
   Not RSC, as `withdraw` crosses `ticket`; infinite, as offers pile up. Bad states: 1 the customer
   is idle and the agency is not; 2 a refund before the ticket; 3 the customer waits for a quote,
   and `withdraw` is on its way. They hold: each `withdraw` is answered by one `refund`, after the
   ticket if there was one. 4 ticket and refund are both on their way: reached. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = holds
//# expect: bad_states/4 = violated, unspecified-reception = holds, progress = holds
//# expect: orphan-message = holds, reception-deadlock = holds
scm travel_agency :

nb_channels = 4 ;
parameters :
int query ;
int quote ;
int accept ;
int ticket ;
int withdraw ;
int refund ;
int offer ;
int reserve ;
int booked ;

automaton customer :
initial : 0
state 0 :
to 1 : when true , 0 ! query ;
state 1 :
to 2 : when true , 1 ? quote ;
state 2 :
to 3 : when true , 0 ! accept ;
to 1 : when true , 0 ! query ;
state 3 :
to 0 : when true , 1 ? ticket ;
to 4 : when true , 0 ! withdraw ;
state 4 :
to 5 : when true , 1 ? ticket ;
to 0 : when true , 1 ? refund ;
state 5 :
to 0 : when true , 1 ? refund ;

automaton agency :
initial : 0
state 0 :
to 1 : when true , 0 ? query ;
to 7 : when true , 0 ? withdraw ;
to 0 : when true , 3 ? offer ;
state 1 :
to 2 : when true , 1 ! quote ;
state 2 :
to 3 : when true , 0 ? accept ;
to 1 : when true , 0 ? query ;
to 2 : when true , 3 ? offer ;
state 3 :
to 4 : when true , 2 ! reserve ;
state 4 :
to 5 : when true , 3 ? booked ;
to 4 : when true , 3 ? offer ;
state 5 :
to 0 : when true , 1 ! ticket ;
to 7 : when true , 0 ? withdraw ;
state 7 :
to 0 : when true , 1 ! refund ;

automaton airline :
initial : 0
state 0 :
to 0 : when true , 3 ! offer ;
to 1 : when true , 2 ? reserve ;
state 1 :
to 0 : when true , 3 ! booked ;

bad_states :
(automaton customer : in 0 : true automaton agency : in 1 : true in 2 : true in 3 : true in 4 : true in 5 : true in 7 : true)
(automaton customer : in 3 : true in 4 : true with 1 = refund.ticket.*)
(automaton customer : in 1 : true with 0 = *.withdraw.*)
(automaton customer : in 4 : true with 1 = ticket.refund)

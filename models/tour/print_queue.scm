/* A user sends pages to a printer, as many as it likes, then `end`, and waits until all is printed.
   Channels: 0 user->printer, 1 printer->user.
   Bad states on contents, in the spelling that McScM does not have: `?` is any one message, `*` any
   messages, `0 = ...` speaks of channel 0 alone. In turn:
   1 something waits behind an `end`, 2 the user waits and a page came last, 3 both channels are in
   use: none of these happens. 4 two pages wait: this does. */
//# expect: rsc = holds, rsc[fifo] = holds, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = holds
//# expect: bad_states/4 = violated, unspecified-reception = holds, progress = holds
//# expect: orphan-message = holds, reception-deadlock = holds
scm print_queue :

nb_channels = 2 ;
parameters :
int page ;
int end ;
int printed ;

automaton user :
initial : 0
state 0 :
to 0 : when true , 0 ! page ;
to 1 : when true , 0 ! end ;
state 1 :
to 0 : when true , 1 ? printed ;

automaton printer :
initial : 0
state 0 :
to 0 : when true , 0 ? page ;
to 1 : when true , 0 ? end ;
state 1 :
to 0 : when true , 1 ! printed ;

bad_states :
(automaton user : in 0 : true in 1 : true with 0 = *.end.?.*)
(automaton user : in 1 : true with 0 = *.page)
(automaton user : in 0 : true in 1 : true with ?.*.#.?.*)
(automaton user : in 0 : true with 0 = page.page.*)

/* A speaker sends news to three members without end; each may raise a hand once, and then the
   speaker stops all of them and waits for three `bye`.
   Channels: 0, 1 and 2 speaker->ann, bob and cem; 3 the mailbox of the speaker.
   Not RSC, as a hand crosses news; infinite, as news pile up. Bad states: 1 something stands behind
   `stop`; 2 the speaker has three `bye`, and a hand or news is left. They hold: `stop` is the last
   in its channel, and a member sends `bye` last and when it has read `stop`. 3 ann has gone, and
   cem has three news to read: reached. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = holds, bad_states/3 = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
scm broadcast :

nb_channels = 4 ;
parameters :
int news ;
int hand ;
int stop ;
int bye ;

automaton speaker :
initial : 0
state 0 :
to 1 : when true , 0 ! news ;
to 3 : when true , 3 ? hand ;
state 1 :
to 2 : when true , 1 ! news ;
state 2 :
to 0 : when true , 2 ! news ;
state 3 :
to 4 : when true , 0 ! stop ;
state 4 :
to 5 : when true , 1 ! stop ;
state 5 :
to 6 : when true , 2 ! stop ;
state 6 :
to 6 : when true , 3 ? hand ;
to 7 : when true , 3 ? bye ;
state 7 :
to 7 : when true , 3 ? hand ;
to 8 : when true , 3 ? bye ;
state 8 :
to 8 : when true , 3 ? hand ;
to 9 : when true , 3 ? bye ;
state 9 :

automaton ann :
initial : 0
state 0 :
to 0 : when true , 0 ? news ;
to 2 : when true , 0 ? stop ;
to 1 : when true , 3 ! hand ;
state 1 :
to 1 : when true , 0 ? news ;
to 2 : when true , 0 ? stop ;
state 2 :
to 3 : when true , 3 ! bye ;
state 3 :

automaton bob :
initial : 0
state 0 :
to 0 : when true , 1 ? news ;
to 2 : when true , 1 ? stop ;
to 1 : when true , 3 ! hand ;
state 1 :
to 1 : when true , 1 ? news ;
to 2 : when true , 1 ? stop ;
state 2 :
to 3 : when true , 3 ! bye ;
state 3 :

automaton cem :
initial : 0
state 0 :
to 0 : when true , 2 ? news ;
to 2 : when true , 2 ? stop ;
to 1 : when true , 3 ! hand ;
state 1 :
to 1 : when true , 2 ? news ;
to 2 : when true , 2 ? stop ;
state 2 :
to 3 : when true , 3 ! bye ;
state 3 :

bad_states :
(automaton speaker : in 4 : true in 5 : true in 6 : true with 0 = *.stop.?.*)
(automaton speaker : in 9 : true with (?.*.#.*.#.*.#.*)|(*.#.?.*.#.*.#.*)|(*.#.*.#.?.*.#.*)|(*.#.*.#.*.#.?.*))
(automaton speaker : in 6 : true automaton ann : in 3 : true automaton cem : in 0 : true with 2 = news.news.news.stop)

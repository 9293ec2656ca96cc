/* A reader joins a publisher, leaves it at any time, and reads on until `bye`; news travel in a
   bag.
   Channels: 0 reader->publisher, 1 publisher->reader, a bag.
   Not RSC, as `leave` crosses news; infinite, as news pile up. `bye` may be taken while news is
   left, and then both have ended: an orphan message. Were the channel FIFO, `bye` would come last.
   Bad states: 1 the reader has gone and the publisher still publishes: never, as `bye` is the
   publisher's last word. 2 the reader has gone and news may be left: reached. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = holds, bad_states/2 = violated, unspecified-reception = holds
//# expect: progress = holds, orphan-message = violated, reception-deadlock = holds
//# expect: deadlock = violated, unreceived(news) = violated
scm last_news :

nb_channels = 2 ;
//# bag_buffers = 1
parameters :
int join ;
int news ;
int leave ;
int bye ;

automaton reader :
initial : 0
state 0 :
to 1 : when true , 0 ! join ;
state 1 :
to 1 : when true , 1 ? news ;
to 2 : when true , 0 ! leave ;
state 2 :
to 2 : when true , 1 ? news ;
to 3 : when true , 1 ? bye ;
state 3 :

automaton publisher :
initial : 0
state 0 :
to 1 : when true , 0 ? join ;
state 1 :
to 1 : when true , 1 ! news ;
to 2 : when true , 0 ? leave ;
state 2 :
to 3 : when true , 1 ! bye ;
state 3 :

bad_states :
(automaton reader : in 3 : true automaton publisher : in 0 : true in 1 : true in 2 : true)
(automaton reader : in 3 : true automaton publisher : in 3 : true)

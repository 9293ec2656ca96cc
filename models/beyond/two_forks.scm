/* A host lays two forks on a table and rings; two guests take one fork and then the other, in
   different orders, eat, and put both back. A guest that has eaten may go home; the host waits for
   both to go.
   Channels: 0 the table, 1 the bell, 2 guests->host; all bags.
   Not RSC, as a guest hears the bell before it takes a fork that was laid earlier. Finite. If each
   guest has one fork, all wait for what is not there: a reception deadlock after 8 steps. When all
   have gone the forks stay where they are: orphan messages. Bad states: 1 each guest has one fork:
   reached. 2 both eat: never, as there is one fork of each kind. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, bad_states/2 = holds, unspecified-reception = holds
//# expect: progress = violated, orphan-message = violated, reception-deadlock = violated
//# expect: deadlock = violated, stuck(host) = violated, stuck(ida) = violated
//# expect: stuck(jon) = violated, unreceived(left_fork) = violated
//# expect: unreceived(right_fork) = violated
scm two_forks :

nb_channels = 3 ;
//# bag_buffers = 0, 1, 2
parameters :
int left_fork ;
int right_fork ;
int bell ;
int thanks ;

automaton host :
initial : 0
state 0 :
to 1 : when true , 0 ! left_fork ;
state 1 :
to 2 : when true , 0 ! right_fork ;
state 2 :
to 3 : when true , 1 ! bell ;
state 3 :
to 4 : when true , 1 ! bell ;
state 4 :
to 5 : when true , 2 ? thanks ;
state 5 :
to 6 : when true , 2 ? thanks ;
state 6 :

automaton ida :
initial : 0
state 0 :
to 1 : when true , 1 ? bell ;
state 1 :
to 2 : when true , 0 ? left_fork ;
to 5 : when true , 2 ! thanks ;
state 2 :
to 3 : when true , 0 ? right_fork ;
state 3 :
to 4 : when true , 0 ! left_fork ;
state 4 :
to 1 : when true , 0 ! right_fork ;
state 5 :

automaton jon :
initial : 0
state 0 :
to 1 : when true , 1 ? bell ;
state 1 :
to 2 : when true , 0 ? right_fork ;
to 5 : when true , 2 ! thanks ;
state 2 :
to 3 : when true , 0 ? left_fork ;
state 3 :
to 4 : when true , 0 ! right_fork ;
state 4 :
to 1 : when true , 0 ! left_fork ;
state 5 :

bad_states :
(automaton ida : in 2 : true automaton jon : in 2 : true)
(automaton ida : in 3 : true automaton jon : in 3 : true)

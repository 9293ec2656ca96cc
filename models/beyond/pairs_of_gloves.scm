/* A knitter puts left and right gloves into two bags in turn and ends at any time; a packer takes a
   right glove and then a left one, again and again.
   Channels: 0 left gloves, 1 right gloves, 2 the end of work; 0 and 1 are bags.
   Not RSC, as a left glove is finished before its right one and taken after it; infinite. The
   packer ends between two pairs: what is left then is an orphan message. A packer with a right
   glove never waits in vain for a left one, since at most as many right gloves are taken as left
   ones are knitted: this is a matter of counting, and no regular language of contents that is
   closed under the steps shows it. Bad states: 1 both have ended: reached. 2 the packer has ended
   before the knitter: never, as the knitter's `end` is its last message. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, bad_states/2 = holds, unspecified-reception = holds
//# expect: progress = holds, orphan-message = violated, reception-deadlock = holds
//# expect: deadlock = violated, unreceived(left) = violated, unreceived(right) = violated
scm pairs_of_gloves :

nb_channels = 3 ;
//# bag_buffers = 0, 1
parameters :
int left ;
int end ;
int right ;

automaton knitter :
initial : 0
state 0 :
to 1 : when true , 0 ! left ;
to 2 : when true , 2 ! end ;
state 1 :
to 0 : when true , 1 ! right ;
state 2 :

automaton packer :
initial : 0
state 0 :
to 1 : when true , 1 ? right ;
to 2 : when true , 2 ? end ;
state 1 :
to 0 : when true , 0 ? left ;
state 2 :

bad_states :
(automaton knitter : in 2 : true automaton packer : in 2 : true)
(automaton knitter : in 0 : true in 1 : true automaton packer : in 2 : true)

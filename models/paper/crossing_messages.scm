/* Thesis Figure 3.1a (Examples 3.1.2 and 3.2.2): two peers that both speak before listening.
   Channels: 0 left->right, 1 right->left. Left is the figure's p, right its q.
   The smallest crossing: both sends precede both receptions, so whichever message is received
   at once, the other one has had to wait. The standard example of a system that is not RSC. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds
//# expect: half-duplex[binary] = violated, half-duplex[restricted] = violated
//# expect: half-duplex[natural] = violated, half-duplex[multiparty] = violated, topology = violated
scm crossing_messages :

nb_channels = 2 ;
parameters :
int hello ;
int welcome ;

automaton left :
initial : 0
state 0 :
to 1 : when true , 0 ! hello ;
state 1 :
to 2 : when true , 1 ? welcome ;
state 2 :

automaton right :
initial : 0
state 0 :
to 1 : when true , 1 ! welcome ;
state 1 :
to 2 : when true , 0 ? hello ;
state 2 :

/* A manager gives each job to one of two workers, who hand it to the customer when it is done. The manager sends
   the bill, and notes to the archive, without waiting; the customer thanks without waiting for the bill.
   Channels: 0 manager->left, 1 manager->right, 2 left->customer, 3 right->customer, 4 manager->customer,
   5 customer->manager, 6 manager->archive.
   Not RSC, as bills and thanks cross; infinite, as notes pile up. The customer receives from two channels, but the
   next job comes after its thanks only, so that one never overtakes the other: 1-multiparty compatible, and
   independent though not directed. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = holds
//# expect: stuck(manager) = holds, stuck(left) = holds, stuck(right) = holds, stuck(customer) = holds
//# expect: stuck(archive) = holds, unreceived(job) = holds, unreceived(done) = holds
//# expect: unreceived(bill) = holds, unreceived(thanks) = holds, unreceived(note) = holds
//# expect: unreceived(filed) = holds
//# expect: multiparty-compatible[1] = holds
scm either_worker :

nb_channels = 7 ;
parameters :
int job ;
int done ;
int bill ;
int thanks ;
int note ;
int filed ;

automaton manager :
initial : 0
state 0 :
to 1 : when true , 0 ! job ;
to 1 : when true , 1 ! job ;
state 1 :
to 2 : when true , 4 ! bill ;
state 2 :
to 2 : when true , 6 ! note ;
to 3 : when true , 6 ! filed ;
state 3 :
to 0 : when true , 5 ? thanks ;

automaton left :
initial : 0
state 0 :
to 1 : when true , 0 ? job ;
state 1 :
to 0 : when true , 2 ! done ;

automaton right :
initial : 0
state 0 :
to 1 : when true , 1 ? job ;
state 1 :
to 0 : when true , 3 ! done ;

automaton customer :
initial : 0
state 0 :
to 1 : when true , 2 ? done ;
to 1 : when true , 3 ? done ;
state 1 :
to 2 : when true , 5 ! thanks ;
state 2 :
to 0 : when true , 4 ? bill ;

automaton archive :
initial : 0
state 0 :
to 0 : when true , 6 ? note ;
to 0 : when true , 6 ? filed ;

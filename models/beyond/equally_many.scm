/* A writer puts a left and a right half into two channels in turn, closes a book with `end`, and
   begins another one `again` when it is asked to; a reader takes the right half first.
   Channels: 0 and 1 writer->reader, 2 reader->writer.
   Not RSC, as a left half is sent before its right half and received after it; infinite. Between
   two rounds channel 0 holds as many `left` as channel 1 `right`: the contents that can be reached
   are no regular language, and every regular language that contains them and is closed under the
   steps has words of different lengths. Counting shows what holds: of each half as many are sent
   (received) as of the other, but for one at most, so the reader never waits for a half that was
   not sent. Bad states: 1 the left halves are used up and right ones are not, or the other way
   round; 2 the reader waits for a left half in an empty channel. Both are never reached, but the
   order in which contents matter there is more than counting knows: no answer. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = unknown, bad_states/2 = unknown, unspecified-reception = holds
//# expect: progress = holds, orphan-message = holds, reception-deadlock = holds
scm equally_many :

nb_channels = 3 ;
parameters :
int left ;
int end ;
int right ;
int again ;

automaton writer :
initial : 0
state 0 :
to 1 : when true , 0 ! left ;
to 2 : when true , 1 ! end ;
state 1 :
to 0 : when true , 1 ! right ;
state 2 :
to 0 : when true , 2 ? again ;

automaton reader :
initial : 0
state 0 :
to 1 : when true , 1 ? right ;
to 2 : when true , 1 ? end ;
state 1 :
to 0 : when true , 0 ? left ;
state 2 :
to 0 : when true , 2 ! again ;

bad_states :
(automaton writer : in 0 : true automaton reader : in 0 : true with (left.left^*.#._.#._)|(_.#.right.right^*.#._))
(automaton reader : in 1 : true with 0 = _)

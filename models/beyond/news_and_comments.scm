/* An author sends articles to a reader and to a critic; the critic sends comments to the reader,
   who takes articles and comments as they come.
   Channels: 0 author->reader, 1 author->critic, 2 critic->reader.
   Not RSC, as a comment may be read before its article, though each channel is FIFO: messages that
   reach the reader by different ways are in no order. Infinite, as articles pile up. Bad states,
   both reached: 1 a comment was read before its article; 2 then two articles and one comment more
   wait. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: bad_states/1 = violated, bad_states/2 = violated, unspecified-reception = holds
//# expect: progress = holds, orphan-message = holds, reception-deadlock = holds
scm news_and_comments :

nb_channels = 3 ;
parameters :
int article ;
int comment ;

automaton author :
initial : 0
state 0 :
to 1 : when true , 0 ! article ;
state 1 :
to 0 : when true , 1 ! article ;

automaton critic :
initial : 0
state 0 :
to 1 : when true , 1 ? article ;
state 1 :
to 0 : when true , 2 ! comment ;

automaton reader :
initial : 0
state 0 :
to 1 : when true , 0 ? article ;
to 2 : when true , 2 ? comment ;
state 1 :
to 0 : when true , 2 ? comment ;
state 2 :
to 0 : when true , 0 ? article ;

bad_states :
(automaton reader : in 2 : true)
(automaton reader : in 2 : true with article.article.#._.#.comment)

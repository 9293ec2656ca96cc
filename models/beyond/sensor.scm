/* A sensor sends samples as long as it likes, then `close`, and only then reads the calibration that the
   station has sent in the meantime, for the next day.
   Channels: 0 sensor->station, 1 station->sensor.
   Not RSC, as the calibration crosses `close`; infinite, as samples pile up. One message in each channel is
   enough to see everything: 1-multiparty compatible, which decides what may follow. */
//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated
//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds
//# expect: reception-deadlock = holds, deadlock = holds
//# expect: stuck(sensor) = holds, stuck(station) = holds, unreceived(sample) = holds
//# expect: unreceived(close) = holds, unreceived(calibration) = holds
//# expect: multiparty-compatible[1] = holds
scm sensor :

nb_channels = 2 ;
parameters :
int sample ;
int close ;
int calibration ;

automaton sensor :
initial : 0
state 0 :
to 0 : when true , 0 ! sample ;
to 1 : when true , 0 ! close ;
state 1 :
to 0 : when true , 1 ? calibration ;

automaton station :
initial : 0
state 0 :
to 1 : when true , 1 ! calibration ;
state 1 :
to 1 : when true , 0 ? sample ;
to 0 : when true , 0 ? close ;

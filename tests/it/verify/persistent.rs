//! Certificates of form `persistent`: who may go first, and what is listed then.

use verify::Verdict;

use super::{assert_rejected, judge, listed};

/// A writer that never waits and a reader: infinitely many configurations.
const STREAM: &str = "\
scm stream : nb_channels = 1 ; parameters : int a ; int b ;
automaton p : initial : 0
state 0 : to 0 : when true , 0 ! a ; to 1 : when true , 0 ! b ; state 1 :
automaton q : initial : 0
state 0 : to 0 : when true , 0 ? a ; to 1 : when true , 0 ? b ; state 1 :";

/// Two participants that can run for ever, and a third one that refuses the message b.
const LOOP: &str = "\
scm looping : nb_channels = 1 ; parameters : int a ; int b ;
automaton p : initial : 0 state 0 : to 0 : when true ;
automaton q : initial : 0 state 0 : to 1 : when true , 0 ! b ; state 1 :
automaton r : initial : 0 state 0 : to 0 : when true , 0 ? a ;";

/// Two writers and two readers of one channel, two initial states of the second writer, and a bag.
const SHARED: &str = "\
scm shared : nb_channels = 2 ; //# bag_buffers = 1
parameters : int a ; int b ;
automaton p : initial : 0 state 0 : to 1 : when true , 0 ! a ; state 1 :
automaton q : initial : 0 , 1 state 0 : to 1 : when true , 0 ! b ; state 1 :
automaton r : initial : 0 state 0 : to 1 : when true , 0 ? a ; state 1 :
automaton s : initial : 0 state 0 : to 1 : when true , 0 ? b ; state 1 :
automaton t : initial : 0 state 0 : to 1 : when true , 1 ! a ; state 1 : to 2 : when true , 1 ? a ; state 2 :";

/// A lossy channel: its message or the loss of it goes first.
const LOSSY: &str = "\
scm lossy_one : nb_channels = 1 ; lossy : 0 parameters : int a ;
automaton p : initial : 0 state 0 : to 1 : when true , 0 ! a ; state 1 :
automaton q : initial : 0 state 0 : to 1 : when true , 0 ? a ; state 1 :";

/// Somebody who reads two channels, and a writer to each of them.
const FORK: &str = "\
scm fork : nb_channels = 2 ; parameters : int a ;
automaton p : initial : 0 state 0 : to 1 : when true , 0 ! a ; state 1 :
automaton q : initial : 0 state 0 : to 1 : when true , 1 ! a ; state 1 :
automaton r : initial : 0 state 0 : to 1 : when true , 0 ? a ; to 2 : when true , 1 ? a ; state 1 : state 2 :";

/// A bag from which r takes a and c, and r and s take b.
const TAKEN: &str = "\
scm taken : nb_channels = 1 ; //# bag_buffers = 0
parameters : int a ; int b ; int c ;
automaton p : initial : 0
state 0 : to 1 : when true , 0 ! a ; state 1 : to 2 : when true , 0 ! b ; to 2 : when true , 0 ! c ; state 2 :
automaton r : initial : 0 , 1
state 0 : to 2 : when true , 0 ? a ; to 2 : when true , 0 ? b ;
state 1 : to 2 : when true , 0 ? a ; to 2 : when true , 0 ? c ; state 2 :
automaton s : initial : 0 state 0 : to 0 : when true , 0 ? b ;";

/// Judges a certificate with these states.
fn shown(model: &str, property: &str, states: &str) -> Verdict {
    let (items, texts) = listed(states.split(' '));
    let fields = format!(
        "\"form\":\"persistent\",\"property\":\"{property}\",\"over\":\"configurations\",\
         \"items\":{items:?},\"states\":{texts:?}"
    );
    judge(model, "certificate", &fields)
}

const GOES_FIRST: &str = "has an item with `@` for a participant that others can interfere with";

#[test]
fn whoever_cannot_be_disturbed_goes_first() {
    // The reader goes first where there is a message: one message at most is in the channel.
    let stream = "0.0| 0.0|0:a,@1 1.0|0:b,@1 1.1|";
    for property in ["progress", "orphan-message", "reception-deadlock", "unspecified-reception"] {
        assert_eq!(shown(STREAM, property, stream), Verdict::Confirmed, "{property}");
    }
    assert_eq!(shown(LOSSY, "orphan-message", "0.0|@0 1.0|0:a,@1 1.0| 1.1|"), Verdict::Confirmed);
    let forked = "0.0.0|@0 1.0.0|0:a,@1 1.1.0|0:a,1:a,@2 1.1.1|1:a 1.1.2|0:a";
    assert_eq!(shown(FORK, "progress", forked), Verdict::Confirmed);
    // What is sent to a bag, and an internal step.
    let bag = "0.0.0.0.0|@4 0.1.0.0.0|@4 0.0.0.0.1|1:a 0.1.0.0.1|1:a";
    assert_rejected(&shown(SHARED, "progress", bag), "(0.0.0.0.1|1:a) has the successor");
    let taken = "0.0.0.0.1|1:a,@4 0.0.0.0.0| 0.1.0.0.0|";
    assert_rejected(
        &shown(SHARED, "progress", taken),
        "(0.0.0.0.1|1:a) has the successor 0.0.0.0.2|",
    );
    let internal = "0.0.0|@0";
    assert_eq!(shown(LOOP, "orphan-message", internal), Verdict::Confirmed);
}

#[test]
fn whoever_can_be_disturbed_does_not_go_first() {
    for (model, states) in [
        // Nothing is there yet, or the participant has ended.
        (STREAM, "0.0|@1 0.0|0:a"),
        (STREAM, "0.0| 0.0|0:a,@1 1.0|0:b 1.1|@0"),
        (STREAM, "0.0| 0.0|0:a,@1 1.0|0:b 1.1|@1"),
        // Another one writes to the channel, or reads from it.
        (SHARED, "0.0.0.0.0|@0 0.1.0.0.0|"),
        (SHARED, "1.0.0.0.0|0:a,@2 0.0.0.0.0| 0.1.0.0.0|"),
        (SHARED, "1.0.0.0.0|0:a,@3 0.0.0.0.0| 0.1.0.0.0|"),
        // Another one takes the same message from the bag, or one that is taken may still come.
        (TAKEN, "1.0.0|0:a,@1 0.0.0| 0.1.0|"),
        (TAKEN, "1.1.0|0:a,@1 0.0.0| 0.1.0|"),
        // One message is there, and another one may come.
        (FORK, "1.0.0|0:a,@2 0.0.0|"),
        // The message that is there is another one.
        (LOOP, "0.1.0|0:b,@2 0.0.0|"),
    ] {
        assert_rejected(&shown(model, "orphan-message", states), GOES_FIRST);
    }
}

#[test]
fn what_goes_first_is_listed_with_all_its_steps() {
    for (model, states, why) in [
        (STREAM, "0.0| 0.0|0:a,@1 1.1|", "(0.0|) has the successor 1.0|0:b by p"),
        (STREAM, "0.0| 0.0|0:a 1.0|0:b 1.1|", "(0.0|0:a) has the successor 0.0|0:a,0:a by p"),
        (STREAM, "0.0|0:a,@1 1.0|0:b 1.1|", "the initial state 0.0| is not listed"),
        (LOSSY, "0.0|@0 1.0|0:a,@1 1.1|", "(0.0|) has the successor 1.0| by p"),
        (LOSSY, "0.0|@0 1.0| 1.1|", "(0.0|) has the successor 1.0|0:a by p"),
        (SHARED, "0.0.0.0.0|@4", "the initial state 0.1.0.0.0| is not listed"),
        (STREAM, "0.0| 0.0|@1 0.0|0:a,@1 1.0|0:b 1.1|", "is listed twice"),
        (STREAM, "0.0| 0.0|0:a,@2 1.0|0:b 1.1|", "`items` has what no state has"),
        (STREAM, "0.0| 0.0|0:a,@01 1.0|0:b 1.1|", "`items` has what no state has"),
    ] {
        assert_rejected(&shown(model, "progress", states), why);
    }
}

#[test]
fn a_listed_configuration_must_not_violate_the_property() {
    let states = "0.0| 0.0|0:a,@1 1.0|0:b 1.1| 1.1|0:a";
    assert_rejected(&shown(STREAM, "orphan-message", states), "state 5 (1.1|0:a) is one that must");
    let states = "0.0|@0 1.0|0:a,@1 1.0| 1.1|";
    assert_rejected(&shown(LOSSY, "progress", states), "state 3 (1.0|) is one that must not be");
}

#[test]
fn who_goes_first_for_ever_hides_nothing() {
    // The internal step of p could be taken for ever, and q would never send what r refuses.
    let hidden = shown(LOOP, "unspecified-reception", "0.0.0|@0");
    assert_rejected(&hidden, "state 1 (0 0 0 0) leads to no state with the steps of q");
    let whole = shown(LOOP, "unspecified-reception", "0.0.0| 0.1.0|0:b");
    assert_rejected(&whole, "state 2 (0.1.0|0:b) is one that must not be reached");
    for property in ["progress", "orphan-message", "reception-deadlock"] {
        assert_eq!(shown(LOOP, property, "0.0.0|@0"), Verdict::Confirmed, "{property}");
    }
}

#[test]
fn only_what_is_terminal_or_stays_is_shown() {
    for property in ["deadlock", "stuck(q)", "unreceived(a)", "rsc"] {
        let verdict = shown(STREAM, property, "0.0| 0.0|0:a,@1 1.0|0:b 1.1|");
        assert!(matches!(verdict, Verdict::Unsupported(_)), "{property}: {verdict:?}");
    }
    let model = format!("{STREAM} bad_states : (automaton p : in 1 : true with a.*)");
    let verdict = shown(&model, "bad_states/1", "0.0| 0.0|0:a,@1 1.0|0:b 1.1|");
    assert!(matches!(verdict, Verdict::Unsupported(_)), "{verdict:?}");
}

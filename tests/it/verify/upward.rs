//! Certificates of form `upward`: what they must list, and what leads above it.

use verify::Verdict;

use super::{assert_rejected, judge, listed};

/// A lossy channel: a message, and its end; the reader must not see the end first.
const LOSSY: &str = "\
scm lossy_two : nb_channels = 1 ; lossy : 0 parameters : int a ; int b ;
automaton p : initial : 0
state 0 : to 1 : when true , 0 ! a ; state 1 : to 2 : when true , 0 ! b ; state 2 :
automaton q : initial : 0
state 0 : to 1 : when true , 0 ? a ; state 1 : to 2 : when true , 0 ? b ; state 2 :
bad_states : (automaton q : in 0 : true with *.b.*.a.*) (automaton q : in 1 : true with *.a.*.b.*)
(automaton q : in 2 : true) (automaton p : in 0 : true automaton q : in 1 : true)
(automaton q : in 0 : true with (b.a.b^*)|(b.b.a))";

/// A bag, a FIFO channel beside it, and two initial states.
const BAG: &str = "\
scm bag : nb_channels = 2 ; //# bag_buffers = 0
parameters : int a ; int b ;
automaton p : initial : 0 , 1
state 0 : to 1 : when true , 0 ! a ; state 1 : to 2 : when true , 1 ! b ; state 2 :
automaton q : initial : 0 state 0 : to 1 : when true , 0 ? a ; state 1 : to 2 : when true , 0 ? a ; state 2 :
bad_states : (automaton q : in 2 : true) (automaton q : in 2 : true with *.#.b)
(automaton p : in 1 : true with *.#.b.*)";

/// Judges a certificate with these states.
fn shown(model: &str, property: &str, states: &str) -> Verdict {
    let (items, texts) = listed(states.split(' ').filter(|_| !states.is_empty()));
    let fields = format!(
        "\"form\":\"upward\",\"property\":\"{property}\",\"over\":\"configurations\",\
         \"items\":{items:?},\"states\":{texts:?}"
    );
    judge(model, "certificate", &fields)
}

/// All configurations from which the lossy channel can hold b and behind it a while the reader has read nothing.
const CROSSED: &str = "*.0|0:b,0:a 0.0|0:b";

/// All configurations from which the second message a is received from the bag.
const TWICE: &str = "*.2| *.1|0:a *.0|0:a,0:a 0.1| 0.0|0:a";

#[test]
fn nothing_that_leads_above_the_listed_states_is_initial() {
    assert_eq!(shown(LOSSY, "bad_states/1", CROSSED), Verdict::Confirmed);
    assert_eq!(shown(LOSSY, "bad_states/5", CROSSED), Verdict::Confirmed);
    assert_eq!(shown(BAG, "bad_states/1", TWICE), Verdict::Confirmed);
    assert_eq!(shown(BAG, "bad_states/2", TWICE), Verdict::Confirmed);
    assert_eq!(shown(BAG, "bad_states/3", "1.*|1:b 0.*|1:b"), Verdict::Confirmed);
    // Nobody waits for a message from a FIFO channel.
    assert_eq!(shown(BAG, "unspecified-reception", ""), Verdict::Confirmed);
    // Nor for one where nobody sends anything.
    let silent = "scm silent : nb_channels = 1 ; parameters : int a ; \
                  automaton p : initial : 0 state 0 : to 0 : when true , 0 ? a ;";
    assert_eq!(shown(silent, "unspecified-reception", ""), Verdict::Confirmed);
    // A listed state above another one adds nothing.
    let more = format!("{TWICE} 0.1|0:a 2.2|");
    assert_eq!(shown(BAG, "bad_states/1", &more), Verdict::Confirmed);
}

#[test]
fn what_is_bad_lies_above_a_listed_state() {
    let received = TWICE.replace("*.2| ", "");
    for (model, property, states, why) in [
        (LOSSY, "bad_states/1", "", "*.0| is bad, not excluded"),
        (LOSSY, "bad_states/1", "0.0|0:a,0:b", "*.0| is bad, not excluded"),
        (LOSSY, "bad_states/1", "0.0|0:b", "*.0| is bad, not excluded"),
        (LOSSY, "bad_states/3", "", "*.2| is bad, not excluded"),
        (BAG, "bad_states/1", &received, "*.2| is bad, not excluded"),
        (BAG, "bad_states/2", &received, "*.2| is bad, not excluded"),
        (LOSSY, "progress", "", "2.0| is bad, not excluded"),
        (LOSSY, "orphan-message", "", "2.2|0:a is bad, not excluded"),
        (LOSSY, "unspecified-reception", "", "*.0|0:b is bad, not excluded"),
        (LOSSY, "unspecified-reception", "0.0|0:b", "*.0|0:b is bad, not excluded"),
    ] {
        assert_rejected(&shown(model, property, states), why);
    }
    for property in ["unreceived(a)", "stuck(p)", "deadlock", "rsc"] {
        let verdict = shown(LOSSY, property, "");
        assert!(matches!(verdict, Verdict::Unsupported(_)), "{verdict:?}");
    }
}

#[test]
fn what_leads_above_a_listed_state_lies_above_one() {
    let crossed = CROSSED.strip_suffix(" 0.0|0:b").unwrap();
    let received = TWICE.strip_suffix(" 0.0|0:a").unwrap();
    let sent = TWICE.replace(" 0.1|", "");
    let more = TWICE.replace(" *.1|0:a", " *.1|0:a,1:b");
    for (model, states, why) in [
        (LOSSY, crossed, "0.0|0:b leads above *.0|0:b,0:a, and is above no listed state"),
        (BAG, received, "0.0|0:a leads above *.0|0:a,0:a, and is above no listed state"),
        (BAG, &sent, "0.1| leads above *.1|0:a, and is above no listed state"),
        (BAG, &more, "*.1|0:a leads above *.2|, and is above no listed state"),
    ] {
        assert_rejected(&shown(model, "bad_states/1", states), why);
    }
    // A listed state must be preceded by others for each send, and for internal steps.
    let perfect = LOSSY.replace("lossy : 0", "");
    for model in [LOSSY, &perfect] {
        let verdict = shown(model, "unspecified-reception", "*.0|0:b *.1|0:a");
        assert_rejected(&verdict, "1.0| leads above *.0|0:b");
    }
    let internal = perfect.replace("state 2 :\nbad", "state 2 : to 0 : when true ;\nbad");
    let verdict = shown(&internal, "bad_states/1", CROSSED);
    assert_rejected(&verdict, "*.2|0:b,0:a leads above *.0|0:b,0:a");
}

#[test]
fn an_initial_configuration_lies_above_no_listed_state() {
    for (model, property, states) in [
        (LOSSY, "bad_states/1", format!("{CROSSED} 0.0|")),
        (BAG, "bad_states/1", format!("{TWICE} 1.0|")),
        (BAG, "bad_states/1", format!("{TWICE} 0.0|")),
        (BAG, "bad_states/1", format!("{TWICE} *.0|")),
    ] {
        assert_rejected(&shown(model, property, &states), "an initial state lies above");
    }
    assert_rejected(&shown(LOSSY, "bad_states/1", "0.0|0:c"), "`items` has what no state has");
    for state in ["0.7|", "*|", "+.0|"] {
        assert_rejected(&shown(LOSSY, "bad_states/1", state), "is not written as the model");
    }
}

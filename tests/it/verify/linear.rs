//! Certificates of form `linear`: which sums no step makes larger, and what they exclude.

use verify::Verdict;

use super::{assert_rejected, judge};

/// A reader that must not be past an a while another a is in the channel.
const STREAM: &str = "\
scm stream : nb_channels = 2 ; parameters : int a ; int b ; int z ;
automaton p : initial : 0
state 0 : to 1 : when true , 0 ! a ; state 1 : to 2 : when true , 0 ! b ; state 2 :
automaton q : initial : 0
state 0 : to 1 : when true , 0 ? a ; to 0 : when true , 0 ? b ; to 3 : when true , 1 ? z ;
state 1 : to 2 : when true , 0 ? b ; state 2 : state 3 :
bad_states : (automaton q : in 1 : true with *.a.*.#.*) (automaton q : in 3 : true)
(automaton p : in 2 : true automaton q : in 2 : true with ((b.b.b^*)|(*.a.*)).#.*)
(automaton p : in 0 : true automaton q : in 1 : true in 2 : true)
(automaton p : in 2 : true automaton q : in 2 : true with b^*.#.*)
(automaton p : in 0 : true with *.#.z)";

/// A bag, whose messages are awaited one after the other, and two initial states.
const BAG: &str = "\
scm bag : nb_channels = 1 ; //# bag_buffers = 0
parameters : int a ; int b ;
automaton p : initial : 0
state 0 : to 1 : when true , 0 ! a ; state 1 : to 2 : when true , 0 ! b ; state 2 :
automaton q : initial : 0 , 1
state 0 : to 1 : when true , 0 ? a ; state 1 : to 2 : when true , 0 ? b ; state 2 :
bad_states : (automaton p : in 0 : true automaton q : in 2 : true with (a|b)^*) (automaton q : in 2 : true with *)";

/// Two participants that take turns; the first channel is lossy.
const LOSSY: &str = "\
scm turns : nb_channels = 2 ; lossy : 0 parameters : int a ; int b ;
automaton p : initial : 0 state 0 : to 1 : when true , 0 ! a ; state 1 : to 0 : when true , 1 ? b ;
automaton q : initial : 0 state 0 : to 1 : when true , 0 ? a ; state 1 : to 0 : when true , 1 ! b ;
bad_states : (automaton p : in 0 : true automaton q : in 1 : true) (automaton p : in 0 : true with *.#.b)
(automaton p : in 1 : true with *.a.*.a.*.#.*)";

/// The messages a and b of the stream and of the bag.
const ONE_CHANNEL: &str = r#""0:a","0:b""#;

/// The messages a and b of those that take turns.
const TWO_CHANNELS: &str = r#""0:a","1:b""#;

/// In the stream: as many a were sent as were received, or are in the channel.
const ONE_A: &str = r#"{"messages":[[0,1]],"states":[{"0":0,"1":-1,"2":-1},{"0":0,"1":1,"2":1}]}"#;

/// In the stream and in the bag: as many b were sent at least as were received in state 1, or are in the channel.
const ONE_B: &str = r#"{"messages":[[1,1]],"states":[{"0":0,"1":0,"2":-1},{"0":0,"1":0,"2":1}]}"#;

/// In the bag: an a was received, or one is there, after one was sent.
const SOME_A: &str =
    r#"{"messages":[[0,-1]],"states":[{"0":0,"1":1,"2":1},{"0":0,"1":-1,"2":-1}]}"#;

/// In the bag: a b was received, or one is there, after one was sent.
const SOME_B: &str = r#"{"messages":[[1,-1]],"states":[{"0":0,"1":0,"2":1},{"0":0,"1":0,"2":-1}]}"#;

/// In turns: at most one participant or message has the turn.
const AT_MOST_ONE: &str = r#"{"messages":[[0,1],[1,1]],"states":[{"0":0,"1":-1},{"0":0,"1":1}]}"#;

/// In turns, if no message is lost: at least one participant or message has the turn.
const AT_LEAST_ONE: &str =
    r#"{"messages":[[1,-1],[0,-1]],"states":[{"0":0,"1":1},{"0":0,"1":-1}]}"#;

/// Judges a certificate with these items and invariants.
fn shown(model: &str, property: &str, items: &str, invariants: &[&str]) -> Verdict {
    let fields = format!(
        "\"form\":\"linear\",\"property\":\"{property}\",\"over\":\"configurations\",\
         \"items\":[{items}],\"invariants\":[{}]",
        invariants.join(",")
    );
    judge(model, "certificate", &fields)
}

/// Returns the model of turns with two perfect channels, or with two bags.
fn turns(channels: &str) -> String {
    LOSSY.replace("lossy : 0 ", channels)
}

const PERFECT: &str = "";
const BAGS: &str = "//# bag_buffers = 0 , 1\n";

#[test]
fn sums_that_do_not_grow_exclude_larger_ones() {
    for (property, invariants) in [
        ("unspecified-reception", &[ONE_A][..]),
        ("orphan-message", &[ONE_A, ONE_B]),
        ("orphan-message", &[ONE_B, ONE_A, ONE_B]),
        ("reception-deadlock", &[]),
        ("bad_states/1", &[ONE_A]),
        ("bad_states/2", &[ONE_B]),
        // Each excludes some of the contents.
        ("bad_states/3", &[ONE_A, ONE_B]),
        ("bad_states/4", &[ONE_A]),
        // Nobody sends this message.
        ("bad_states/6", &[]),
    ] {
        let verdict = shown(STREAM, property, ONE_CHANNEL, invariants);
        assert_eq!(verdict, Verdict::Confirmed, "{property}");
    }
    // A state is not reached if it has no weight in one of the invariants.
    let reached = ONE_A.replace("\"2\":1", "\"2\":1,\"3\":0");
    for (invariants, is_excluded) in
        [([ONE_A, &reached], true), ([&reached, ONE_A], true), ([&reached, &reached], false)]
    {
        let verdict = shown(STREAM, "bad_states/2", ONE_CHANNEL, &invariants);
        assert_eq!(verdict == Verdict::Confirmed, is_excluded, "{verdict:?}");
    }
    for model in [LOSSY, &turns(PERFECT), &turns(BAGS)] {
        // What bags hold is not considered.
        let states: &[_] = if model.contains("bag") { &[1] } else { &[1, 2, 3] };
        for number in states {
            let property = format!("bad_states/{number}");
            let verdict = shown(model, &property, TWO_CHANNELS, &[AT_MOST_ONE]);
            assert_eq!(verdict, Verdict::Confirmed, "{property}");
        }
        // Nobody ends, and each channel has only messages that are received.
        for property in ["orphan-message", "unspecified-reception"] {
            assert_eq!(shown(model, property, "", &[]), Verdict::Confirmed, "{property}");
        }
    }
    assert_eq!(shown(BAG, "bad_states/1", ONE_CHANNEL, &[ONE_B]), Verdict::Confirmed);
}

#[test]
fn who_waits_needs_no_messages() {
    for property in ["progress", "reception-deadlock"] {
        for channels in [PERFECT, BAGS] {
            let all = [AT_MOST_ONE, AT_LEAST_ONE];
            let verdict = shown(&turns(channels), property, TWO_CHANNELS, &all);
            assert_eq!(verdict, Verdict::Confirmed, "{property}");
            let verdict = shown(&turns(channels), property, TWO_CHANNELS, &all[..1]);
            assert_rejected(&verdict, "1.0| is bad, not excluded");
        }
    }
    // Who waits for a does not receive b, and so b may be there.
    let both = [SOME_A, SOME_B];
    assert_eq!(shown(BAG, "progress", ONE_CHANNEL, &both), Verdict::Confirmed);
    for (model, invariants, why) in [
        (BAG, &both[..1], "2.1| is bad, not excluded"),
        (BAG, &both[1..], "2.0| is bad, not excluded"),
        (&BAG.replace("//# bag_buffers = 0", ""), &both, "is bad, not excluded"),
    ] {
        assert_rejected(&shown(model, "progress", ONE_CHANNEL, invariants), why);
    }
    // Behind c, which is not received, there may be a message b, but a reception deadlock has empty channels.
    let refused = turns(PERFECT)
        .replace("int b", "int b ; int c")
        .replace("1 ! b ;", "1 ! b ; state 2 : to 2 : when true , 1 ! c ;");
    let progress = shown(&refused, "progress", TWO_CHANNELS, &[AT_LEAST_ONE]);
    assert_rejected(&progress, "1.0| is bad, not excluded");
    let deadlock = shown(&refused, "reception-deadlock", TWO_CHANNELS, &[AT_LEAST_ONE]);
    assert_eq!(deadlock, Verdict::Confirmed);
    // Together, two readers receive all that is sent to a channel.
    let readers = "\
scm readers : nb_channels = 1 ; parameters : int a ; int b ;
automaton p : initial : 0
state 0 : to 1 : when true , 0 ! a ; to 1 : when true , 0 ! b ; state 1 :
automaton q : initial : 0 state 0 : to 1 : when true , 0 ? a ; state 1 : to 1 : when true ;
automaton r : initial : 0 state 0 : to 1 : when true , 0 ? b ; state 1 : to 1 : when true ;";
    let sent = r#"{"messages":[[0,-1],[1,-1]],
        "states":[{"0":0,"1":1},{"0":0,"1":-1},{"0":0,"1":-1}]}"#;
    assert_eq!(shown(readers, "progress", ONE_CHANNEL, &[sent]), Verdict::Confirmed);
    let alone = readers.replace("0 ? b", "0 ? a");
    let verdict = shown(&alone, "progress", ONE_CHANNEL, &[sent]);
    assert_rejected(&verdict, "1.0.0| is bad, not excluded");
}

#[test]
fn initial_states_have_weights_up_to_0() {
    let changed = |from: &str, to: &str| ONE_B.replacen(from, to, 1);
    for (invariant, why) in [
        (changed("[{\"0\":0", "[{\"0\":1"), "invariant 2 has no weight up to 0 for 0 of p"),
        (changed("[{\"0\":0,", "[{"), "invariant 2 has no weight up to 0 for 0 of p"),
        (changed("{\"0\":0,\"1\":0,\"2\":1", "{\"0\":0,\"1\":1,\"2\":1"), "up to 0 for 1 of q"),
        (changed("{\"0\":0,\"1\":0,\"2\":1", "{\"0\":0,\"2\":1"), "up to 0 for 1 of q"),
    ] {
        let verdict = shown(BAG, "bad_states/1", ONE_CHANNEL, &[SOME_A, &invariant]);
        assert_rejected(&verdict, why);
    }
    // Initial states may weigh less.
    let less = changed("[{\"0\":0,\"1\":0,\"2\":-1}", "[{\"0\":-4,\"1\":-4,\"2\":-5}");
    let verdict = shown(BAG, "bad_states/1", ONE_CHANNEL, &[&less]);
    assert_rejected(&verdict, "0.2| is bad, not excluded");
}

#[test]
fn no_step_makes_a_sum_larger() {
    for (model, invariant, from, to, why) in [
        // A send, a reception, an internal step, and the loss of a message.
        (STREAM, ONE_A, "\"1\":-1", "\"1\":0", "invariant 1 has no weight up to -1 for 1 of p"),
        (STREAM, ONE_A, "[0,1]", "[0,2]", "invariant 1 has no weight up to -2 for 1 of p"),
        (STREAM, ONE_A, "[0,1]", "[0,1],[0,1]", "invariant 1 has no weight up to -2 for 1 of p"),
        (STREAM, ONE_A, "\"1\":1", "\"1\":2", "invariant 1 has no weight up to 1 for 1 of q"),
        (STREAM, ONE_A, "[0,1]", "[0,0]", "invariant 1 has no weight up to 0 for 1 of q"),
        (STREAM, ONE_A, "[0,1]", "[0,1],[1,-1]", "invariant 1 has no weight up to -1 for 0 of q"),
        (LOSSY, AT_LEAST_ONE, "", "", "invariant 1 has no weight up to 0 for 1 of p"),
        // A state that is reached has a weight.
        (STREAM, ONE_A, ",\"2\":-1", "", "invariant 1 has no weight up to -1 for 2 of p"),
        (STREAM, ONE_A, ",\"2\":1", "", "invariant 1 has no weight up to 1 for 2 of q"),
    ] {
        let items = if model == STREAM { ONE_CHANNEL } else { TWO_CHANNELS };
        let invariant = invariant.replacen(from, to, 1);
        assert_rejected(&shown(model, "bad_states/1", items, &[&invariant]), why);
    }
    let internal = STREAM.replace("state 2 : state 3 :", "state 2 : to 0 : when true ; state 3 :");
    let kept = shown(&internal, "bad_states/1", ONE_CHANNEL, &[ONE_A]);
    assert_eq!(kept, Verdict::Confirmed);
    let internal = STREAM.replace(
        "state 0 : to 1 : when true , 0 ? a ;",
        "state 0 : to 1 : when true ; to 1 : when true , 0 ? a ;",
    );
    let grown = shown(&internal, "bad_states/1", ONE_CHANNEL, &[ONE_A]);
    assert_rejected(&grown, "invariant 1 has no weight up to 0 for 1 of q");
    // Where z is sent, the state behind its reception is reached.
    let sent = STREAM.replace("0 ! a ;", "0 ! a ; to 0 : when true , 1 ! z ;");
    let reached = shown(&sent, "bad_states/1", ONE_CHANNEL, &[ONE_A]);
    assert_rejected(&reached, "invariant 1 has no weight up to 0 for 3 of q");
}

#[test]
fn what_is_bad_is_excluded_by_one_invariant() {
    let weightless = r#"{"messages":[],"states":[{"0":0,"1":0,"2":0},{"0":0,"1":0,"2":0}]}"#;
    for (model, property, invariants, why) in [
        (STREAM, "unspecified-reception", &[][..], "*.1|0:a is bad, not excluded"),
        (STREAM, "unspecified-reception", &[ONE_B], "*.1|0:a is bad, not excluded"),
        (STREAM, "orphan-message", &[ONE_B], "2.2|0:a is bad, not excluded"),
        (STREAM, "orphan-message", &[ONE_A], "2.2|0:b is bad, not excluded"),
        (STREAM, "progress", &[ONE_A, ONE_B], "is bad, not excluded"),
        (STREAM, "bad_states/1", &[], "*.1| is bad, not excluded"),
        (STREAM, "bad_states/1", &[ONE_B], "*.1| is bad, not excluded"),
        (STREAM, "bad_states/2", &[], "*.3| is bad, not excluded"),
        (STREAM, "bad_states/3", &[ONE_A], "2.2| is bad, not excluded"),
        (STREAM, "bad_states/3", &[ONE_B], "2.2| is bad, not excluded"),
        (STREAM, "bad_states/4", &[ONE_B], "0.1| is bad, not excluded"),
        (STREAM, "bad_states/4", &[weightless], "0.1| is bad, not excluded"),
        (STREAM, "bad_states/5", &[ONE_A, ONE_B], "2.2| is bad, not excluded"),
        // A bag may hold anything, whatever the expression says.
        (BAG, "bad_states/2", &[ONE_B], "*.2| is bad, not excluded"),
    ] {
        assert_rejected(&shown(model, property, ONE_CHANNEL, invariants), why);
    }
    // Any number of messages c is sent, and each makes the sum smaller.
    let more = STREAM
        .replace("int z", "int z ; int c")
        .replace("state 2 :\nautomaton q", "state 2 : to 2 : when true , 1 ! c ;\nautomaton q");
    let items = format!("{ONE_CHANNEL},\"1:c\"");
    let negative = ONE_A.replacen("[0,1]", "[0,1],[2,-1]", 1);
    for property in ["unspecified-reception", "bad_states/1", "bad_states/4"] {
        assert_eq!(shown(&more, property, &items, &[ONE_A]), Verdict::Confirmed, "{property}");
        let verdict = shown(&more, property, &items, &[&negative]);
        assert_rejected(&verdict, "is bad, not excluded");
    }
    // Sums are larger than 64 bits.
    let large =
        ONE_A.replace('1', "9223372036854775807").replace("\"9223372036854775807\"", "\"1\"");
    let verdict = shown(STREAM, "bad_states/1", ONE_CHANNEL, &[&large]);
    assert_eq!(verdict, Verdict::Confirmed, "{large}");
}

#[test]
fn what_is_malformed_is_rejected() {
    let one_less = ONE_A.replace(",{\"0\":0,\"1\":1,\"2\":1}", "");
    let one_more = ONE_A.replace("}]}", "},{}]}");
    let no_item = ONE_A.replace("[0,1]", "[2,1]");
    for invariant in [&one_less, &one_more, &no_item] {
        let verdict = shown(STREAM, "bad_states/1", ONE_CHANNEL, &[invariant]);
        assert_rejected(&verdict, "an invariant is not weights for all participants and items");
    }
    for (from, to) in [
        ("[0,1]", "[0,9223372036854775808]"),
        ("[0,1]", "[0,0.5]"),
        ("[0,1]", "[-1,1]"),
        ("\"0\":0", "\"00\":0"),
        ("\"0\":0", "\"*\":0"),
    ] {
        let invariant = ONE_A.replacen(from, to, 1);
        let verdict = shown(STREAM, "bad_states/1", ONE_CHANNEL, &[&invariant]);
        assert_rejected(&verdict, "malformed evidence");
    }
    for items in [r#""0:a","1:z""#, r#""0:a","0""#, r#""0:a","1:b""#] {
        let verdict = shown(STREAM, "bad_states/1", items, &[ONE_A]);
        assert_rejected(&verdict, "`items` has what no state has");
    }
    let linear = r#""form":"linear","property":"bad_states/6","items":[]"#;
    for (fields, why) in [
        (r#","over":"configurations""#, "the evidence has no `invariants`"),
        (r#","over":"rsc-executions","invariants":[]"#, "it is not over configurations"),
        (
            r#","over":"configurations","rests_on":"rsc","invariants":[]"#,
            "it rests on is not given",
        ),
    ] {
        let verdict = judge(STREAM, "certificate", &format!("{linear}{fields}"));
        assert_rejected(&verdict, why);
    }
    for property in ["unreceived(a)", "stuck(p)", "deadlock", "rsc"] {
        let verdict = shown(STREAM, property, ONE_CHANNEL, &[ONE_A]);
        assert!(matches!(verdict, Verdict::Unsupported(_)), "{verdict:?}");
    }
}

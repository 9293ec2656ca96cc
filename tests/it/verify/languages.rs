//! Certificates of form `languages`: what entries must allow, and what they must not.

use serde_json::{Value, json};
use verify::Verdict;

use super::checker::run;
use super::{assert_rejected, judge};
use crate::support::json_schema::Schema;
use crate::support::program::Directory;

/// Any number of messages a and then b; the reader stops at b.
const STREAM: &str = "\
scm stream : nb_channels = 1 ; parameters : int b ; int a ;
automaton p : initial : 0
state 0 : to 0 : when true , 0 ! a ; to 1 : when true , 0 ! b ; state 1 :
automaton q : initial : 0
state 0 : to 0 : when true , 0 ? a ; to 1 : when true , 0 ? b ; state 1 :
bad_states : (automaton q : in 1 : true with ?.*) (automaton p : in 0 : true with b.*)
(automaton p : in 1 : true with 0 = a.a^*)";

/// Two channels to one reader, which reads a before b.
const TWO: &str = "\
scm two : nb_channels = 2 ; parameters : int a ; int b ;
automaton p : initial : 0 state 0 : to 1 : when true , 1 ! b ; state 1 : to 2 : when true , 0 ! a ; state 2 :
automaton q : initial : 0 state 0 : to 1 : when true , 0 ? a ; state 1 : to 2 : when true , 1 ? b ; state 2 :
bad_states : (automaton q : in 0 : true with a.#.b) (automaton q : in 1 : true with a.*.#._)
(automaton q : in 1 : true with _.#.b.b)";

/// A bag between two participants, beside a FIFO channel that nobody uses.
const BAG: &str = "\
scm bag : nb_channels = 2 ; //# bag_buffers = 1
parameters : int b ; int a ; int c ;
automaton p : initial : 0 , 1
state 0 : to 1 : when true , 1 ! a ; state 1 : to 2 : when true , 1 ! b ; state 2 :
automaton q : initial : 0 state 0 : to 1 : when true , 1 ? b ; state 1 : to 1 : when true , 1 ? a ;
bad_states : (automaton p : in 1 : true automaton q : in 1 : true with _.#.*)
(automaton p : in 2 : true with ?.#.*)";

/// A lossy channel whose message may be lost, and an internal step.
const LOSSY: &str = "\
scm lossy_one : nb_channels = 1 ; lossy : 0 parameters : int a ;
automaton p : initial : 0 state 0 : to 1 : when true , 0 ! a ; state 1 : to 2 : when true ; state 2 :
automaton q : initial : 0 state 0 : to 0 : when true , 0 ? a ;";

/// One bag that nobody uses.
const NO_SEGMENT: &str = "\
scm no : nb_channels = 1 ; //# bag_buffers = 0
parameters : int a ;
automaton p : initial : 0 state 0 : to 1 : when true ; state 1 :
bad_states : (automaton p : in 1 : true with *) (automaton p : in 0 : true)";

/// Two messages that nobody receives.
const HIDDEN: &str = "\
scm hidden : nb_channels = 1 ; parameters : int a ; int b ;
automaton p : initial : 0 state 0 : to 1 : when true , 0 ! a ; state 1 : to 2 : when true , 0 ! b ; state 2 :";

/// Returns the fields of a certificate.
fn certificate(property: &str, segments: Value, languages: Value, states: Value) -> Value {
    json!({
        "form": "languages", "property": property, "over": "configurations",
        "segments": segments, "languages": languages, "states": states,
    })
}

fn stream(property: &str) -> Value {
    let any = json!({"final": [0], "edges": [[0, 0, "a", 0]]});
    let ended = json!({"final": [1], "edges": [[0, 0, "a", 0], [0, 0, "b", 1]]});
    let empty = json!({"final": [0], "edges": []});
    certificate(
        property,
        json!(["0"]),
        json!([any, ended, empty]),
        json!(["0 0 0", "1 0 1", "1 1 2"]),
    )
}

fn two(property: &str) -> Value {
    let empty = json!({"final": [0], "edges": []});
    let b = json!({"final": [1], "edges": [[0, 1, "b", 1]]});
    let both = json!({"final": [2], "edges": [[0, 0, "a", 1], [1, 1, "b", 2]]});
    certificate(
        property,
        json!(["0", "1"]),
        json!([empty, b, both]),
        json!(["0 0 0", "1 0 1", "2 0 2", "2 1 1", "2 2 0"]),
    )
}

fn bag(property: &str) -> Value {
    let empty = json!({"final": [0], "edges": []});
    let may_a = json!({"final": [0, 1], "edges": [[0, 2, "a", 1]]});
    let b = json!({"final": [1, 2], "edges": [[0, 1, "b", 1], [1, 2, "a", 2]]});
    certificate(
        property,
        json!(["0", "1:b", "1:a"]),
        json!([empty, may_a, b]),
        json!(["0 0 0", "1 0 1", "2 0 2", "2 1 1"]),
    )
}

fn lossy(property: &str) -> Value {
    let empty = json!({"final": [0], "edges": []});
    let may_a = json!({"final": [0, 1], "edges": [[0, 0, "a", 1]]});
    let states = json!(["0 0 0", "1 0 1", "2 0 1"]);
    certificate(property, json!(["0"]), json!([empty, may_a]), states)
}

fn no_segment(property: &str) -> Value {
    let languages = json!([{"final": [0], "edges": []}]);
    certificate(property, json!([]), languages, json!(["0 0", "1 0"]))
}

/// Returns a certificate about a model, with what all certificates have.
fn whole(model: &str, mut fields: Value) -> Value {
    for (key, value) in [
        ("schema", json!("scm-check/certificate")),
        ("schema_version", json!(1)),
        ("channels", json!("as written")),
        ("sha256", json!(super::hex(model))),
    ] {
        fields[key] = value;
    }
    fields
}

fn verdict(model: &str, fields: &Value) -> Verdict {
    let text = fields.to_string();
    judge(model, "certificate", &text[1..text.len() - 1])
}

/// Judges the certificate with the value at a place replaced.
fn with(model: &str, mut fields: Value, place: &str, value: Value) -> Verdict {
    let old = fields.pointer_mut(place).unwrap();
    assert_ne!(*old, value, "{place}");
    *old = value;
    verdict(model, &fields)
}

/// Judges the certificate without an element of a list.
fn without(model: &str, mut fields: Value, list: &str, index: usize) -> Verdict {
    fields.pointer_mut(list).unwrap().as_array_mut().unwrap().remove(index);
    verdict(model, &fields)
}

const NOT_INVARIANT: &str = "turns into others of";
const BAD: &str = "allows a configuration that must not be reached";

#[test]
fn an_invariant_excludes_properties() {
    for (model, all, certificate) in [
        (
            STREAM,
            "unspecified-reception progress orphan-message reception-deadlock stuck(p) \
             bad_states/1 bad_states/2 bad_states/3",
            stream as fn(&str) -> Value,
        ),
        (
            TWO,
            "unspecified-reception progress orphan-message reception-deadlock stuck(p) \
             bad_states/2 bad_states/3",
            two,
        ),
        (
            BAG,
            "unspecified-reception orphan-message reception-deadlock bad_states/1 bad_states/2 unreceived(c)",
            bag,
        ),
        (LOSSY, "unspecified-reception orphan-message", lossy),
        (
            NO_SEGMENT,
            "unspecified-reception progress orphan-message reception-deadlock unreceived(a) \
             stuck(p)",
            no_segment,
        ),
    ] {
        for property in all.split(' ') {
            assert_eq!(verdict(model, &certificate(property)), Verdict::Confirmed, "{property}");
        }
        let all: Vec<&str> = all.split(' ').collect();
        let mut together = certificate(all[0]);
        together["properties"] = json!(all);
        assert_eq!(verdict(model, &together), Verdict::Confirmed);
    }
}

#[test]
fn an_invariant_that_allows_a_violation_excludes_nothing() {
    for (model, fields, state) in [
        (TWO, two("bad_states/1"), 3),
        // A message a in the bag ends in the hands of nobody, and a reader waits for more.
        (BAG, bag("progress"), 4),
        (LOSSY, lossy("progress"), 3),
        (NO_SEGMENT, no_segment("bad_states/1"), 2),
        (NO_SEGMENT, no_segment("bad_states/2"), 1),
    ] {
        assert_rejected(&verdict(model, &fields), &format!("state {state} ("));
        assert_rejected(&verdict(model, &fields), BAD);
    }
    let any = json!({"final": [0], "edges": [[0, 0, "a", 0], [0, 0, "b", 0]]});
    let more = |property: &str| with(STREAM, stream(property), "/languages/2", any.clone());
    for property in ["orphan-message", "bad_states/1", "bad_states/3"] {
        assert_rejected(&more(property), &format!("state 3 (1 1 2) {BAD}"));
    }
    for property in ["progress", "unspecified-reception", "reception-deadlock", "bad_states/2"] {
        assert_eq!(more(property), Verdict::Confirmed, "{property}");
    }
}

#[test]
fn a_branching_property_needs_more_than_an_invariant() {
    for (model, fields) in [
        (STREAM, stream("deadlock")),
        (STREAM, stream("stuck(q)")),
        (STREAM, stream("unreceived(a)")),
        (STREAM, stream("unreceived(b)")),
        (BAG, bag("unreceived(a)")),
        (BAG, bag("stuck(q)")),
        (NO_SEGMENT, no_segment("deadlock")),
        (STREAM, stream("rsc")),
    ] {
        let found = verdict(model, &fields);
        assert!(matches!(found, Verdict::Unsupported(_)), "{fields}: {found:?}");
    }
    // What stands behind another message is no first message.
    let empty = json!({"final": [0], "edges": []});
    let a = json!({"final": [1], "edges": [[0, 0, "a", 1]]});
    let ab = json!({"final": [2], "edges": [[0, 0, "a", 1], [1, 0, "b", 2]]});
    let (languages, states) = (json!([empty, a, ab]), json!(["0 0", "1 1", "2 2"]));
    let hidden = |property| certificate(property, json!(["0"]), languages.clone(), states.clone());
    assert_eq!(verdict(HIDDEN, &hidden("unreceived(b)")), Verdict::Confirmed);
    let found = verdict(HIDDEN, &hidden("unreceived(a)"));
    assert!(matches!(found, Verdict::Unsupported(_)), "{found:?}");
}

#[test]
fn the_subject_is_that_of_the_model() {
    let rejected = |model, fields, place, value, why: &str| {
        assert_rejected(&with(model, fields, place, value), why);
    };
    for segments in [json!([]), json!(["1"]), json!(["0", "0"]), json!(["0:a"]), json!(["0", "1"])]
    {
        rejected(STREAM, stream("progress"), "/segments", segments, "`segments` are not");
    }
    let segments = [
        json!(["1:b", "1:a"]),
        json!(["0", "1:b"]),
        json!(["0", "1:b", "1:a", "1:c"]),
        json!(["0", "1"]),
        json!(["1:b", "1:a", "0"]),
    ];
    for segments in segments {
        rejected(BAG, bag("orphan-message"), "/segments", segments, "`segments` are not");
    }
    let malformed = "is not local states and the number of a language";
    for state in ["0 0", "0 0 0 0", "0 0 9", "0 7 0", "0 0 00", "0 0  0", ""] {
        rejected(STREAM, stream("progress"), "/states/0", json!(state), malformed);
    }
    rejected(STREAM, stream("progress"), "/states/2", json!("1 0 0"), "that are listed twice");
    let language = "/languages/1/edges/0";
    for edge in [[0, 0, 9, 0], [9, 0, 0, 0], [0, 0, 0, 9], [0, 1, 0, 0]] {
        let name = if edge[2] == 9 { "c" } else { "a" };
        let edge = json!([edge[0], edge[1], name, edge[3]]);
        rejected(STREAM, stream("progress"), language, edge, "language 1 is no deterministic");
    }
    let twice = json!([0, 0, "b", 0]);
    rejected(STREAM, stream("progress"), language, twice, "language 1 is no deterministic");
    rejected(STREAM, stream("progress"), "/languages/1/final", json!([3]), "is no deterministic");
    let edge = json!([1, 2, "b", 2]);
    rejected(
        BAG,
        bag("orphan-message"),
        "/languages/2/edges/1",
        edge,
        "language 2 is no deterministic",
    );
    let edge = json!([1, 2, "c", 2]);
    rejected(
        BAG,
        bag("orphan-message"),
        "/languages/2/edges/1",
        edge,
        "language 2 is no deterministic",
    );
    let mut other = stream("progress");
    other["properties"] = json!(["orphan-message"]);
    assert_rejected(&verdict(STREAM, &other), "`property` is not one of `properties`");
    other["properties"] = json!(["orphan-message", "progress", "no"]);
    assert!(matches!(verdict(STREAM, &other), Verdict::Unsupported(_)));
    let mut other = stream("progress");
    other["rests_on"] = json!("rsc");
    assert_rejected(&verdict(STREAM, &other), "the certificate that it rests on is not given");
    let over = with(STREAM, stream("progress"), "/over", json!("rsc-executions"));
    assert_rejected(&over, "it is not over configurations");
}

#[test]
fn the_initial_configurations_are_allowed() {
    let orphan = || bag("orphan-message");
    assert_rejected(&without(STREAM, stream("progress"), "/states", 0), "initial state 0.0 is not");
    assert_rejected(&without(BAG, orphan(), "/states", 0), "the initial state 0.0 is not allowed");
    assert_rejected(&without(BAG, orphan(), "/states", 1), "the initial state 1.0 is not allowed");
    let verdict = with(BAG, orphan(), "/languages/1/final", json!([1]));
    assert_rejected(&verdict, "the initial state 1.0 is not allowed");
    let verdict = with(NO_SEGMENT, no_segment("progress"), "/languages/0/final", json!([]));
    assert_rejected(&verdict, "the initial state 0 is not allowed");
}

#[test]
fn each_transition_leads_to_what_is_allowed() {
    // A missing entry, for a send, a reception, a loss and an internal step.
    for (model, fields, index, by) in [
        (STREAM, stream("progress"), 1, "state 1 (0 0 0) allows contents that p"),
        (STREAM, stream("progress"), 2, "state 2 (1 0 1) allows contents that q"),
        (TWO, two("progress"), 3, "state 3 (2 0 2) allows contents that q"),
        (BAG, bag("orphan-message"), 3, "state 3 (2 0 2) allows contents that q"),
        (LOSSY, lossy("orphan-message"), 2, "state 2 (1 0 1) allows contents that p"),
        (NO_SEGMENT, no_segment("progress"), 1, "state 1 (0 0) allows contents that p"),
    ] {
        let verdict = without(model, fields, "/states", index);
        assert_rejected(&verdict, by);
        assert_rejected(&verdict, NOT_INVARIANT);
    }
    // A language that lacks something: a longer word, the order of two messages, a loss, a message in a bag.
    let fewer = |model, fields, place, value, state: &str| {
        let verdict = with(model, fields, place, value);
        assert_rejected(&verdict, state);
        assert_rejected(&verdict, NOT_INVARIANT);
    };
    let one = json!({"final": [0, 1], "edges": [[0, 0, "a", 1]]});
    fewer(STREAM, stream("progress"), "/languages/0", one, "state 1 (0 0 0)");
    let swapped = json!({"final": [1], "edges": [[0, 0, "b", 1], [1, 0, "a", 1]]});
    fewer(STREAM, stream("progress"), "/languages/1", swapped, "state 1 (0 0 0)");
    let only_a = json!({"final": [1], "edges": [[0, 0, "a", 1]]});
    fewer(LOSSY, lossy("orphan-message"), "/languages/1", only_a, "state 1 (0 0 0)");
    let only_b = json!({"final": [1], "edges": [[0, 1, "b", 1]]});
    fewer(BAG, bag("orphan-message"), "/languages/2", only_b, "state 2 (1 0 1)");
    let none = json!({"final": [], "edges": []});
    fewer(TWO, two("progress"), "/languages/2", none, "state 2 (1 0 1)");
}

#[test]
fn words_out_of_the_order_of_segments_are_no_contents() {
    // A cycle through two segments, in what is otherwise the language of b in channel 1.
    let cycle = json!({"final": [1, 2], "edges": [[0, 1, "b", 1], [1, 0, "a", 2], [2, 1, "b", 1]]});
    for property in ["progress", "unspecified-reception", "orphan-message", "bad_states/3"] {
        let verdict = with(TWO, two(property), "/languages/1", cycle.clone());
        assert_eq!(verdict, Verdict::Confirmed, "{property}");
    }
    // Words that are only out of order do not allow what is in order.
    let swapped = json!({"final": [2], "edges": [[0, 1, "b", 1], [1, 0, "a", 2]]});
    let verdict = with(TWO, two("progress"), "/languages/2", swapped);
    assert_rejected(&verdict, NOT_INVARIANT);
}

#[test]
fn a_certificate_of_several_properties_confirms_each_of_them() {
    let sha256 = super::hex(STREAM);
    let row = |property: &str| {
        format!(
            "{{\"property\":\"{property}\",\"channels\":\"as written\",\"sha256\":\"{sha256}\",\
             \"verdict\":\"holds\"}}"
        )
    };
    let mut fields = stream("progress");
    fields["properties"] = json!(["orphan-message", "progress"]);
    let mut fields = whole(STREAM, fields);
    let given = |fields: &Value, property: &str| {
        let text = fields.to_string();
        verify::verify(row(property).as_bytes(), STREAM.as_bytes(), Some(text.as_bytes()))
    };
    for property in ["progress", "orphan-message"] {
        assert_eq!(given(&fields, property), Verdict::Confirmed, "{property}");
    }
    let other = given(&fields, "reception-deadlock");
    assert!(matches!(other, Verdict::Partial(_)), "{other:?}");
    // A list of states shows one property only.
    let (_, states) = super::listed(["0.0|"]);
    fields["form"] = json!("explicit");
    fields["items"] = json!([]);
    fields["states"] = json!(states);
    assert_rejected(&given(&fields, "orphan-message"), "`properties` in a certificate of form");
}

#[test]
fn the_program_confirms_a_file_that_is_valid_by_the_schema() {
    let certificates = [
        (STREAM, stream("progress")),
        (BAG, bag("orphan-message")),
        (NO_SEGMENT, no_segment("progress")),
    ];
    for (model, mut fields) in certificates {
        fields["properties"] = json!(["unspecified-reception", fields["property"]]);
        let certificate = whole(model, fields);
        let here = Directory::new("verifier_languages")
            .with("model.scm", model)
            .with("certificate.json", &certificate.to_string());
        let schema = Schema::named(&here, "certificate");
        assert_eq!(schema.objections(&certificate), [""; 0]);
        let confirmed = run(&here, "certificate.json model.scm");
        assert_eq!((confirmed.code, confirmed.output.as_str()), (0, "confirmed\n"), "{model}");
    }
}

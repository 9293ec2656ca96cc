//! The oracle of certificates with languages on small systems.

use crate::support::cases::seeds;
use crate::support::evidence_sources::Sample;
use crate::support::language_certificates::of_few_configurations;
use crate::support::language_changes::LANGUAGES;
use crate::support::small_systems::{BAG, FIFO, system};
use oracle::configurations::{Bounds, Loss, explore};
use oracle::evidence::{Judged, Model, Objection, Question};
use oracle::evidence_certificate::valid_certificates;
use oracle::evidence_languages::{Extent, Languages};
use oracle::safety::Property;
use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::cfsm::{BadConfigurations, Channel, System};
use serde_json::{Value, json};

/// A FIFO channel that may lose what is sent.
const LOSSY: Channel = Channel { lossy: true, ..FIFO };

/// All words of some length.
const LENGTH: Extent = Extent::UpTo(5);

/// A certificate about the progress of a system.
fn certificate(segments: &Value, languages: &Value, states: &Value) -> Value {
    json!({
        "schema": "scm-check/certificate", "schema_version": 1, "form": "languages",
        "property": "progress", "channels": "as written", "sha256": "", "over": "configurations",
        "segments": segments, "languages": languages, "states": states,
    })
}

fn judged(system: &System, certificate: &Value) -> Judged<()> {
    valid_certificates(Model { system, bad: &[], sha256: "" }, certificate, None)
}

/// Asserts that a certificate is refused for a reason that has these words.
#[track_caller]
fn assert_wrong(system: &System, certificate: &Value, why: &str) {
    match judged(system, certificate) {
        Err(Objection::Wrong(found)) => assert!(found.contains(why), "{found}"),
        other => panic!("{other:?}: {why}"),
    }
}

/// Messages a without end, and then b.
fn stream() -> (System, Value) {
    let system = system(&[FIFO], &["0 0!a 0, 0 0!b 1", "0 0?a 0, 0 0?b 1"]);
    let languages = json!([
        {"final": [0], "edges": [[0, 0, "a", 0]]},
        {"final": [1], "edges": [[0, 0, "a", 0], [0, 0, "b", 1]]},
        {"final": [0], "edges": []},
    ]);
    let certificate = certificate(&json!(["0"]), &languages, &json!(["0 0 0", "1 0 1", "1 1 2"]));
    (system, certificate)
}

/// Messages of two kinds without end, in a bag; b is declared first.
fn bag() -> (System, Value) {
    let system = system(&[BAG], &["0 0!b 0, 0 0!a 0", "0 0?a 0, 0 0?b 0"]);
    let edges = json!([[0, 0, "b", 0], [0, 1, "a", 1], [1, 1, "a", 1]]);
    let languages = json!([{"final": [0, 1], "edges": edges}]);
    (system, certificate(&json!(["0:b", "0:a"]), &languages, &json!(["0 0 0"])))
}

#[test]
fn what_all_configurations_are_in_is_an_invariant() {
    let lossy = system(&[LOSSY], &["0 0!a 1, 1 0!a 0", "0 0?a 0"]);
    let any = json!([{"final": [0], "edges": [[0, 0, "a", 0]]}]);
    let lossy_certificate = certificate(&json!(["0"]), &any, &json!(["0 0 0", "1 0 0"]));
    let two = system(&[FIFO], &["initial 0 2: 0 0!a 1, 1 tau 1", "0 0?a 0"]);
    let languages = json!([
        {"final": [0], "edges": []},
        {"final": [0, 1], "edges": [[0, 0, "a", 1]]},
    ]);
    let two_certificate =
        certificate(&json!(["0"]), &languages, &json!(["0 0 0", "2 0 0", "1 0 1"]));
    let none = system(&[BAG], &["0 tau 0"]);
    let none_certificate =
        certificate(&json!([]), &json!([{"final": [0], "edges": []}]), &json!(["0 0"]));
    let all = [
        stream(),
        bag(),
        (lossy, lossy_certificate),
        (none, none_certificate),
        (two, two_certificate),
    ];
    for (number, (system, mut certificate)) in all.into_iter().enumerate() {
        // Who has ended and who waits for ever is no progress.
        if number == 4 {
            assert_wrong(&system, &certificate, "is bad");
            certificate["property"] = json!("orphan-message");
        }
        assert_eq!(judged(&system, &certificate), Ok(()), "{number}");
        let languages = Languages::read(&system, &certificate).unwrap();
        assert_eq!(languages.is_invariant(Extent::UpTo(6)), Ok(()));
        let bounds = Bounds { configurations: 200, messages: 5 };
        for reached in explore(&system, Loss::OnTheWay, bounds).reached {
            assert!(languages.contains(&reached.configuration), "{number}: {reached:?}");
        }
    }
}

#[test]
fn what_is_left_out_is_noticed() {
    let (system, right) = stream();
    let changed = |pointer: &str, value: Value| {
        let mut changed = right.clone();
        *changed.pointer_mut(pointer).expect("it is there") = value;
        changed
    };
    let wrong = |pointer: &str, value: Value, why: &str| {
        assert_wrong(&system, &changed(pointer, value), why);
    };
    wrong("/states", json!(["1 0 1", "1 1 2"]), "is initial and missing");
    wrong("/states", json!(["0 0 0", "1 0 1"]), "is missing");
    wrong("/states", json!(["0 0 0", "1 0 1", "1 1 2", "1 1 2"]), "twice");
    wrong("/states", json!(["0 0 0", "1 0 1", "1 1"]), "has no language");
    wrong("/states", json!(["0 0 0", "1 0 1", "1 1 3"]), "no item 3");
    wrong("/languages/0/final", json!([]), "is initial and missing");
    wrong("/languages/1/final", json!([0]), "is missing");
    // One a at most, which takes three letters to see where b follows.
    wrong("/languages/0/edges", json!([[0, 0, "a", 1]]), "is missing");
    wrong("/languages/1/edges", json!([[0, 0, "a", 2], [0, 0, "b", 1], [2, 0, "b", 1]]), "missing");
    wrong("/languages/0/edges/0", json!([0, 1, "a", 0]), "no such segment");
    wrong("/languages/0/edges/0", json!([0, 0, "c", 0]), "no message");
    wrong("/languages/1/edges/1", json!([0, 0, "a", 1]), "not the only edge");
    wrong("/segments", json!(["0", "1"]), "segments");
    wrong("/over", json!("rsc-executions"), "over");
    // More than there is does no harm, until it can be seen.
    let more = json!([[0, 0, "a", 0], [0, 0, "b", 1], [1, 0, "a", 1]]);
    assert_wrong(&system, &changed("/languages/1/edges", more), "is missing");
    let more = json!([{"final": [0], "edges": [[0, 0, "b", 0]]}, {"final": [0], "edges": []}]);
    let unreachable = certificate(&json!(["0"]), &more, &json!(["0 0 1"]));
    assert_wrong(&system, &unreachable, "is missing");
}

#[test]
fn letters_of_an_earlier_segment_mean_nothing() {
    let (system, mut certificate) = bag();
    assert_eq!(judged(&system, &certificate), Ok(()));
    // The same, and words that are in no order.
    certificate["languages"][0] = json!({"final": [0], "edges": [[0, 0, "b", 0], [0, 1, "a", 0]]});
    assert_eq!(judged(&system, &certificate), Ok(()));
    // All words of a's, then of b's: in order, one of the two alone.
    certificate["languages"][0] =
        json!({"final": [0, 1], "edges": [[0, 1, "a", 0], [0, 0, "b", 1], [1, 0, "b", 1]]});
    assert_wrong(&system, &certificate, "is missing");
}

#[test]
fn each_property_is_excluded_or_not() {
    let (system, mut certificate) = stream();
    let all =
        ["unspecified-reception", "progress", "orphan-message", "reception-deadlock", "stuck(p0)"];
    certificate["properties"] = json!(all);
    assert_eq!(judged(&system, &certificate), Ok(()));
    certificate["properties"] = json!(all[2..]);
    assert_wrong(&system, &certificate, "not names");
    // What follows is not known from an invariant.
    certificate.as_object_mut().unwrap().remove("properties");
    for property in ["stuck(p1)", "unreceived(a)", "deadlock"] {
        certificate["property"] = json!(property);
        let undecided = judged(&system, &certificate);
        assert!(matches!(undecided, Err(Objection::Undecided(_))), "{undecided:?}");
    }
    certificate["property"] = json!("rsc");
    assert_wrong(&system, &certificate, "nothing of RSC");
    let bad = crate::support::bad_specifications::bad(
        &system,
        "(automaton p0: in 1: true with a.a.a.b) (automaton p0: in 1: true with a.b.a)",
    );
    certificate["property"] = json!("bad_states/1");
    let judged = |certificate: &Value, bad: &[BadConfigurations]| {
        valid_certificates(Model { system: &system, bad, sha256: "" }, certificate, None)
    };
    assert!(matches!(judged(&certificate, &bad), Err(Objection::Wrong(_))));
    certificate["property"] = json!("bad_states/2");
    assert_eq!(judged(&certificate, &bad), Ok(()));
}

#[test]
fn one_word_of_each_kind_says_as_much_as_all_of_some_length() {
    let (mut valid, mut short, mut long) = (0, 0, 0);
    let mut compare =
        |text: &dyn Fn() -> String, all: Judged<()>, some: Judged<()>| match (all, some) {
            (Ok(()), Ok(())) => valid += 1,
            (Err(Objection::Wrong(_)), Err(Objection::Wrong(_))) => short += 1,
            (Err(Objection::Wrong(_)), Ok(())) => long += 1,
            (Err(Objection::Undecided(_)), _) | (_, Err(Objection::Undecided(_))) => {}
            (Ok(()), Err(Objection::Wrong(why))) => panic!("{why}\n{}", text()),
        };
    for seed in seeds(10) {
        let sample = Sample::of(seed);
        let system = &sample.model.system;
        let mut numbers = Random::new(seed);
        for evidence in of_few_configurations(&sample, &mut numbers) {
            let mut file = evidence.file;
            let (_, change) = LANGUAGES[numbers.below(LANGUAGES.len())];
            let _ = change(system, &mut file, &mut numbers);
            let Ok(languages) = Languages::read(system, &file) else { continue };
            let text = || format!("seed {seed}\n{file}\n{}", sample.text);
            let by = |extent| languages.is_invariant(extent);
            compare(&text, by(Extent::All), by(LENGTH));
            let linear = Property::LINEAR.map(Question::Safety);
            let specified = sample.model.bad.iter().map(Question::BadStates);
            for question in linear.into_iter().chain(specified) {
                let by = |extent| languages.excludes(question, extent);
                compare(&text, by(Extent::All), by(LENGTH));
            }
        }
    }
    println!("{valid} valid, {short} wrong in a short word, {long} in a long one");
    assert!(valid > 0 && short > 0 && long * 10 <= short, "{valid}, {short}, {long}");
}

//! Searches that leave something out, and what they say of systems of which more is known.

use crate::support::small_systems::{BAG, FIFO, system};
use scm_check::internals::check::reachability::{Answer, Configurations, Engine, Outcome, Premise};
use scm_check::internals::check::safety::certify_in;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::model::cfsm::{Channel, LinearProperty, SafetyProperty, System};
use scm_check::internals::model::evidence::EvidenceRequest;

fn word(answer: &Answer) -> &'static str {
    match answer.outcome {
        Outcome::Holds(_) => "holds",
        Outcome::Violated(_) => "violated",
        Outcome::Unknown(_) => "unknown",
    }
}

/// Returns the answer of an engine alone.
fn answer(system: &System, property: LinearProperty, engine: Engine) -> &'static str {
    let configurations = Configurations::new(system);
    let (wanted, control) = (EvidenceRequest::Answer, Control::unlimited());
    let property = SafetyProperty::Linear(property);
    word(&certify_in(&configurations, property, Premise::BugsOnly, engine, wanted, &control).0)
}

#[test]
fn a_send_that_is_left_out_is_remembered() {
    // The last letter is sent after so many others.
    let late = |count: usize| {
        let sends = (0..count).map(|at| format!("{at} 0!a {}, ", at + 1));
        let sender = format!("{}{count} 1!c {}", sends.collect::<String>(), count + 1);
        system(&[FIFO; 2], &[&sender, "0 1?c 1"])
    };
    let orphans = |count| answer(&late(count), LinearProperty::OrphanMessage, Engine::Bounded);
    assert_eq!([1, 7, 8].map(orphans), ["violated"; 3]);
    // Within each of the bounds nothing is violated.
    assert_eq!([9, 20].map(orphans), ["unknown"; 2]);
    // Nothing is left out.
    let few = system(&[FIFO], &["0 0!a 1, 1 0!a 2", "0 0?a 1, 1 0?a 2"]);
    assert_eq!(answer(&few, LinearProperty::OrphanMessage, Engine::Bounded), "holds");
}

#[test]
fn a_search_that_was_ended_proves_nothing() {
    let count = 16;
    let many = system(&[] as &[Channel], &vec!["0 t 1, 1 t 0"; count]);
    let configurations = Configurations::new(&many);
    let control = Control { max_states: Some(1_000), ..Control::unlimited() };
    for property in [LinearProperty::Progress, LinearProperty::OrphanMessage] {
        let property = SafetyProperty::Linear(property);
        for engine in [Engine::Bounded, Engine::Persistent] {
            let wanted = EvidenceRequest::Certificate;
            let premise = Premise::BugsOnly;
            let (answer, certificate) =
                certify_in(&configurations, property, premise, engine, wanted, &control);
            if engine == Engine::Bounded {
                assert_eq!((word(&answer), certificate.is_some()), ("unknown", false));
            } else {
                assert_eq!((word(&answer), certificate.is_some()), ("holds", true));
            }
        }
    }
}

#[test]
fn messages_that_are_absent_are_not_covered_by_more_messages() {
    // Where `a` were absent, both would wait; each configuration of these local states is below one that is reached.
    for property in [LinearProperty::Progress, LinearProperty::ReceptionDeadlock] {
        let here =
            |automata: &[&str]| answer(&system(&[BAG; 2], automata), property, Engine::Backward);
        assert_ne!(here(&["0 0!a 1, 1 1?b 2", "0 0?a 1, 1 1!b 2"]), "violated");
        assert_ne!(here(&["0 0!a 0, 0 1?b 1", "0 0?a 0, 0 1!b 1"]), "violated");
        assert_ne!(here(&["0 0!a 1, 1 1?b 2", "0 0?a 1, 1 0?a 2"]), "holds");
    }
}

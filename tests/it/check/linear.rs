//! Linear invariants, by examples and against the oracle on random systems.
//!
//! The settings are those of `cases.rs`.

use std::collections::BTreeMap;

use super::backward::{asked, configurations, subject};
use crate::support::bad_specifications::{bad, file, random_bad};
use crate::support::cases::{are_many, seeds, system_of};
use crate::support::effort::required;
use crate::support::small_systems::{BAG, FIFO, system};
use oracle::configurations::{Bounds, Configuration, Loss, explore, initial, moves};
use scm_check::internals::check::backward::Target;
use scm_check::internals::check::linear::excludes;
use scm_check::internals::kernel::base::{Control, Limit, Random};
use scm_check::internals::language::evidence::write_certificate;
use scm_check::internals::model::cfsm::{Channel, LinearProperty, System};
use scm_check::internals::model::evidence::{Certificate, LinearInvariant};

/// How many invariants exclude the violations of a property, if some are found.
fn invariants(channels: &[Channel], automata: &[&str], property: LinearProperty) -> Option<usize> {
    let system = system(channels, automata);
    let found = excludes(&system, Target::Violations(property), &Control::unlimited());
    found.expect("no limit").map(|found| found.len())
}

/// Sends and receives by turns, so often, in a cycle.
const PING: [&str; 2] = ["0 0!a 1, 1 0!a 2, 2 1?b 0", "0 0?a 1, 1 0?a 2, 2 1!b 0"];

#[test]
fn what_is_sent_is_received() {
    for channel in [FIFO, BAG] {
        let channels = [channel, channel];
        assert_eq!(invariants(&channels, &PING, LinearProperty::ReceptionDeadlock), Some(1));
        assert_eq!(invariants(&channels, &PING, LinearProperty::Progress), Some(1));
        // One more than is sent.
        let short = [PING[0], "0 0?a 1, 1 0?a 2, 2 0?a 3, 3 1!b 0"];
        assert_eq!(invariants(&channels, &short, LinearProperty::ReceptionDeadlock), None);
    }
    let once = ["0 0!a 1, 1 0!a 2", "0 0?a 1, 1 0?a 2"];
    assert_eq!(invariants(&[FIFO], &once, LinearProperty::OrphanMessage), Some(1));
    let once = ["0 0!a 1, 1 0!a 2", "0 0?a 1"];
    assert_eq!(invariants(&[FIFO], &once, LinearProperty::OrphanMessage), None);
}

#[test]
fn nothing_is_needed_where_nothing_can_be_bad() {
    assert_eq!(invariants(&[FIFO; 2], &PING, LinearProperty::OrphanMessage), Some(0));
    assert_eq!(invariants(&[FIFO; 2], &PING, LinearProperty::UnspecifiedReception), Some(0));
}

#[test]
fn what_is_absent_depends_on_the_states() {
    // Whoever has sent waits for the answer of whoever has not, or both wait for answers to each other.
    let automata = ["0 0!a 1, 0 1?a 2, 1 1?b 0, 2 0!b 0", "0 0?a 1, 1 1!b 0"];
    assert_eq!(invariants(&[FIFO; 2], &automata, LinearProperty::ReceptionDeadlock), Some(1));
    let automata = ["0 0!a 1, 1 1?b 2, 1 2?b 2", "0 0?a 1, 1 1!b 2, 1 2!b 2, 2 3?c 0"];
    assert_eq!(invariants(&[FIFO; 4], &automata, LinearProperty::ReceptionDeadlock), Some(2));
}

#[test]
fn contents_and_states_of_a_specification_are_counted() {
    let system = system(&[FIFO; 2], &PING);
    for (text, is_excluded) in [
        ("(automaton p0: in 2: true with (a|b)^*.a.a.a#_)", true),
        ("(automaton p0: in 2: true with a.a#_)", false),
        ("(automaton p0: in 2: true automaton p1: in 2: true with a.a^*#_)", true),
        ("(automaton p0: in 0: true automaton p1: in 1: true)", true),
        ("(automaton p0: in 1: true automaton p1: in 1: true)", false),
    ] {
        let bad = bad(&system, text).remove(0);
        let found = excludes(&system, Target::Configurations(&bad), &Control::unlimited());
        assert_eq!(found.expect("no limit").is_some(), is_excluded, "{text}");
    }
    let stopped = Control::unlimited();
    stopped.interrupt();
    let target = Target::Violations(LinearProperty::Progress);
    assert_eq!(excludes(&system, target, &stopped), Err(Limit::Interrupted));
}

#[test]
fn a_certificate_has_the_weights_of_states_and_messages() {
    let system = system(&[FIFO], &["0 0!a 1, 1 0!a 2", "0 0?a 1, 1 0?a 2, 3 0?a 2"]);
    let target = Target::Violations(LinearProperty::OrphanMessage);
    let found = excludes(&system, target, &Control::unlimited()).unwrap().unwrap();
    let certificate = Certificate::Linear(found.into());
    let subject = subject("orphan-message");
    let mut written = Vec::new();
    write_certificate(&certificate, &system, &subject, &mut written).unwrap();
    let written = String::from_utf8(written).unwrap();
    let start = r#"{"schema":"scm-check/certificate","schema_version":1,"form":"linear","#;
    let end = r#""over":"configurations","items":["0:a"],"invariants":[{"messages":[[0,1]],"#;
    let states = r#""states":[{"0":0,"1":-1,"2":-2},{"0":0,"1":1,"2":2}]}]}"#;
    assert!(written.starts_with(start), "{written}");
    assert!(written.ends_with(&format!("{end}{states}")), "{written}");
}

/// The sum of a configuration; `None` if it has a state that is not reached.
fn sum(invariant: &LinearInvariant, here: &Configuration) -> Option<i64> {
    let states = invariant.states.iter().zip(&here.control).map(|(weights, &state)| weights[state]);
    let states: Option<i64> = states.sum();
    let messages = invariant.messages.iter().map(|&(channel, message, weight)| {
        let held = here.held(channel).iter().filter(|&&held| held == message).count();
        weight * i64::try_from(held).expect("few messages")
    });
    Some(states? + messages.sum::<i64>())
}

/// What is wrong with invariants that are to exclude bad configurations, as far as some configurations show it.
fn objection(
    system: &System,
    invariants: &[LinearInvariant],
    is_bad: &dyn Fn(&Configuration) -> bool,
    seen: &[Configuration],
) -> Option<&'static str> {
    for invariant in invariants {
        if initial(system).iter().any(|here| sum(invariant, here).is_none_or(|sum| sum > 0)) {
            return Some("an initial configuration weighs too much");
        }
        for here in seen {
            let Some(before) = sum(invariant, here) else { continue };
            let mut next = moves(system, here, Loss::OnTheWay);
            if next.any(|(_, next)| sum(invariant, &next).is_none_or(|after| after > before)) {
                return Some("a step makes the sum larger");
            }
        }
    }
    let breaks = |here: &Configuration| {
        invariants.iter().any(|one| sum(one, here).is_none_or(|sum| sum > 0))
    };
    let is_missed = seen.iter().any(|here| is_bad(here) && !breaks(here));
    is_missed.then_some("a bad configuration breaks no invariant")
}

#[test]
fn invariants_agree_with_the_oracle_on_random_systems() {
    let bounds = Bounds { configurations: 500, messages: 4 };
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in seeds(50) {
        let system = system_of(seed);
        let mut numbers = Random::new(seed);
        let exploration = explore(&system, Loss::OnTheWay, bounds);
        let reached = || exploration.reached.iter().map(|reached| &reached.configuration);
        let bad = [(); 3].map(|()| random_bad(&system, &exploration, &mut numbers));
        let mut seen: Vec<Configuration> = reached().cloned().collect();
        seen.extend(configurations(&system, &mut numbers));
        for (target, asked) in asked(&bad) {
            let is_bad = |here: &Configuration| asked.is_bad(&system, here);
            let found = excludes(&system, target, &Control::unlimited()).expect("no limit");
            let word = if let Some(found) = found {
                let objection = objection(&system, &found, &is_bad, &seen);
                let text = file(&system, &[]);
                assert_eq!(objection, None, "seed {seed}: {target:?}\n{text}\n{found:?}");
                "excluded"
            } else if reached().any(is_bad) {
                "reached"
            } else {
                "open"
            };
            *tally.entry(word).or_default() += 1;
        }
    }
    println!("{tally:?}");
    let times = |word| tally.get(word).copied().unwrap_or(0);
    assert!(!are_many() || times("excluded") > required(1_000) && times("reached") > required(500));
}

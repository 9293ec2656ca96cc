//! Deadlocks of RSC systems, by completions to synchronous executions, against the oracle.
//!
//! The settings are those of `cases.rs`.

use crate::support::cases::{case_count, seeds, system_of};
use crate::support::effort::{required, scaled};
use crate::support::reachability_engines::replay;
use crate::support::small_systems::{BAG, FIFO, system};
use oracle::configurations::{Answer as Reached, Bounds, Loss, explore};
use oracle::safety::{Property, decided, violating};
use scm_check::internals::check::completability::Level;
use scm_check::internals::check::membership::{self, Engine, Proof};
use scm_check::internals::check::reachability::{
    Answer, Configurations, Justification, Outcome, Premise,
};
use scm_check::internals::check::safety::{by_completions, check};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::model::cfsm::{Channel, SafetyProperty, System};
use std::collections::BTreeMap;

const BOUNDS: Bounds = Bounds { configurations: 600, messages: 6 };

fn proof(system: &System) -> Option<Proof> {
    match membership::check(system, Engine::Plain, &Control::unlimited()).outcome {
        membership::Outcome::Holds(proof) => Some(proof),
        _ => None,
    }
}

/// What completions say of an RSC system.
fn answer(system: &System, property: SafetyProperty) -> Option<Answer> {
    let configurations = Configurations::new(system);
    let proof = proof(system).expect("the system is RSC");
    by_completions(&configurations, property, proof, &Control::unlimited())
}

fn branching(system: &System) -> impl Iterator<Item = (SafetyProperty, Property)> {
    let (ours, theirs) = (SafetyProperty::all(system), Property::all(system));
    assert_eq!(ours.len(), theirs.len(), "the oracle has the same properties in the same order");
    ours.into_iter().zip(theirs).filter(|(property, _)| !property.is_linear())
}

#[test]
fn completions_agree_with_the_oracle_on_random_rsc_systems() {
    let mut tally: BTreeMap<String, usize> = BTreeMap::new();
    let mut ended = 0;
    for seed in seeds(100) {
        let system = system_of(seed);
        let Some(proof) = proof(&system) else { continue };
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        let configurations = Configurations::new(&system);
        for (property, asked) in branching(&system) {
            let control = Control { max_states: Some(5_000), ..Control::unlimited() };
            let answer = by_completions(&configurations, property, proof, &control);
            let violating = violating(&system, &exploration, asked);
            let known = violating.as_ref().map(|violating| decided(&exploration, violating));
            let expected = match known {
                Some(Reached::Reachable { .. }) => "violated",
                Some(Reached::Unreachable) => "holds",
                _ => "infinite",
            };
            let why = || {
                let name = property.name(&system);
                format!(
                    "seed {seed}, {name}: {answer:?}\n{}",
                    crate::support::small_systems::describe(&system)
                )
            };
            let found = match answer.as_ref().map(|answer| &answer.outcome) {
                None | Some(Outcome::Unknown(_)) => "open",
                Some(Outcome::Holds(ground)) => {
                    assert!(matches!(ground, Justification::Completable { .. }), "{}", why());
                    assert_ne!(expected, "violated", "{}", why());
                    "holds"
                }
                Some(Outcome::Violated(witness)) => {
                    assert_ne!(expected, "holds", "{}", why());
                    let steps: Vec<_> = witness.replay().steps().iter().copied().collect();
                    let start = &witness.replay().initial().control;
                    let end = replay(&system, start, &steps).unwrap();
                    if let Some(violating) = &violating {
                        let place = exploration.place(&end).unwrap();
                        assert!(violating[place], "{}", why());
                        ended += 1;
                    }
                    "violated"
                }
            };
            let kind = property.kind_name();
            *tally.entry(format!("{kind}: {expected}, found {found}")).or_default() += 1;
        }
    }
    println!("{tally:#?}");
    if case_count(2_000) >= scaled(2_000) as u64 {
        let count = |name: &str| tally.get(name).copied().unwrap_or(0);
        for name in ["deadlock: violated, found violated", "deadlock: holds, found holds"] {
            assert!(count(name) > required(100), "{name}");
        }
        for name in ["stuck: violated, found violated", "deadlock: infinite, found violated"] {
            assert!(count(name) > required(10), "{name}");
        }
        assert!(count("deadlock: infinite, found holds") > required(10));
        assert!(20 * count("deadlock: holds, found open") < count("deadlock: holds, found holds"));
        let missed = count("deadlock: violated, found open");
        assert!(20 * missed < count("deadlock: violated, found violated"), "{missed}");
    }
    println!("{ended} violations end where the oracle says");
}

/// A system on two FIFO channels: two participants send for ever, and the third receives.
fn senders(receiver: &str) -> System {
    system(&[FIFO, FIFO], &["0 0!a 0", "0 1!b 0", receiver])
}

#[test]
fn a_message_that_nobody_waits_for_any_more_is_a_deadlock() {
    // Like Figure 6.7: behind the first message of the other channel nobody reads the first one.
    let system = senders("0 0?a 0, 0 1?b 1, 1 1?b 1");
    let premise = Premise::Rsc(proof(&system).unwrap());
    let control = Control::unlimited();
    let answer = check(&system, SafetyProperty::Deadlock, premise, &control);
    let Outcome::Violated(witness) = answer.outcome else { panic!("{answer:?}") };
    assert_eq!((answer.engine.word(), witness.communications()), ("completions", 2));
    let end = witness.replay().last();
    let lengths: Vec<usize> = end.contents.iter().map(|one| one.messages().len()).collect();
    assert_eq!(lengths, [1, 0], "the first channel is never empty again");
}

#[test]
fn who_may_catch_up_is_in_no_deadlock() {
    // Figure 3.4a: the receiver takes turns, so arbitrarily much of a synchronous execution is put
    // off while one of the senders is ahead, and no level reads all. It is free of deadlocks all
    // the same.
    let system = senders("0 0?a 1, 1 1?b 0");
    for (property, _) in branching(&system) {
        let premise = Premise::Rsc(proof(&system).unwrap());
        let found = check(&system, property, premise, &Control::unlimited()).outcome;
        assert!(!matches!(found, Outcome::Violated(_)), "{property:?}: {found:?}");
    }
}

#[test]
fn levels_show_that_endless_streams_have_no_deadlock() {
    let system = senders("0 0?a 0, 0 1?b 0");
    let answer = answer(&system, SafetyProperty::Deadlock).unwrap();
    let Outcome::Holds(Justification::Completable { level, .. }) = answer.outcome else {
        panic!("{answer:?}");
    };
    assert_eq!(level, Level::Gaps(1), "any number of messages may overtake one");
    for (property, _) in branching(&system) {
        let premise = Premise::Rsc(proof(&system).unwrap());
        let found = check(&system, property, premise, &Control::unlimited()).outcome;
        assert!(matches!(found, Outcome::Holds(_)), "{property:?}: {found:?}");
    }
}

#[test]
fn choices_that_executions_do_not_show_are_told_apart() {
    // The second participant may be in a state in which it never receives; the execution is the
    // same.
    let blind: [(&[Channel], &[&str]); 4] = [
        (&[FIFO], &["0 0!a 0", "0 0?a 1, 0 0?a 2, 1 0?a 1"]),
        (&[FIFO], &["0 0!a 0", "0 0?a 0, 0 - 1"]),
        (&[BAG], &["0 0!a 0", "0 0?a 0, 0 - 1"]),
        (&[FIFO, FIFO], &["0 0!a 0, 0 - 1, 1 1!b 1", "0 0?a 0, 0 1?b 1, 1 1?b 1"]),
    ];
    let control = Control::unlimited();
    for (channels, automata) in blind {
        let system = system(channels, automata);
        let premise = Premise::Rsc(proof(&system).unwrap());
        let found = check(&system, SafetyProperty::Deadlock, premise, &control).outcome;
        assert!(matches!(found, Outcome::Violated(_)), "{automata:?}: {found:?}");
    }
}

#[test]
fn internal_steps_that_are_no_choice_cost_nothing() {
    let streams = |internal: usize, receiver: &str| {
        let steps: Vec<String> = (0..internal).map(|at| format!("{at} tau {}, ", at + 1)).collect();
        let steps = steps.concat();
        let sender = format!("{steps}{internal} 0!a {internal}");
        answer(&system(&[FIFO], &[&sender, receiver]), SafetyProperty::Deadlock).unwrap()
    };
    // The run that cannot be completed is made of steps of the system, too.
    for (receiver, holds) in [("0 tau 1, 1 0?a 0", true), ("0 tau 1, 1 0?a 2, 2 tau 2", false)] {
        let [few, many] = [1, 300].map(|internal| streams(internal, receiver));
        assert_eq!(matches!(few.outcome, Outcome::Holds(_)), holds, "{few:?}");
        assert_eq!(matches!(many.outcome, Outcome::Holds(_)), holds, "{many:?}");
        assert_eq!(few.statistics.states, many.statistics.states);
    }
}

#[test]
fn a_choice_before_the_reception_of_a_message_to_oneself_is_left_alone() {
    // Made visible the choice would stand between the two, and the system would not be RSC.
    let system = system(&[FIFO], &["0 0!m 1, 1 tau 2, 1 tau 3, 2 0?m 0, 3 0?m 0"]);
    assert_eq!(answer(&system, SafetyProperty::Deadlock), None);
}

#[test]
fn who_has_to_leave_while_others_choose_is_not_called_unstuck() {
    // Once the second one has chosen `k`, the first one never receives `m`; but before all channels
    // are empty again it has sent `n`, and waits no more; it never comes to a final state.
    let automata = ["0 0?m 1, 0 1!n 2, 2 - 2", "0 0!m 1, 0 2!k 2", "0 1?n 1, 1 2?k 2"];
    let system = system(&[FIFO, FIFO, FIFO], &automata);
    let participant = system.automata().ids().next().unwrap();
    let property = SafetyProperty::Stuck(participant);
    let Some(found) = answer(&system, property) else {
        let premise = Premise::Rsc(proof(&system).unwrap());
        let found = check(&system, property, premise, &Control::unlimited()).outcome;
        assert!(matches!(found, Outcome::Violated(_)), "{found:?}");
        return;
    };
    assert!(!matches!(found.outcome, Outcome::Holds(_)), "{found:?}");
}

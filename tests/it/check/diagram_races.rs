//! Races of projections, and participants that are not told of the end: by hand, and against all configurations of random
//! systems.
//!
//! The settings are those of `cases.rs`.

use crate::support::cases::{are_many, seeds, with_final_states};
use crate::support::effort::required;
use crate::support::membership_engines::is_rsc;
use crate::support::random_choreographies::{automaton_of, describe};
use crate::support::small_systems::{FIFO, system};
use oracle::orders::{Race, orders};
use scm_check::internals::check::diagram::{Exploration, Orders, may_have_some, races};
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::model::cfsm::{
    ChannelKind, Direction, Label, ParticipantId, StateId, System,
};
use scm_check::internals::model::choreography::Choreography;
use scm_check::internals::model::generate::{Architecture, Kinds, RandomParameters, random};
use std::collections::BTreeSet;

/// How many configurations the oracle looks at.
const CONFIGURATIONS: usize = 400;

/// The results of a search that looks at everything; `None` if it does not.
fn found(system: &System, exploration: Exploration) -> Option<Orders> {
    races(system, exploration, &Control::unlimited()).0.ok()
}

/// What was found in the terms of the oracle.
fn in_short(system: &System, found: &Orders) -> (BTreeSet<Race>, BTreeSet<ParticipantId>) {
    let race = |race: &scm_check::internals::model::cfsm::Race| {
        let early = system.automata()[race.participant].transitions()[race.early].label;
        let Label::Action(Direction::Receive, channel, message) = early else { panic!() };
        (race.participant, race.drawn, channel, message)
    };
    let races = found.races.iter().map(|(one, _)| race(one)).collect();
    (races, found.not_told.iter().map(|(participant, _)| *participant).collect())
}

/// The races of a system by their messages, those that are not told, and the lengths of their runs: by both explorations
/// where the system is RSC.
fn told(system: &System) -> (Vec<String>, Vec<usize>) {
    let by = |exploration| {
        let found = found(system, exploration).expect("it is small");
        let name = |participant: ParticipantId, transition| {
            system.label_text(system.automata()[participant].transitions()[transition].label)
        };
        let races = found.races.iter().map(|(race, witness)| {
            let [drawn, early] = [race.drawn, race.early].map(|one| name(race.participant, one));
            (format!("{drawn} {early}"), witness.replay().steps().len())
        });
        let mut lines: Vec<(String, usize)> = races.collect();
        lines.extend(
            found.not_told.iter().map(|(one, witness)| {
                (format!("p{}", one.index()), witness.replay().steps().len())
            }),
        );
        lines
    };
    let all = by(Exploration::Configurations);
    if is_rsc(system) {
        let names = |lines: Vec<(String, usize)>| lines.into_iter().map(|one| one.0).collect();
        let (some, others): (Vec<String>, Vec<String>) =
            (names(all.clone()), names(by(Exploration::RscExecutions)));
        assert_eq!(some, others);
    }
    all.into_iter().unzip()
}

/// Four channels.
fn of(automata: &[&str]) -> System {
    system(&[FIFO; 4], automata)
}

#[test]
fn answers_of_two_servers_race() {
    let asks = "0 0!ask 1, 1 1!ask 2, 2 2?one 3, 3 3?two 4";
    let system = of(&[asks, "0 0?ask 1, 1 2!one 2", "0 1?ask 1, 1 3!two 2"]);
    assert!(may_have_some(&system));
    let (races, steps) = told(&system);
    assert_eq!(races, ["? one ? two"]);
    assert_eq!(steps, [4], "the answer of the first server is not needed");
}

#[test]
fn a_message_that_is_asked_for_later_cannot_be_there_before() {
    let asks = "0 0!ask 1, 1 2?one 2, 2 1!ask 3, 3 3?two 4";
    let system = of(&[asks, "0 0?ask 1, 1 2!one 2", "0 1?ask 1, 1 3!two 2"]);
    assert!(may_have_some(&system), "the automaton alone does not show it");
    assert!(told(&system).0.is_empty());
}

#[test]
fn what_can_be_taken_in_both_orders_does_not_race() {
    let either = "0 0?a 1, 0 1?b 2, 1 1?b 3, 2 0?a 3";
    assert!(told(&of(&[either, "0 0!a 1", "0 1!b 1"])).0.is_empty());
}

#[test]
fn one_channel_keeps_its_order() {
    let system = of(&["0 0?a 1, 1 0?b 2", "0 0!a 1, 1 0!b 2"]);
    assert!(!may_have_some(&system));
    assert!(told(&system).0.is_empty());
}

#[test]
fn a_message_that_nobody_takes_later_is_no_race() {
    let system = of(&["0 0?a 1, 1 1?c 2", "0 0!a 1", "0 1!b 1, 1 1!c 2"]);
    assert!(told(&system).0.is_empty());
}

#[test]
fn each_turn_of_a_loop_races_with_the_next_one() {
    let all = [
        "0 0?a 1, 1 1?b 2, 2 2!again 3, 3 3!again 0",
        "0 0!a 1, 1 2?again 0",
        "0 1!b 1, 1 3?again 0",
    ];
    // The second turn begins for `p1` before it begins for `p2`, so that its message never is too early.
    assert_eq!(told(&of(&all)).0, ["? a ? b"]);
    let all = [all[0], "0 0!a 1, 1 2?again 0", "0 3?again 1, 1 1!b 0"];
    assert!(told(&of(&all)).0.is_empty(), "`b` comes after all of the turn before");
}

#[test]
fn infinitely_many_configurations_are_decided_by_rsc_executions_only() {
    let system = of(&["0 0?a 1, 1 1?b 0", "0 0!a 0", "0 1!b 0"]);
    assert!(is_rsc(&system));
    let by_executions = found(&system, Exploration::RscExecutions).unwrap();
    assert_eq!(by_executions.races.len(), 2);
    assert_eq!(found(&system, Exploration::Configurations), None);
}

#[test]
fn one_that_has_taken_part_is_told_of_the_end() {
    // `p0` may receive and send in turns, and `p1` may stop after each.
    let system = of(&["0 0?a 1, 1 1!b 0", "0 0!a 1, 1 1?b 2, 2 0!a 3, 3 1?b 4"]);
    let finals = |states: &[(usize, usize)]| {
        let states = states.iter().map(|&(participant, state)| {
            (ParticipantId::from_index(participant), StateId::from_index(state))
        });
        told(&system.with_final(states)).0
    };
    assert!(finals(&[]).is_empty(), "it is stuck, and has not ended");
    assert!(finals(&[(1, 2)]).is_empty(), "the state of p0 is not final");
    assert_eq!(finals(&[(0, 0)]), ["p0"], "it is in its initial state again");
    assert!(finals(&[(0, 1)]).is_empty(), "it does not wait in this state");
    let silent = of(&["0 0?a 1, 1 0?b 2", "0 1!c 1, 0 0!a 2, 2 0!b 3", "0 1?c 1"]);
    let start = (ParticipantId::from_index(0), StateId::from_index(0));
    let silent = silent.with_final([start, (ParticipantId::from_index(2), StateId::from_index(0))]);
    assert!(may_have_some(&silent) || told(&silent).0.is_empty());
    assert!(told(&silent).0.is_empty(), "whoever has not taken part is not told");
}

#[test]
fn races_are_those_of_all_configurations() {
    let [mut compared, mut racing, mut waiting, mut rsc, mut filtered] = [0; 5];
    for seed in seeds(50) {
        let mut numbers = Random::new(seed);
        let (system, text) = if numbers.percent(50) {
            let mut automaton = automaton_of(&mut numbers);
            automaton.channels.iter_mut().for_each(|channel| channel.kind = ChannelKind::Fifo);
            let choreography = Choreography::new(&automaton, 10_000).unwrap();
            let system = choreography.implementation_with_ends(10_000, &Control::unlimited());
            let Some(system) = system else { continue };
            (system, describe(&automaton))
        } else {
            let parameters = RandomParameters {
                participants: numbers.between(2, 4),
                architecture: Architecture::PeerToPeer,
                kinds: Kinds::Fifo,
                internal_percent: 0,
                second_initial_percent: 0,
                lossy_percent: 0,
                ..RandomParameters::draw(&mut numbers)
            };
            let system = with_final_states(random(&parameters, numbers.bits()), seed);
            (system, String::new())
        };
        let Some(expected) = orders(&system, CONFIGURATIONS) else { continue };
        compared += 1;
        racing += usize::from(!expected.0.is_empty());
        waiting += usize::from(!expected.1.is_empty());
        let all = found(&system, Exploration::Configurations).expect("they are few");
        assert_eq!(in_short(&system, &all), expected, "seed {seed}: {text}");
        if is_rsc(&system) {
            rsc += 1;
            let some = found(&system, Exploration::RscExecutions).expect("they are few");
            assert_eq!(in_short(&system, &some), expected, "seed {seed}, RSC: {text}");
        }
        if !may_have_some(&system) {
            filtered += 1;
            assert_eq!(all, Orders::default(), "seed {seed}: {text}");
        }
    }
    if are_many() {
        let counts = [compared, racing, waiting, rsc, filtered];
        assert!(counts.iter().all(|&count| count >= required(5)), "{counts:?}");
    }
}

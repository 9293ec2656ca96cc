//! Local states that are declared final: small systems, laws, and the definitions of the library against the oracle.
//!
//! The other random tests of the checks draw systems with such states, too. The settings are those of `cases.rs`.

use crate::check::backward::configurations;
use crate::support::bad_specifications::file;
use crate::support::cases::{are_many, seeds, system_of};
use crate::support::effort::{is_full, required};
use crate::support::reachability_engines::{Found, Subject, engines, safety};
use crate::support::small_systems::{BAG, FIFO, system};
use oracle::configurations::{Answer, Bounds, Configuration, Loss, Move, explore, moves};
use oracle::reachability::{self, is_bad};
use oracle::safety::{Property, decide, is_final, is_waiting, receives, violating};
use scm_check::internals::check::reachability::{Configurations, Engine, Premise};
use scm_check::internals::check::safety::certify_in;
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::model::cfsm::{
    self, Channel, ChannelKind, Obligation, ParticipantId, SafetyProperty, StateId, System,
    bad_states,
};
use scm_check::internals::model::evidence::EvidenceRequest;
use std::collections::BTreeMap;

/// What the oracle explores.
const BOUNDS: Bounds = Bounds { configurations: 500, messages: 4 };

/// The engines that can be asked alone.
const ALONE: [Engine; 5] =
    [Engine::Invariant, Engine::Bounded, Engine::Persistent, Engine::Backward, Engine::Linear];

/// Returns the system with these final states, given as pairs of numbers.
fn with_final(system: &System, states: &[(usize, usize)]) -> System {
    let ids = |&(participant, state): &(usize, usize)| {
        (ParticipantId::from_index(participant), StateId::from_index(state))
    };
    system.with_final(states.iter().map(ids))
}

/// The names of the properties that are violated. The oracle, the checks and each engine alone agree.
fn violated(channels: &[Channel], automata: &[&str], states: &[(usize, usize)]) -> Vec<String> {
    let system = with_final(&system(channels, automata), states);
    let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
    assert!(exploration.is_complete(), "these systems are small");
    let found: BTreeMap<String, Found> = safety(&system).into_iter().collect();
    let mut all = Vec::new();
    for (property, asked) in Property::all(&system).into_iter().zip(SafetyProperty::all(&system)) {
        let name = property.name(&system);
        let is_violated = match decide(&system, &exploration, property) {
            Answer::Reachable { .. } => true,
            Answer::Unreachable => false,
            Answer::NotWithinBounds { .. } => panic!("all configurations are known"),
        };
        let says = |found: &Found| match found {
            Found::Holds => Some(false),
            Found::Violated { .. } => Some(true),
            Found::Unknown => None,
        };
        assert_eq!(says(&found[&name]), Some(is_violated), "{name}: {automata:?}, {states:?}");
        for engine in ALONE.into_iter().filter(|_| property.is_linear()) {
            let (all, control) = (Configurations::new(&system), Control::unlimited());
            let wanted = EvidenceRequest::Answer;
            let premise = Premise::BugsOnly;
            let (answer, _) = certify_in(&all, asked, premise, engine, wanted, &control);
            let said = says(&crate::support::reachability_engines::found(&answer.outcome));
            let is_right = said.is_none_or(|said| said == is_violated);
            assert!(is_right, "{name} by {engine:?}: {automata:?}, {states:?}");
        }
        if is_violated {
            all.push(name);
        }
    }
    all
}

#[test]
fn a_server_may_wait_for_ever_once_its_clients_have_ended() {
    let automata = ["0 0?a 1, 1 1!b 0", "0 0!a 1, 1 1?b 2"];
    for channel in [FIFO, BAG] {
        let channels = [channel; 2];
        assert_eq!(violated(&channels, &automata, &[]), ["progress", "stuck(p0)"]);
        assert!(violated(&channels, &automata, &[(0, 0)]).is_empty());
        // Only the state in which it waits matters.
        assert_eq!(violated(&channels, &automata, &[(0, 1)]), ["progress", "stuck(p0)"]);
    }
}

#[test]
fn an_idle_server_hides_nobody_who_is_stuck() {
    let server = "0 0?a 0";
    // The client waits for an answer that the server never gives.
    let automata = [server, "0 0!a 1, 1 1?b 2"];
    let expected = ["progress", "reception-deadlock", "stuck(p1)"];
    assert_eq!(violated(&[FIFO; 2], &automata, &[(0, 0)]), expected);
    assert_eq!(violated(&[BAG; 2], &automata, &[(0, 0)]), expected);
    // The same with a client that does nothing before, beside one that is served.
    let automata = [server, "0 1?b 1", "0 0!a 1, 1 2?c 1"];
    assert_eq!(violated(&[FIFO; 3], &automata, &[(0, 0), (2, 1)]), expected);
    // They share no channel: neither component alone shows what both together do.
    let automata = ["0 0?a 0", "0 1?b 1"];
    assert_eq!(violated(&[FIFO; 2], &automata, &[(0, 0)]), expected);
    assert!(violated(&[FIFO; 2], &automata, &[(0, 0), (1, 0)]).is_empty());
}

#[test]
fn two_that_wait_for_each_other_are_excused_only_together() {
    let automata = ["0 0?a 1, 1 1!b 0", "0 1?b 1, 1 0!a 0"];
    let channels = [FIFO; 2];
    let both = ["progress", "reception-deadlock", "stuck(p0)", "stuck(p1)"];
    assert_eq!(violated(&channels, &automata, &[]), both);
    assert_eq!(violated(&channels, &automata, &[(0, 1)]), both);
    assert_eq!(violated(&channels, &automata, &[(0, 0)]), [both[0], both[1], both[3]]);
    assert!(violated(&channels, &automata, &[(0, 0), (1, 0)]).is_empty());
}

#[test]
fn what_a_final_state_receives_is_no_orphan_and_what_it_does_not_is_one() {
    let sender = "0 0!a 1";
    let takes = violated(&[FIFO], &[sender, "0 0?a 0"], &[(1, 0)]);
    assert!(takes.is_empty(), "{takes:?}");
    let unspecified = ["unspecified-reception", "orphan-message", "deadlock", "unreceived(a)"];
    assert_eq!(violated(&[FIFO], &[sender, "0 0?b 0"], &[(1, 0)]), unspecified);
    // In front of a bag nothing is unspecified.
    assert_eq!(violated(&[BAG], &[sender, "0 0?b 0"], &[(1, 0)]), unspecified[1..]);
    // Whoever can always go on leaves nothing behind, at the end of no run.
    let goes_on = violated(&[FIFO], &[sender, "0 tau 0"], &[(1, 0)]);
    assert_eq!(goes_on, ["deadlock", "unreceived(a)"]);
}

#[test]
fn whoever_can_leave_by_a_send_is_not_stuck() {
    // p0 waits for `a`, which nobody sends, but may give up.
    let gives_up = ["0 0?a 0, 0 1!b 1", "0 1?b 1"];
    assert!(violated(&[FIFO; 2], &gives_up, &[]).is_empty());
    // It may give up, and then waits for `c` as long: that is where it is stuck.
    let again = ["0 0?a 0, 0 1!b 1, 1 2?c 2", "0 1?b 1"];
    assert_eq!(violated(&[FIFO; 3], &again, &[]), ["progress", "stuck(p0)"]);
    assert!(violated(&[FIFO; 3], &again, &[(0, 1)]).is_empty());
    // A state through which it comes is enough.
    let through = ["0 0?a 0, 0 1!b 1, 1 1!b 2, 2 2?c 2", "0 1?b 1, 1 1?b 2"];
    assert_eq!(violated(&[FIFO; 3], &through, &[(0, 1)]), ["progress", "stuck(p0)"]);
}

/// The configuration as the library has it.
fn of_library(system: &System, here: &Configuration) -> cfsm::Configuration {
    let mut there = cfsm::Configuration::empty(system, here.control.iter().copied().collect());
    for (channel, _) in system.channels().enumerate() {
        there.contents[channel].refill(here.held(channel).iter().copied());
    }
    there
}

#[test]
fn the_definitions_of_the_library_are_those_of_the_oracle() {
    let mut tally: BTreeMap<(String, bool), usize> = BTreeMap::new();
    for seed in seeds(50) {
        let system = system_of(seed);
        let mut numbers = Random::new(seed);
        for here in configurations(&system, &mut numbers) {
            let there = of_library(&system, &here);
            let case =
                |what: &str| format!("seed {seed}, {what}: {here:?}\n{}", file(&system, &[]));
            for (property, asked) in Property::LINEAR.into_iter().zip(SafetyProperty::LINEAR) {
                let name = property.name(&system);
                let expected = property.is_violated_in(&system, &here).unwrap();
                assert_eq!(asked.is_violated_in(&system, &there), expected, "{}", case(&name));
                *tally.entry((name, expected)).or_default() += 1;
            }
            for participant in system.automata().ids() {
                let asked = SafetyProperty::Stuck(participant);
                let owed = asked.obligations(&system, &there);
                let waits = is_waiting(&system, &here, participant);
                assert_eq!(!owed.is_empty(), waits, "{}", case(&asked.name(&system)));
                *tally.entry(("waiting".to_owned(), waits)).or_default() += 1;
                for (step, next) in moves(&system, &here, Loss::OnTheWay) {
                    let Move::Step(one) = step else { unreachable!("nothing is lost later") };
                    let is_met = Obligation::ReceptionBy(participant).is_met_by(&system, one);
                    let expected = receives(&system, step, Some(participant)).is_some()
                        || one.participant == participant
                            && is_final(&system, participant, next.state(participant));
                    assert_eq!(is_met, expected, "{}", case(&format!("{step:?}")));
                }
            }
        }
    }
    println!("{tally:?}");
    assert!(!are_many() || tally.len() == 10 && tally.values().all(|&count| count > required(100)));
}

/// The law for a property when more states are final.
fn is_lawful(property: Property, fewer: bool, more: bool) -> bool {
    match property {
        Property::Progress | Property::ReceptionDeadlock | Property::Stuck(_) => fewer || !more,
        Property::OrphanMessage => more || !fewer,
        Property::UnspecifiedReception | Property::Deadlock | Property::Unreceived(_) => {
            fewer == more
        }
    }
}

#[test]
fn more_final_states_excuse_who_waits_and_accuse_what_is_left() {
    let (mut changed, mut changed_answers) = (BTreeMap::<String, usize>::new(), 0);
    for seed in seeds(15) {
        let system = system_of(seed);
        let mut numbers = Random::new(seed);
        let states = system.automata().enumerate().flat_map(|(participant, automaton)| {
            automaton.states().ids().map(move |state| (participant, state))
        });
        let more_states: Vec<_> = states.filter(|_| numbers.percent(33)).collect();
        let more = system.with_final(more_states);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        let (found, found_more) = (safety(&system), safety(&more));
        for (number, property) in Property::all(&system).into_iter().enumerate() {
            let name = property.name(&system);
            let case =
                || format!("seed {seed}, {name}\n{}\n{}", file(&system, &[]), file(&more, &[]));
            let kind = name.split('(').next().unwrap().to_owned();
            let in_each = |system| violating(system, &exploration, property);
            if let (Some(fewer), Some(more)) = (in_each(&system), in_each(&more)) {
                let mut pairs = fewer.iter().zip(&more);
                let is_lawful = pairs.all(|(&fewer, &more)| is_lawful(property, fewer, more));
                assert!(is_lawful, "{}", case());
                *changed.entry(kind).or_default() += usize::from(fewer != more);
            }
            let says = |found: &[(String, Found)]| match &found[number] {
                (other, _) if *other != name => panic!("{other} instead of {name}"),
                (_, Found::Holds) => Some(false),
                (_, Found::Violated { .. }) => Some(true),
                (_, Found::Unknown) => None,
            };
            if let (Some(fewer), Some(more)) = (says(&found), says(&found_more)) {
                assert!(is_lawful(property, fewer, more), "{}", case());
                changed_answers += usize::from(fewer != more);
            }
        }
    }
    println!("{changed:?}; {changed_answers} answers");
    if are_many() {
        for kind in ["progress", "orphan-message", "reception-deadlock", "stuck"] {
            let is_rare = kind == "reception-deadlock";
            assert!(changed[kind] > 0 || is_rare && !is_full(), "{kind}");
        }
        assert!(changed_answers > required(20), "{changed_answers} answers");
    }
}

#[test]
fn generated_bad_states_are_reached_where_the_property_is_violated() {
    let (mut inside, mut outside, mut asked) = ([0; 4], [0; 4], 0);
    for seed in seeds(15) {
        let system = system_of(seed).with_channels(ChannelKind::Fifo);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        let subject = Subject::of(&system);
        for (place, property) in SafetyProperty::LINEAR.into_iter().enumerate() {
            let Ok(bad) = bad_states(&system, property) else { continue };
            let case = || format!("seed {seed}, {property:?}\n{}", file(&system, &bad));
            let violated = Property::LINEAR[place];
            let mut number = configurations(&system, &mut Random::new(seed));
            number.extend(exploration.reached.iter().map(|one| one.configuration.clone()));
            for here in number {
                let expected = violated.is_violated_in(&system, &here) == Some(true);
                let found = bad.iter().any(|bad| is_bad(bad, &here));
                assert_eq!(found, expected, "{here:?}, {}", case());
                *(if found { &mut inside[place] } else { &mut outside[place] }) += 1;
            }
            if seed % 10 != 0 || bad.len() > 20 {
                continue;
            }
            let expected = reachability::decide(&exploration, &bad);
            for (engine, ask) in engines() {
                let mut found = bad.iter().map(|bad| ask(&subject, bad));
                let is_reached = found.any(|found| matches!(found, Found::Violated { .. }));
                match expected {
                    Answer::Unreachable => assert!(!is_reached, "{engine}: {}", case()),
                    Answer::Reachable { .. } if subject.premise != Premise::BugsOnly => {
                        let few = engine == "pebbles";
                        assert!(is_reached || few, "{engine}: {}", case());
                    }
                    _ => {}
                }
                asked += 1;
            }
        }
    }
    println!("{inside:?} inside, {outside:?} outside, {asked} asked");
    if are_many() {
        let often = |counts: [usize; 4]| counts.into_iter().all(|count| count > required(100));
        assert!(often(inside) && often(outside) && asked > required(100));
    }
}

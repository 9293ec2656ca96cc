//! Repairs are what they say: tried again, by engines of their own, on bundled models and random systems.

use crate::support::bundled_systems::models;
use crate::support::cases::{seeds, system_of};
use crate::support::effort::scaled;
use crate::support::membership_engines::{Decision, ENGINES};
use scm_check::internals::check::membership::{self, Engine};
use scm_check::internals::check::reachability::{self, Configurations, Outcome, Premise};
use scm_check::internals::check::repair::{Repairs, acknowledgements};
use scm_check::internals::check::safety;
use scm_check::internals::kernel::base::{Control, Limit};
use scm_check::internals::model::cfsm::{
    BadConfigurations, Direction, Label, MessageId, SafetyProperty, System,
};

/// Limits under which everything is decided that can be in a test.
fn control() -> Control {
    Control { max_states: Some(3_000), ..Control::unlimited() }
}

/// Whether a property is shown to hold, or to be violated, by looking at all configurations.
fn decided(system: &System, property: SafetyProperty) -> Option<bool> {
    match safety::check(system, property, Premise::BugsOnly, &control()).outcome {
        Outcome::Holds(_) => Some(true),
        Outcome::Violated(_) => Some(false),
        Outcome::Unknown(_) => None,
    }
}

fn is_reachable(system: &System, bad: &BadConfigurations) -> Option<bool> {
    let engine = reachability::Engine::Auto;
    match reachability::check(system, bad, Premise::BugsOnly, engine, &control()).outcome {
        Outcome::Holds(_) => Some(false),
        Outcome::Violated(_) => Some(true),
        Outcome::Unknown(_) => None,
    }
}

/// Returns what is offered for a system; `None` if it is RSC. All of it is tried.
fn offered(name: &str, system: &System, bad: &[BadConfigurations]) -> Option<Vec<MessageId>> {
    let answer = membership::check(system, Engine::Plain, &control());
    let membership::Outcome::Violated(witness) = answer.outcome else { return None };
    let all = Configurations::new(system);
    let offered = acknowledgements(&all, bad, &witness, &control()).acknowledged;
    for &message in &offered {
        let repaired = system.with_acknowledged(message);
        for (engine, decide) in ENGINES {
            assert_eq!(decide(&repaired), Decision::Holds, "{name}: {engine}");
        }
        for property in SafetyProperty::all(system) {
            if decided(system, property) == Some(true) {
                let then = decided(&repaired, property);
                assert_ne!(then, Some(false), "{name}: {}", property.name(system));
            }
        }
        for bad in bad {
            if is_reachable(system, bad) == Some(false) {
                let then = is_reachable(&repaired, &bad.with_free_channel(&repaired));
                assert_ne!(then, Some(true), "{name}");
            }
        }
    }
    Some(offered)
}

#[test]
fn a_limit_ends_the_search_for_repairs_and_offers_nothing_that_was_not_tried() {
    let is_offered =
        |(_, model): &(std::path::PathBuf, scm_check::internals::language::system::Model)| {
            offered("", &model.system, &model.bad).is_some_and(|messages| !messages.is_empty())
        };
    let (_, model) = models().into_iter().find(is_offered).unwrap();
    let answer = membership::check(&model.system, Engine::Plain, &control());
    let membership::Outcome::Violated(witness) = answer.outcome else { unreachable!() };
    let all = Configurations::new(&model.system);
    for limit in [Limit::Interrupted, Limit::Timeout, Limit::Memory] {
        let control = control();
        control.cut(limit);
        let repairs = acknowledgements(&all, &model.bad, &witness, &control);
        assert_eq!(repairs, Repairs { acknowledged: Vec::new(), cut: Some(limit) });
    }
    let control = control();
    let part = control.part(100);
    control.interrupt();
    assert_eq!(part.limit(0, 0), Some(Limit::Interrupted));
    assert_eq!(part.max_states, Some(100));
    assert_eq!(part.part(200).max_states, Some(100));
}

#[test]
fn repairs_of_bundled_models_repair_them() {
    let mut repaired = 0;
    for (path, model) in models() {
        let offered = offered(&path.display().to_string(), &model.system, &model.bad);
        repaired += usize::from(offered.is_some_and(|messages| !messages.is_empty()));
    }
    assert!(repaired >= 1, "{repaired} models are repaired");
}

#[test]
fn repairs_of_random_systems_repair_them() {
    let (mut broken, mut repaired) = (0, 0);
    for seed in seeds(100) {
        let system = system_of(seed);
        if let Some(messages) = offered(&format!("seed {seed}"), &system, &[]) {
            broken += 1;
            repaired += usize::from(!messages.is_empty());
        }
    }
    assert!(broken < scaled(500) || repaired > 0, "none of {broken} systems is repaired");
}

#[test]
fn an_acknowledgement_makes_every_sender_of_the_message_wait() {
    for (path, model) in models() {
        let system = &model.system;
        for message in system.messages().ids() {
            let changed = system.with_acknowledged(message);
            let answer = changed.messages().ids().next_back().unwrap();
            let back = changed.channels().ids().next_back().unwrap();
            assert_eq!(changed.channels().len(), system.channels().len() + 1);
            for (id, automaton) in changed.automata().enumerate() {
                let old = system.automata()[id].transitions();
                let of_message = |label: &Label| match *label {
                    Label::Action(direction, _, sent) if sent == message => Some(direction),
                    _ => None,
                };
                let count = old.iter().filter_map(|one| of_message(&one.label)).count();
                let mut answers = 0;
                for transition in automaton.transitions() {
                    let Some(direction) = of_message(&transition.label) else { continue };
                    let [next] = automaton.outgoing(transition.target) else {
                        panic!("{}: nothing but an answer follows", path.display())
                    };
                    let expected = match direction {
                        Direction::Send => Direction::Receive,
                        Direction::Receive => Direction::Send,
                    };
                    let label = automaton.transitions()[*next].label;
                    assert_eq!(label, Label::Action(expected, back, answer));
                    answers += 1;
                }
                let lost =
                    |one: &scm_check::internals::model::cfsm::Transition| one.loss_of.is_some();
                assert!(answers + old.iter().filter(|one| lost(one)).count() >= count);
            }
        }
    }
}

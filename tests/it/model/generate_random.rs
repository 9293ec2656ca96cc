//! Random systems stay within their parameters and have every feature.

use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::cfsm::{
    ChannelKind, Direction, Label, StateId, System, Transition,
};
use scm_check::internals::model::generate::{RandomParameters, Shape, random};

fn systems() -> impl Iterator<Item = (RandomParameters, System)> {
    (0..300).map(|seed| {
        let mut numbers = Random::new(seed);
        let parameters = RandomParameters::draw(&mut numbers);
        let system = random(&parameters, numbers.bits());
        (parameters, system)
    })
}

#[test]
fn a_system_stays_within_its_parameters() {
    for (parameters, system) in systems() {
        assert_eq!(system.automata().len(), parameters.participants);
        assert_eq!(system.messages().len(), parameters.messages);
        for automaton in system.automata() {
            let (internal, actions): (Vec<&Transition>, Vec<&Transition>) =
                automaton.transitions().iter().partition(|t| t.label == Label::Internal);
            assert!(automaton.states().len() <= parameters.states + internal.len());
            assert!(actions.len() <= parameters.transitions);
        }
    }
}

#[test]
fn acyclic_automata_never_lead_back() {
    for (parameters, system) in systems() {
        if parameters.shape == Shape::Acyclic {
            for automaton in system.automata() {
                // States that nothing leads to any more are taken away until none is left.
                let mut left: Vec<StateId> = automaton.states().ids().collect();
                while !left.is_empty() {
                    let entered = |state: &StateId| {
                        let mut transitions = automaton.transitions().iter();
                        transitions.any(|t| t.target == *state && left.contains(&t.source))
                    };
                    let place = left.iter().position(|state| !entered(state));
                    left.remove(place.expect("a cycle"));
                }
            }
        }
    }
}

#[test]
fn every_feature_occurs() {
    let count = |has: fn(&System) -> bool| systems().filter(|(_, s)| has(s)).count();
    assert!(count(|s| s.channels().iter().any(|c| c.lossy)) > 10);
    assert!(count(|s| s.channels().iter().any(|c| c.kind == ChannelKind::Bag)) > 50);
    assert!(count(|s| s.automata().iter().any(|a| a.initial().len() > 1)) > 10);
    let acts = |s: &System, d| {
        let mut found = Vec::new();
        for (participant, automaton) in s.automata().enumerate() {
            for transition in automaton.transitions() {
                if let Label::Action(direction, channel, _) = transition.label
                    && direction == d
                    && !found.contains(&(participant, channel))
                {
                    found.push((participant, channel));
                }
            }
        }
        found
    };
    let several_receivers = systems().filter(|(_, s)| {
        let receivers = acts(s, Direction::Receive);
        s.channels().ids().any(|c| receivers.iter().filter(|r| r.1 == c).count() > 1)
    });
    assert!(several_receivers.count() > 50);
    let messages_to_oneself = systems().filter(|(_, s)| {
        let senders = acts(s, Direction::Send);
        acts(s, Direction::Receive).iter().any(|receiver| senders.contains(receiver))
    });
    assert!(messages_to_oneself.count() > 50);
}

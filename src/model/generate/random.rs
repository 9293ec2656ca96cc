//! Random systems: how the parts come together.

use super::arbitrary::arbitrary_parts;
use super::protocol::protocol_parts;
use super::random_parameters::{Architecture, Kinds, RandomParameters, Shape, Style};
use super::sketch::{Move, Part, Route, build};
use crate::cfsm::{Channel, ChannelKind, System};
use kernel::base::Random;

/// Returns the random system that `parameters` and `seed` determine.
///
/// # Panics
/// If a number that must be at least one is zero.
pub fn random(parameters: &RandomParameters, seed: u64) -> System {
    let mut numbers = Random::new(seed);
    let (count, routes) = routes(parameters, &mut numbers);
    let channels: Vec<Channel> = (0..count)
        .map(|_| Channel {
            kind: match parameters.kinds {
                Kinds::Fifo => ChannelKind::Fifo,
                Kinds::Mixed if numbers.percent(50) => ChannelKind::Fifo,
                Kinds::Bag | Kinds::Mixed => ChannelKind::Bag,
            },
            lossy: numbers.percent(parameters.lossy_percent),
        })
        .collect();
    let mut parts = match parameters.style {
        Style::Arbitrary => arbitrary_parts(parameters, &routes, &mut numbers),
        Style::Protocol { changes } => protocol_parts(parameters, changes, &routes, &mut numbers),
    };
    for part in &mut parts {
        decorate(part, parameters, &mut numbers);
    }
    build(format!("random_{seed}"), &parts, &channels, parameters.messages)
}

/// Returns the number of channels, at least one, and the routes through them.
fn routes(parameters: &RandomParameters, numbers: &mut Random) -> (usize, Vec<Route>) {
    let participants = parameters.participants;
    let pairs =
        (0..participants).flat_map(|sender| (0..participants).map(move |other| (sender, other)));
    match parameters.architecture {
        Architecture::PeerToPeer => {
            let routes: Vec<Route> = pairs
                .filter(|(sender, receiver)| sender != receiver)
                .enumerate()
                .map(|(channel, (sender, receiver))| Route { sender, receiver, channel })
                .collect();
            (routes.len().max(1), routes)
        }
        Architecture::Mailbox => {
            let routes = pairs
                .filter(|(sender, receiver)| sender != receiver)
                .map(|(sender, receiver)| Route { sender, receiver, channel: receiver })
                .collect();
            (participants, routes)
        }
        Architecture::OneBuffer => {
            (1, pairs.map(|(sender, receiver)| Route { sender, receiver, channel: 0 }).collect())
        }
        Architecture::Shared(channels) => {
            let mut routes = Vec::new();
            for channel in 0..channels {
                let senders = some_participants(participants, numbers);
                let receivers = some_participants(participants, numbers);
                for &sender in &senders {
                    for &receiver in &receivers {
                        routes.push(Route { sender, receiver, channel });
                    }
                }
            }
            (channels.max(1), routes)
        }
    }
}

/// Returns a random set of participants that is not empty.
fn some_participants(participants: usize, numbers: &mut Random) -> Vec<usize> {
    let certain = numbers.below(participants);
    (0..participants).filter(|&other| other == certain || numbers.percent(40)).collect()
}

/// Adds internal steps and initial states.
fn decorate(part: &mut Part, parameters: &RandomParameters, numbers: &mut Random) {
    for source in 0..part.states {
        if !numbers.percent(parameters.internal_percent) {
            continue;
        }
        let target = match parameters.shape {
            Shape::Cyclic => numbers.below(part.states),
            Shape::Acyclic if source + 1 < part.states => {
                numbers.between(source + 1, part.states - 1)
            }
            Shape::Acyclic => continue,
        };
        part.moves.push(Move { source, act: None, target });
    }
    for index in 0..part.moves.len() {
        if part.moves[index].act.is_some() && numbers.percent(parameters.internal_percent / 2) {
            let between = part.fresh();
            let source = std::mem::replace(&mut part.moves[index].source, between);
            part.moves.push(Move { source, act: None, target: between });
        }
    }
    if numbers.percent(parameters.second_initial_percent) {
        part.more_initial.push(numbers.below(part.states));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfsm::{Direction, Label, StateId, Transition};

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
}

//! Random systems, composed of random parts.

use super::arbitrary::arbitrary_parts;
use super::protocol::protocol_parts;
use super::random_parameters::{Architecture, Kinds, RandomParameters, Style};
use super::sketch::{Route, SketchMove, SketchPart, build};
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
    let others = pairs.clone().filter(|(sender, receiver)| sender != receiver);
    match parameters.architecture {
        Architecture::PeerToPeer => {
            let routes: Vec<Route> = others
                .enumerate()
                .map(|(channel, (sender, receiver))| Route { sender, receiver, channel })
                .collect();
            (routes.len().max(1), routes)
        }
        Architecture::Mailbox => {
            let route = |(sender, receiver)| Route { sender, receiver, channel: receiver };
            (participants, others.map(route).collect())
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
fn decorate(part: &mut SketchPart, parameters: &RandomParameters, numbers: &mut Random) {
    for source in 0..part.states {
        if !numbers.percent(parameters.internal_percent) {
            continue;
        }
        let target = parameters.shape.target(source, part.states, numbers);
        let Some(target) = target else { continue };
        part.moves.push(SketchMove { source, act: None, target });
    }
    for index in 0..part.moves.len() {
        if part.moves[index].act.is_some() && numbers.percent(parameters.internal_percent / 2) {
            let between = part.fresh();
            let source = std::mem::replace(&mut part.moves[index].source, between);
            part.moves.push(SketchMove { source, act: None, target: between });
        }
    }
    if numbers.percent(parameters.second_initial_percent) {
        part.more_initial.push(numbers.below(part.states));
    }
}

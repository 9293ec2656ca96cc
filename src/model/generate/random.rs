//! Random systems: what can be asked for, and how the parts come together.

use super::arbitrary::arbitrary_parts;
use super::protocol::protocol_parts;
use super::sketch::{Move, Part, Route, build};
use crate::cfsm::{Channel, ChannelKind, System};
use kernel::base::Random;

/// Who shares which channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Architecture {
    /// A channel for each ordered pair of participants.
    PeerToPeer,
    /// A channel for each receiver, which all others send to.
    Mailbox,
    /// One channel for everything, messages to oneself included.
    OneBuffer,
    /// The given number of channels (at least one), each with random senders and random receivers,
    /// one or more, which may overlap.
    Shared(usize),
}

/// The kinds of the channels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kinds {
    /// All FIFO.
    Fifo,
    /// All bags.
    Bag,
    /// Each channel at random.
    Mixed,
}

/// Whether automata have cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// No transition leads back, so there are finitely many executions.
    Acyclic,
    /// Transitions may lead anywhere.
    Cyclic,
}

/// How the transitions are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Each by itself. Such systems are often trivial: hardly anything can be received.
    Arbitrary,
    /// From random walks in which most messages are received as they are sent, projected onto the
    /// participants; then the given number of random changes.
    Protocol {
        /// The number of changes.
        changes: usize,
    },
}

/// What a random system is to look like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomParameters {
    /// The number of participants, at least one.
    pub participants: usize,
    /// The largest number of states of a participant, at least one, before internal steps are
    /// added.
    pub states: usize,
    /// The largest number of transitions of a participant before internal steps are added.
    pub transitions: usize,
    /// The number of messages, at least one.
    pub messages: usize,
    /// Who shares which channel.
    pub architecture: Architecture,
    /// The kinds of the channels.
    pub kinds: Kinds,
    /// Whether automata have cycles.
    pub shape: Shape,
    /// How the transitions are drawn.
    pub style: Style,
    /// How many of 100 states get an internal step; half as many of 100 transitions get one in
    /// front of them, with a state in between.
    pub internal_percent: usize,
    /// How many of 100 participants get a second initial state.
    pub second_initial_percent: usize,
    /// How many of 100 channels are lossy.
    pub lossy_percent: usize,
}

impl RandomParameters {
    /// Draws parameters for a small system, of any kind that there is.
    ///
    /// Internal steps, second initial states and lossy channels stay rare, so that most systems
    /// are free of each, and some have all.
    pub fn draw(numbers: &mut Random) -> Self {
        let participants = if numbers.percent(10) { 1 } else { numbers.between(2, 4) };
        let architecture = match numbers.below(4) {
            // Alone, one has nobody to write to through these.
            0 if participants > 1 => Architecture::PeerToPeer,
            1 if participants > 1 => Architecture::Mailbox,
            2 if numbers.percent(40) => Architecture::OneBuffer,
            _ => Architecture::Shared(numbers.between(1, 4)),
        };
        let kinds = match numbers.below(4) {
            0 | 1 => Kinds::Fifo,
            2 => Kinds::Bag,
            _ => Kinds::Mixed,
        };
        let style = if numbers.percent(75) {
            Style::Protocol { changes: numbers.below(4) }
        } else {
            Style::Arbitrary
        };
        // Hardly anything happens in an arbitrary automaton without cycles.
        let acyclic_percent = if style == Style::Arbitrary { 15 } else { 50 };
        let rare = |numbers: &mut Random, most| {
            if numbers.percent(30) { numbers.between(1, most) } else { 0 }
        };
        Self {
            participants,
            states: numbers.between(2, 6),
            transitions: numbers.between(2, 7),
            messages: numbers.between(1, 3),
            architecture,
            kinds,
            shape: if numbers.percent(acyclic_percent) { Shape::Acyclic } else { Shape::Cyclic },
            style,
            internal_percent: rare(numbers, 80),
            second_initial_percent: rare(numbers, 60),
            lossy_percent: rare(numbers, 60),
        }
    }
}

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

//! Small systems and executions, written in a line.
//!
//! An automaton is a list like `0 1!a 1, 1 tau 2, 2 0?b 0`: source, action, target; state 0 is
//! initial, unless the list starts like `initial 0 2:`. A word is a list like `p0:1!a p1:1?a`. Messages are named by what is written.

use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::cfsm::{
    Action, Channel, ChannelId, ChannelKind, Direction, Label, MessageId, MessageSort,
    ParticipantId, StateId, System, SystemBuilder, Transition,
};
use scm_check::internals::model::generate::{RandomParameters, Shape, Style};

/// A FIFO channel that loses nothing.
pub(crate) const FIFO: Channel = Channel { kind: ChannelKind::Fifo, lossy: false };

/// A bag that loses nothing.
pub(crate) const BAG: Channel = Channel { kind: ChannelKind::Bag, lossy: false };

/// Returns the system with the given channels and automata, whose participants are `p0`, `p1`, ...
pub(crate) fn system(channels: &[Channel], automata: &[&str]) -> System {
    let mut builder = SystemBuilder::new("example");
    for &channel in channels {
        builder.channel(channel);
    }
    let mut messages: Vec<String> = Vec::new();
    for (index, text) in automata.iter().enumerate() {
        let participant = builder.participant(format!("p{index}"));
        let (initial, text) = text.split_once(':').unwrap_or(("initial 0", text));
        let initial: Vec<usize> =
            initial.split(' ').skip(1).map(|state| state.parse().expect("a state")).collect();
        let steps: Vec<(usize, &str, usize)> = text.split(',').filter_map(step).collect();
        let targets = steps.iter().flat_map(|&(source, _, target)| [source, target]);
        for state in 0..=targets.chain(initial.iter().copied()).max().unwrap_or(0) {
            builder.state(participant, state.to_string());
        }
        for state in initial {
            builder.initial(participant, StateId::from_index(state));
        }
        for (source, action, target) in steps {
            let label = match parts(action) {
                None => Label::Internal,
                Some((channel, direction, name)) => {
                    let message = match messages.iter().position(|other| other == name) {
                        Some(place) => MessageId::from_index(place),
                        None => {
                            messages.push(name.to_owned());
                            builder.message(name, MessageSort::Int)
                        }
                    };
                    Label::Action(direction, channel, message)
                }
            };
            let (source, target) = (StateId::from_index(source), StateId::from_index(target));
            builder.transition(participant, source, label, target);
        }
    }
    builder.finish()
}

/// Returns a system that only declares things: participants `p0` to `p2`, the messages `a`, `b`,
/// `x` and `y`, and the given channels.
pub(crate) fn alphabet(channels: &[Channel]) -> System {
    let mut builder = SystemBuilder::new("alphabet");
    for name in ["a", "b", "x", "y"] {
        builder.message(name, MessageSort::Int);
    }
    for &channel in channels {
        builder.channel(channel);
    }
    for name in ["p0", "p1", "p2"] {
        let participant = builder.participant(name);
        let state = builder.state(participant, "0");
        builder.initial(participant, state);
    }
    builder.finish()
}

/// Returns the actions of a word over the names of `system`.
pub(crate) fn word(system: &System, text: &str) -> Vec<Action> {
    let action = |text: &str| {
        let (participant, action) = text.split_once(':').expect("participant:action");
        let (channel, direction, name) = parts(action).expect("an action");
        let message = system.messages().enumerate().find(|(_, message)| message.name == name);
        let index: usize = participant[1..].parse().expect("p and a number");
        Action {
            participant: ParticipantId::from_index(index),
            direction,
            channel,
            message: message.expect("a declared message").0,
        }
    };
    text.split_whitespace().map(action).collect()
}

fn step(text: &str) -> Option<(usize, &str, usize)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [] => None,
        [source, action, target] => {
            Some((source.parse().expect("a state"), action, target.parse().expect("a state")))
        }
        _ => panic!("source, action, target, not `{text}`"),
    }
}

fn parts(action: &str) -> Option<(ChannelId, Direction, &str)> {
    let (place, direction) = match (action.find('!'), action.find('?')) {
        (Some(place), None) => (place, Direction::Send),
        (None, Some(place)) => (place, Direction::Receive),
        _ => return None,
    };
    let channel: usize = action[..place].parse().expect("a channel");
    Some((ChannelId::from_index(channel), direction, &action[place + 1..]))
}

/// Writes a system down, for people.
pub(crate) fn describe(system: &System) -> String {
    let mut lines = Vec::new();
    for (channel, Channel { kind, lossy }) in system.channels().enumerate() {
        let lossy = if *lossy { ", lossy" } else { "" };
        lines.push(format!("  channel {}: {kind:?}{lossy}\n", channel.index()));
    }
    for automaton in system.automata() {
        let initial: Vec<&str> =
            automaton.initial().iter().map(|&s| &automaton.states()[s]).collect();
        let declared = automaton.transitions().iter().filter(|t| t.loss_of.is_none());
        let steps: Vec<String> = declared.map(|t| describe_transition(system, t)).collect();
        let (name, initial, steps) = (automaton.name(), initial.join(" "), steps.join(", "));
        lines.push(format!("  {name}, initial {initial}: {steps}\n"));
    }
    lines.concat()
}

fn describe_transition(system: &System, transition: &Transition) -> String {
    let (source, target) = (transition.source.index(), transition.target.index());
    match transition.label {
        Label::Internal => format!("{source} tau {target}"),
        Label::Action(direction, channel, message) => {
            let sign = if direction == Direction::Send { '!' } else { '?' };
            let message = &system.messages()[message].name;
            format!("{source} {}{sign}{message} {target}", channel.index())
        }
    }
}

/// Draws parameters for a system whose states have many transitions each, more than searches try one by one.
pub(crate) fn many_transitions(numbers: &mut Random) -> RandomParameters {
    RandomParameters {
        states: 2,
        transitions: numbers.between(20, 40),
        messages: numbers.between(2, 4),
        style: Style::Arbitrary,
        shape: Shape::Cyclic,
        ..RandomParameters::draw(numbers)
    }
}

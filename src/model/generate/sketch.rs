//! Sketches of systems: numbers instead of ids, easy to change.

use crate::cfsm::{
    Channel, ChannelId, Direction, Label, MessageId, MessageSort, StateId, System, SystemBuilder,
};
use kernel::base::Id as _;

/// A route of messages: sender, receiver and channel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    pub(super) sender: usize,
    pub(super) receiver: usize,
    pub(super) channel: usize,
}

/// The label of a transition of a sketch; `None` is an internal step.
pub(super) type Act = Option<(Direction, usize, usize)>;

/// A transition of a sketch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SketchMove {
    pub(super) source: usize,
    pub(super) act: Act,
    pub(super) target: usize,
}

/// The automaton of one participant: states are numbered, state 0 is initial.
#[derive(Clone, Debug)]
pub(super) struct SketchPart {
    pub(super) states: usize,
    pub(super) more_initial: Vec<usize>,
    pub(super) moves: Vec<SketchMove>,
}

impl SketchPart {
    /// Returns the automaton with one state and no transition.
    pub(super) fn new() -> Self {
        Self { states: 1, more_initial: Vec::new(), moves: Vec::new() }
    }

    /// Adds a transition unless it exists, or there are `most` already.
    pub(super) fn add(&mut self, step: SketchMove, most: usize) {
        if self.moves.len() < most && !self.moves.contains(&step) {
            self.moves.push(step);
        }
    }

    /// Returns a new state.
    pub(super) fn fresh(&mut self) -> usize {
        self.states += 1;
        self.states - 1
    }
}

/// Returns the system of `parts`, with messages `m0`, `m1` and so on.
pub(super) fn build(
    name: String,
    parts: &[SketchPart],
    channels: &[Channel],
    messages: usize,
) -> System {
    let mut builder = SystemBuilder::new(name);
    for k in 0..messages {
        builder.message(format!("m{k}"), MessageSort::Int);
    }
    for &channel in channels {
        builder.channel(channel);
    }
    for (k, part) in parts.iter().enumerate() {
        let participant = builder.participant(format!("p{k}"));
        for state in 0..part.states {
            builder.state(participant, state.to_string());
        }
        for &state in std::iter::once(&0).chain(&part.more_initial) {
            builder.initial(participant, StateId::from_index(state));
        }
        for step in &part.moves {
            let label = match step.act {
                None => Label::Internal,
                Some((direction, channel, message)) => Label::Action(
                    direction,
                    ChannelId::from_index(channel),
                    MessageId::from_index(message),
                ),
            };
            let (source, target) =
                (StateId::from_index(step.source), StateId::from_index(step.target));
            builder.transition(participant, source, label, target);
        }
    }
    builder.finish()
}

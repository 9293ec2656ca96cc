//! Systems whose participants do rows of actions, once or for ever.

use crate::cfsm::{
    Channel, ChannelId, ChannelKind, Direction, Label, MessageId, MessageSort, System,
    SystemBuilder,
};

/// How often the participants of a family do their rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounds {
    /// Once.
    One,
    /// For ever.
    Endless,
}

/// What a participant does in a step.
pub(super) type Action = (Direction, ChannelId, MessageId);

/// The step that sends `message`.
pub(super) const fn sends(channel: ChannelId, message: MessageId) -> Action {
    (Direction::Send, channel, message)
}

/// The step that receives `message`.
pub(super) const fn receives(channel: ChannelId, message: MessageId) -> Action {
    (Direction::Receive, channel, message)
}

/// A system of such participants, as far as it is built.
pub(super) struct Rows {
    builder: SystemBuilder,
    rounds: Rounds,
}

impl Rows {
    /// Returns the system without participants.
    pub(super) fn new(name: String, rounds: Rounds) -> Self {
        Self { builder: SystemBuilder::new(name), rounds }
    }

    /// Declares a message.
    pub(super) fn message(&mut self, name: impl Into<String>) -> MessageId {
        self.builder.message(name, MessageSort::Int)
    }

    /// Declares `count` reliable queues.
    pub(super) fn channels(&mut self, count: usize) -> Vec<ChannelId> {
        let queue = Channel { kind: ChannelKind::Fifo, lossy: false };
        (0..count).map(|_| self.builder.channel(queue)).collect()
    }

    /// Adds a participant that does one of `rows`, once, or again and again one of them.
    pub(super) fn participant(&mut self, name: impl Into<String>, rows: &[Vec<Action>]) {
        let participant = self.builder.participant(name);
        let start = self.builder.state(participant, "0");
        self.builder.initial(participant, start);
        let mut states = 1;
        for row in rows {
            let mut source = start;
            for (step, &(direction, channel, message)) in row.iter().enumerate() {
                let target = if step + 1 == row.len() && self.rounds == Rounds::Endless {
                    start
                } else {
                    states += 1;
                    self.builder.state(participant, (states - 1).to_string())
                };
                let label = Label::Action(direction, channel, message);
                self.builder.transition(participant, source, label, target);
                source = target;
            }
        }
    }

    /// Returns the system.
    pub(super) fn finish(self) -> System {
        self.builder.finish()
    }
}

//! Systems whose participants do rows of actions, once or for ever.

use crate::cfsm::{
    Channel, ChannelId, ChannelKind, Direction, Label, MessageId, MessageSort, ParticipantId,
    StateId, System, SystemBuilder,
};
use kernel::base::Id as _;

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

/// A system of such participants, as far as it is built. Their states are numbered in the order in which they are added.
pub(super) struct Rows {
    builder: SystemBuilder,
    rounds: Rounds,
    /// The participant that was added last.
    current: ParticipantId,
    /// Number of its states.
    states: usize,
}

impl Rows {
    /// Returns the system without participants.
    pub(super) fn new(name: impl Into<String>, rounds: Rounds) -> Self {
        let current = ParticipantId::from_index(0);
        Self { builder: SystemBuilder::new(name), rounds, current, states: 0 }
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
        let start = self.begin(name);
        let target = (self.rounds == Rounds::Endless).then_some(start);
        for row in rows {
            self.row(start, row, target);
        }
    }

    /// Adds a participant that does nothing yet, and returns its initial state.
    pub(super) fn begin(&mut self, name: impl Into<String>) -> StateId {
        (self.current, self.states) = (self.builder.participant(name), 0);
        let start = self.state();
        self.builder.initial(self.current, start);
        start
    }

    /// Adds a state of the participant that was added last.
    pub(super) fn state(&mut self) -> StateId {
        self.states += 1;
        self.builder.state(self.current, (self.states - 1).to_string())
    }

    /// Adds a row of steps of the participant that was added last, from a state to `target` or else to a new state, and
    /// returns the state in which it ends.
    pub(super) fn row(
        &mut self,
        source: StateId,
        row: &[Action],
        target: Option<StateId>,
    ) -> StateId {
        let mut state = source;
        for (step, &(direction, channel, message)) in row.iter().enumerate() {
            let end = target.filter(|_| step + 1 == row.len());
            let next = end.unwrap_or_else(|| self.state());
            let label = Label::Action(direction, channel, message);
            self.builder.transition(self.current, state, label, next);
            state = next;
        }
        state
    }

    /// Returns the system.
    pub(super) fn finish(self) -> System {
        self.builder.finish()
    }
}

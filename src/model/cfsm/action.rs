//! Labels of transitions and actions of executions.

use super::{ChannelId, Key, MessageId, ParticipantId};

kernel::words! {
    /// The direction of a communication action.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Direction {
        /// `!`
        Send = "send",
        /// `?`
        Receive = "receive",
    }
}

impl Direction {
    /// Returns the sign of the direction: `!` or `?`.
    pub fn sign(self) -> char {
        match self {
            Self::Send => '!',
            Self::Receive => '?',
        }
    }

    /// Returns the other direction.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Send => Self::Receive,
            Self::Receive => Self::Send,
        }
    }

    /// Returns the direction that `word` stands for.
    pub fn named(word: &str) -> Option<Self> {
        [Self::Send, Self::Receive].into_iter().find(|direction| direction.word() == word)
    }
}

/// Label of a transition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Label {
    /// An internal step: no action at all.
    Internal,
    /// A send or a reception of a message on a channel.
    Action(Direction, ChannelId, MessageId),
}

impl Label {
    /// Returns the direction and the channel of the action, or `None` for an internal step.
    pub fn port(self) -> Option<(Direction, ChannelId)> {
        match self {
            Self::Internal => None,
            Self::Action(direction, channel, _) => Some((direction, channel)),
        }
    }

    /// Returns the action of the label at `participant`, or `None` for an internal step.
    pub fn action(self, participant: ParticipantId) -> Option<Action> {
        match self {
            Self::Internal => None,
            Self::Action(direction, channel, message) => {
                Some(Action { participant, direction, channel, message })
            }
        }
    }
}

/// An action of an execution: a send or a reception by a participant.
///
/// Written `i!p v` and `i?p v` in 2.2 of [RSC](crate#bibliography), with channel `i`, participant
/// `p` and message `v`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// The participant that acts.
    pub participant: ParticipantId,
    /// Whether the participant sends or receives.
    pub direction: Direction,
    /// The channel.
    pub channel: ChannelId,
    /// The message.
    pub message: MessageId,
}

/// A property that two actions may share so that they keep their order, besides being a matching pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Shared {
    Participant(ParticipantId),
    Key(Direction, Key),
}

impl Action {
    /// Returns the properties that the action may share with others, given its key.
    pub(crate) fn shared(self, key: Key) -> [Shared; 2] {
        [Shared::Participant(self.participant), Shared::Key(self.direction, key)]
    }

    /// Returns the label of a transition with this action.
    pub fn label(self) -> Label {
        Label::Action(self.direction, self.channel, self.message)
    }
}

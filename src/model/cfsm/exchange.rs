//! Communications as letters.

use super::{Action, ChannelId, Direction, MessageId, ParticipantId};

/// A communication as a letter: sender, message, channel, and the participant that receives at once, if any.
///
/// Written `i!p?q v`, or `i!p v` if it stays unmatched, in 3.1 of [RSC](crate#bibliography).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Exchange {
    /// The channel.
    pub channel: ChannelId,
    /// The message.
    pub message: MessageId,
    /// The participant that sends.
    pub sender: ParticipantId,
    /// The participant that receives at once, if one does.
    pub receiver: Option<ParticipantId>,
}

impl Exchange {
    /// Returns the actions of the communication: the send, and the reception if there is one.
    pub fn actions(self) -> impl Iterator<Item = Action> {
        let Self { channel, message, sender, receiver } = self;
        let action =
            move |participant, direction| Action { participant, direction, channel, message };
        let reception = receiver.map(|receiver| action(receiver, Direction::Receive));
        std::iter::once(action(sender, Direction::Send)).chain(reception)
    }

    /// Returns `true` if `participant` sends or receives in this communication.
    pub fn involves(self, participant: ParticipantId) -> bool {
        self.sender == participant || self.receiver == Some(participant)
    }

    /// Returns `true` if some participant takes part in both communications.
    pub fn shares_participant(self, other: Self) -> bool {
        other.involves(self.sender)
            || self.receiver.is_some_and(|receiver| other.involves(receiver))
    }
}

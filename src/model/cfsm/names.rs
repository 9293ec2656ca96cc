//! The names of a system apart from the system.

use super::{ChannelId, MessageId, ParticipantId, StateId};
use kernel::base::{IndexVec, Names};

/// Names for all parts of a system, by their ids. Those of a kind differ from each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SystemNames {
    /// Name of the system.
    pub system: String,
    /// The participants.
    pub participants: IndexVec<ParticipantId, String>,
    /// The local states of each participant.
    pub states: IndexVec<ParticipantId, Names<StateId>>,
    /// The messages.
    pub messages: IndexVec<MessageId, String>,
    /// The channels; `None` for a channel that has only its number.
    pub channels: IndexVec<ChannelId, Option<String>>,
}

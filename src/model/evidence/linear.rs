//! Linear invariants of configurations, as data.

use kernel::base::IndexVec;

use crate::cfsm::{ChannelId, MessageId, ParticipantId, StateId};

/// A sum that is zero at most in every reachable configuration: weights of the local states, and for each message
/// in a channel a weight as often as the message is there.
///
/// Initial states weigh zero at most, and no step makes the sum larger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearInvariant {
    /// For each participant the weights of its states; `None` for a state that it does not reach.
    pub states: IndexVec<ParticipantId, IndexVec<StateId, Option<i64>>>,
    /// The weights of the messages that are sent, with their channels; those of others are zero.
    pub messages: Vec<(ChannelId, MessageId, i64)>,
}

//! Upward-closed sets of configurations, as data.

use crate::cfsm::{ChannelId, MessageId, StateId};

/// A set of configurations that are never reached: those above one of some least configurations.
///
/// It contains all configurations that violate a property, no initial configuration, and every configuration from
/// which a step leads into it; of these only those count whose channels hold messages that are sent there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UpwardSet {
    /// The least configurations, none of them above another one.
    pub least: Vec<LeastConfiguration>,
}

/// A configuration of which states may be left open.
///
/// A configuration is above it if its participants are in the states that are not open, each FIFO channel holds the
/// messages in their order with any others between them, and each bag holds each message as often at least.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeastConfiguration {
    /// The state of each participant; `None` allows every state.
    pub control: Vec<Option<StateId>>,
    /// The messages with their channels; those of one FIFO channel stand oldest first.
    pub contents: Vec<(ChannelId, MessageId)>,
}

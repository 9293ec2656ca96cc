//! Systems of communicating automata and what they do.
//!
//! A [`System`] is finite data: participants with their automata, messages, and channels that are
//! FIFO or bags, unbounded, and shared by whoever names them. Its asynchronous semantics lives in
//! [`Configuration`].

mod action;
mod bad;
mod channel;
mod configuration;
mod system;

pub use action::{Action, Direction, Label};
pub use bad::{BadConfigurations, ContentsExpression, ContentsNode, ContentsNodeId};
pub use channel::{Channel, ChannelId, ChannelKind, Key};
pub use configuration::{Configuration, Contents};
pub use system::{
    CommunicatingAutomaton, Message, MessageId, MessageSort, ParticipantId, StateId, System,
    SystemBuilder, Transition, TransitionId,
};

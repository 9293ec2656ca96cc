//! Systems of communicating automata and their executions.
//!
//! A [`System`] is finite data: participants with their automata, messages, and channels that are FIFO or
//! bags, unbounded, and may be shared. [`Configuration`] has its asynchronous semantics. An [`Execution`] is
//! a sequence of actions without the automata that do them: its matching pairs, its [`action_graph`] and its
//! [`ConflictGraph`] determine whether it is causally
//! equivalent to a synchronous one.

mod acknowledgement;
mod action;
mod architecture;
mod bad;
mod bad_match;
mod causality;
mod channel;
mod configuration;
mod conflict_graph;
mod connected;
mod contents_chain;
mod exchange;
mod execution;
mod growth;
mod ids;
mod names;
mod product;
mod race;
mod safety;
mod safety_bad_states;
mod synchronous;
mod system;
mod topology;

pub(crate) use action::Shared;
pub use action::{Action, Direction, Label};
pub use architecture::{Architecture, ChannelEnds, unread_channels_lead_apart};
pub use bad::{BadConfigurations, ContentsExpression, ContentsNode, ContentsNodeId};
pub use causality::{Dependency, action_graph, dependencies};
pub use channel::{Channel, ChannelId, ChannelKind, Key};
pub use configuration::{Configuration, Contents};
pub use conflict_graph::{Conflict, ConflictGraph};
pub use contents_chain::{Constraint, ContentsChain};
pub use exchange::Exchange;
pub use execution::{ActionId, Communication, CommunicationId, Execution};
pub use growth::is_growing;
pub use ids::{MessageId, ParticipantId, StateId, TransitionId};
pub use names::SystemNames;
pub use product::product_diagram;
pub use product::{control_text, step_text};
pub use race::{Race, later_reception, waiting_at_the_end};
pub use safety::{Fault, LinearProperty, Obligation, SafetyProperty, UnknownProperty};
pub use safety_bad_states::{NotExpressible, SPECIFICATIONS, bad_states, is_impossible};
pub use synchronous::{ControlStates, SynchronousProduct};
pub use system::{
    CommunicatingAutomaton, Message, MessageSort, Step, System, SystemBuilder, Transition,
};
pub use topology::{Topology, TopologyObstacle};

//! Choreographies: global descriptions of the messages between participants, as finite automata.
//!
//! A choreography is a prefix-closed regular language of interactions, each a message that is received as
//! soon as it is sent (Definition 6.1.1 of [RSC](crate#bibliography)). A [`Description`] is the choreography
//! as written, which may leave channels unspecified; [`Description::resolved`] gives every interaction its
//! channel.

mod automaton;
mod channel_choice;
mod completion;
mod description;
mod diagram;
mod ends;
mod normal;
mod partial;
mod projections;
mod synchronous;
mod views;

pub use automaton::{Automaton, Edge, EdgeId, Interaction, NamedChannel};
pub use channel_choice::{Architecture, ChannelChoice};
pub use completion::{Completion, completion};
pub use description::{Buffer, BufferId, DescribedEdge, DescribedInteraction, Description};
pub use diagram::{automaton_diagram, normal_diagram, partials_diagram, synchronous_diagram};
pub use normal::Choreography;
pub use partial::{Blocked, PartialState, Partials};
pub use projections::Projections;
pub use synchronous::{StableStates, StableStep, StableSteps, stable_states, synchronous};
pub use views::View;

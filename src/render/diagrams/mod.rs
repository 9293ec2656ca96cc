//! Interactions, choreographies, automata of interactions and multitraces as diagrams.

mod choreography;
mod interaction;
mod interaction_automaton;
mod multitrace;

pub use choreography::choreography_sequence;
pub use interaction::interaction_sequence;
pub use interaction_automaton::{interaction_automaton, interaction_graph, term_lines};
pub use multitrace::{Sighting, Ways, multitrace_chart};

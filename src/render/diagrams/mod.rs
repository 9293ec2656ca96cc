//! Interactions, choreographies, automata of interactions and multitraces as diagrams.

mod choreography;
mod interaction;
mod interaction_automaton;
mod multitrace;
mod system_graph;

pub use choreography::choreography_sequence;
pub use interaction::interaction_sequence;
pub use interaction_automaton::{interaction_automaton, interaction_graph, term_lines};
pub use multitrace::{Sighting, Ways, multitrace_chart};
pub use system_graph::{system_graph, system_graph_of, transition_label};

//! Interactions, choreographies, automata of interactions and multitraces as diagrams, and pictures of all kinds in
//! their forms.

mod choreography;
mod interaction;
mod interaction_automaton;
mod multitrace;
mod picture;

pub use choreography::choreography_sequence;
pub use interaction::interaction_sequence;
pub use interaction_automaton::{interaction_automaton, interaction_graph, term_lines};
pub use multitrace::{Sighting, Ways, multitrace_chart};
pub use picture::{Picture, PictureForm, Undrawable};

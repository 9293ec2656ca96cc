//! Interactions, choreographies, automata of interactions and multitraces as diagrams, and pictures of all kinds in
//! their forms.

mod choreography;
mod choreography_picture;
mod framing;
mod interaction;
mod interaction_automaton;
mod multitrace;
mod picture;
mod system;

pub use choreography::choreography_sequence;
pub use choreography_picture::{
    ChoreographyDrawing, DrawnChoreography, NoPicture, choreography_picture,
};
pub use interaction::interaction_sequence;
pub use interaction_automaton::{interaction_automaton, interaction_graph, term_lines};
pub use multitrace::{ObservedEvent, Ways, multitrace_chart, traces_chart};
pub use picture::{Picture, PictureForm, Undrawable};
pub use system::{InvariantGoal, SystemDrawing, system_picture};

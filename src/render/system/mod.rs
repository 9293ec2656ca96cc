//! Systems and their configurations as graphs, as parts of pages, and in words.

mod configuration;
mod graph;
mod invariant;
mod names;
mod section;
mod topology;
mod update;

pub use configuration::{channels_text, choice_text, control_text, held, place};
pub(crate) use graph::{add_legend, automata_graph, noted_graph};
pub use graph::{automaton_diagram, system_graph};
pub(crate) use invariant::invariant_diagram;
pub use invariant::invariant_lines;
pub use names::{channel_caption, contents_text, kind, kinds};
pub(crate) use names::{few_names, link, short_names, users, verb};
pub use section::model_section;
pub use topology::obstacle_text;
pub(crate) use topology::topology_graph;
pub use update::update_text;

//! Interactions, their automata and their traces in words and as graphs.

mod acceptance;
mod answer;
mod automaton;
mod text;
mod tree;

pub use acceptance::acceptance_row;
pub use answer::interaction_row;
pub use automaton::{interaction_automaton_graph, interaction_automaton_model};
pub use text::{limit_text, metrics_json, metrics_text, refusal_text, traces_text};
pub use tree::{tree_diagram, tree_text};

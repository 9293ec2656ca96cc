//! Answers about interactions, as rows and as text.

mod acceptance;
mod answer;
mod automaton;
mod execution_tree;
mod metrics;
mod refusal;
mod traces;

pub use acceptance::acceptance_row;
pub use answer::interaction_row;
pub use automaton::{interaction_automaton_graph, interaction_automaton_model};
pub use execution_tree::TreeText;
pub use metrics::{metrics_json, metrics_text};
pub use refusal::{limit_text, refusal_text};
pub use traces::traces_text;

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

/// Returns a text of at most `max` characters: its beginning, if it is longer.
pub(crate) fn shortened(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let start: String = text.chars().take(max - 3).collect();
    format!("{start}...")
}

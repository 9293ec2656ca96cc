//! Answers about interactions, as rows and as text.

mod acceptance;
mod execution_tree;
mod metrics;
mod refusal;
mod traces;

pub use acceptance::acceptance_row;
pub use execution_tree::TreeText;
pub use metrics::{metrics_json, metrics_text};
pub use refusal::{limit_text, refusal_text};
pub use traces::traces_text;

/// Returns a text of at most `max` characters: its beginning, if it is longer.
pub fn shortened(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let start: String = text.chars().take(max - 3).collect();
    format!("{start}...")
}

//! Answers about finite automata as rows of a report, and facts about automata in words.

mod answer;
mod facts;

pub use answer::automaton_row;
pub use facts::{facts_json, facts_text};

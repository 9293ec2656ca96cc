//! What answers about finite automata report for programs.

use serde::Serialize;

/// What answers about finite automata report for programs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct WordDetails {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) word: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) accepted_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) other: Option<String>,
    /// `None` where there is no other automaton, then whether its bytes could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) other_sha256: Option<Option<String>>,
}

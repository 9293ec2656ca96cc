//! Details of answers about finite automata, for programs.

use serde::Serialize;

/// Details of answers about finite automata, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct WordDetails {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) word: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) accepted_by: Option<&'static str>,
    #[serde(flatten)]
    pub(crate) other: Option<OtherAutomaton>,
}

/// The automaton that another one is compared with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OtherAutomaton {
    pub(crate) other: String,
    pub(crate) other_sha256: Option<String>,
}

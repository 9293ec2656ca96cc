//! What answers about interactions report, for programs.

use serde::Serialize;

use super::Counts;

/// What an answer about the automaton of an interaction reports.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SynthesisDetails {
    /// Number of states of the automaton.
    pub nfa_states: usize,
    /// Number of its transitions.
    pub nfa_transitions: usize,
    /// Number of letters.
    pub letters: usize,
    /// Whether the automaton is deterministic.
    pub deterministic: bool,
    /// The laws that terms were simplified by.
    pub simplify: &'static str,
    /// The laws that were left out.
    pub without_laws: Vec<&'static str>,
    /// What a step of a choice does, where the states are terms.
    pub choice: Option<&'static str>,
    /// The size of the automaton that it was minimised to.
    #[serde(flatten)]
    pub minimal: Option<Counts>,
}

/// What an answer about a trace of an interaction reports.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AcceptanceDetails {
    /// Name of the interaction's file.
    pub interaction: String,
    /// What read the trace.
    pub by: &'static str,
    /// Number of letters.
    pub length: usize,
    /// Number of letters that were read.
    pub read: usize,
    /// The letters that might have come next.
    pub expected: Vec<String>,
}

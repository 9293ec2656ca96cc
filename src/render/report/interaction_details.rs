//! Details of answers about interactions, for programs.

use serde::Serialize;

use super::Counts;

/// Details of an answer about the automaton of an interaction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SynthesisDetails {
    /// Number of states of the automaton.
    pub nfa_states: usize,
    /// Number of transitions of the automaton.
    pub nfa_transitions: usize,
    /// Number of letters.
    pub letters: usize,
    /// Whether the automaton is deterministic.
    pub deterministic: bool,
    /// The rewrite rules by which terms were simplified.
    pub simplify: &'static str,
    /// The rewrite rules that were left out.
    pub without_laws: Vec<&'static str>,
    /// The effect of a step on a choice, if the states are terms.
    pub choice: Option<&'static str>,
    /// The size of the minimised automaton.
    #[serde(flatten)]
    pub minimal: Option<Counts>,
}

/// Details of an answer about a trace of an interaction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AcceptanceDetails {
    /// Name of the interaction's file.
    pub interaction: String,
    /// The procedure that read the trace.
    pub by: &'static str,
    /// Number of letters.
    pub length: usize,
    /// Number of letters that were read.
    pub read: usize,
    /// The letters that were possible next.
    pub expected: Vec<String>,
}

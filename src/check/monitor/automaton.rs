//! A monitor as an explicit automaton.

use kernel::base::{IndexVec, typed_id};
use model::temporal::PropositionId;

use super::MonitorVerdict;

typed_id! {
    /// A state of a [`MonitorAutomaton`].
    pub struct MonitorStateId;
}

/// A deterministic complete automaton that reads letters and has a verdict in each state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MonitorAutomaton {
    /// The states, in breadth-first order from the initial one, which is the first.
    pub states: IndexVec<MonitorStateId, MonitorState>,
}

/// A state of a [`MonitorAutomaton`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MonitorState {
    /// The verdict after the letters that lead to this state. Where no letter does, which is so at most in the initial
    /// state, it means nothing.
    pub verdict: MonitorVerdict,
    /// Whether the letters that lead to this state, as a finite trace, satisfy the formula; where the verdict is
    /// certain, whether it is true.
    pub accepting: bool,
    /// What each letter leads to: each letter satisfies the condition of exactly one of them.
    pub transitions: Vec<MonitorTransition>,
}

/// Letters with a common successor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MonitorTransition {
    /// The values that some propositions have in the letters, the others having any.
    pub condition: Vec<(PropositionId, bool)>,
    /// The state that they lead to.
    pub target: MonitorStateId,
}

//! The error of what grew too large.

/// A formula needs more states than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("the formula needs more than {max_states} states")]
pub struct TooManyStates {
    /// Number of states that were allowed.
    pub max_states: usize,
}

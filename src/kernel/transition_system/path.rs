//! Paths through a transition system.

/// A path: a state, and steps that lead on from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<S, L> {
    /// The state that the path starts in.
    pub initial: S,
    /// Each step's label and the state that it enters.
    pub steps: Vec<(L, S)>,
}

impl<S, L> Path<S, L> {
    /// Returns the state that the path ends in.
    pub fn last(&self) -> &S {
        self.steps.last().map_or(&self.initial, |(_, state)| state)
    }

    /// Returns the labels of the steps.
    pub fn into_labels(self) -> impl Iterator<Item = L> {
        self.steps.into_iter().map(|(label, _)| label)
    }
}

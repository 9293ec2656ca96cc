//! Multitraces: a trace for each location.

use super::{Letter, LifelineId};

/// The observations at one location, in order.
///
/// A location is a set of lifelines with one clock: the order of the letters on them is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Component {
    /// The lifelines of the location.
    pub locations: Vec<LifelineId>,
    /// The letters observed on them.
    pub letters: Vec<Letter>,
}

/// A trace for each location. The order between locations is unknown.
///
/// # Invariants
/// The locations are disjoint, and the letters of each have actions on its lifelines only.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MultiTrace {
    /// The trace of each location.
    pub components: Vec<Component>,
}

//! Multitraces: what was observed where.

use super::{Letter, LifelineId};

/// What was observed at one location, in order.
///
/// A location is a set of lifelines with one clock: the order of what happens on them is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Component {
    /// The lifelines of the location.
    pub locations: Vec<LifelineId>,
    /// What happened on them.
    pub letters: Vec<Letter>,
}

/// A trace for each location. Between locations no order is known.
///
/// # Invariants
/// The locations are disjoint, and the letters of each have actions on its lifelines only.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MultiTrace {
    /// What was observed at each location.
    pub components: Vec<Component>,
}

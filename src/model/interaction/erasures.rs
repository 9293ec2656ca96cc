//! What is remembered of terms without some of their lifelines.

use rustc_hash::FxHashMap;

use super::terms::{RegionId, TermId};

/// What was found by erasing, for each term and set of lifelines.
#[derive(Clone, Debug, Default)]
pub(super) struct Erasures {
    /// Without the letters on the lifelines.
    pub(super) letters: FxHashMap<(TermId, RegionId), TermId>,
    /// Without the letters on the lifelines, as far as it may be reached at once.
    pub(super) ahead: FxHashMap<(TermId, RegionId), TermId>,
    /// Without the loops all of whose letters are on the lifelines.
    pub(super) loops: FxHashMap<(TermId, RegionId), TermId>,
}

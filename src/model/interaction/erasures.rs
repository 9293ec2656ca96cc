//! Cache of terms without some of their lifelines.

use rustc_hash::FxHashMap;

use super::terms::{RegionId, TermId};

/// The parts of a term to erase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Erased {
    /// The letters all of whose lifelines are in the set.
    Letters,
    /// These letters, in the parts that can do steps now.
    LettersAhead,
    /// The loops all of whose letters are such letters.
    Loops,
}

/// For each kind of parts the results of erasing them, by term and set of lifelines.
pub(super) type Erasures = [FxHashMap<(TermId, RegionId), TermId>; 3];

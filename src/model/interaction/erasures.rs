//! Cache of terms without some of their lifelines.

use rustc_hash::FxHashMap;

use super::terms::{RegionId, TermId};

/// The parts of a term to erase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Erased {
    /// The letters all of whose lifelines are in the set.
    Letters,
    /// The loops all of whose letters are such letters.
    Loops,
}

/// Results of erasing, for each term and set of lifelines.
#[derive(Clone, Debug, Default)]
pub(super) struct Erasures {
    /// Without the letters on the lifelines.
    pub(super) letters: FxHashMap<(TermId, RegionId), TermId>,
    /// Without the letters on the lifelines, in the parts that can do steps now.
    pub(super) ahead: FxHashMap<(TermId, RegionId), TermId>,
    /// Without the loops all of whose letters are on the lifelines.
    pub(super) loops: FxHashMap<(TermId, RegionId), TermId>,
}

impl Erasures {
    pub(super) fn known(&self, what: Erased, term: TermId, region: RegionId) -> Option<TermId> {
        let erasures = match what {
            Erased::Letters => &self.letters,
            Erased::Loops => &self.loops,
        };
        erasures.get(&(term, region)).copied()
    }

    pub(super) fn insert(&mut self, what: Erased, term: TermId, region: RegionId, found: TermId) {
        let erasures = match what {
            Erased::Letters => &mut self.letters,
            Erased::Loops => &mut self.loops,
        };
        erasures.insert((term, region), found);
    }
}

//! What is left to read of traces, numbered.

use rustc_hash::FxHashMap;

use kernel::base::{Id as _, typed_id};
use model::trace::{LocalLetterId, LocationId};

typed_id! {
    /// What is left to read of a trace, at one location.
    pub(super) struct SuffixId;
}

/// The ends of traces that were met, each once: traces that end alike share what is known of their ends.
#[derive(Clone, Debug)]
pub(super) struct Suffixes {
    /// Of each suffix, where it is read, its first letter and the rest; the first suffixes are the empty ones
    /// of the locations.
    known: Vec<(LocationId, Option<(LocalLetterId, SuffixId)>)>,
    ids: FxHashMap<(LocalLetterId, SuffixId), SuffixId>,
}

impl Suffixes {
    /// Returns those of so many locations: none but the empty ones.
    pub(super) fn new(locations: usize) -> Self {
        let known = (0..locations).map(|location| (LocationId::from_index(location), None));
        Self { known: known.collect(), ids: FxHashMap::default() }
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// Adds the suffixes of a trace to `all`, the longest first and the empty one last.
    pub(super) fn extend(
        &mut self,
        location: LocationId,
        trace: &[LocalLetterId],
        all: &mut Vec<SuffixId>,
    ) {
        let start = all.len();
        let mut suffix = SuffixId::from_index(location.index());
        all.push(suffix);
        for &letter in trace.iter().rev() {
            suffix = *self.ids.entry((letter, suffix)).or_insert_with(|| {
                self.known.push((location, Some((letter, suffix))));
                SuffixId::from_index(self.known.len() - 1)
            });
            all.push(suffix);
        }
        all[start..].reverse();
    }

    /// Returns where a suffix is read.
    pub(super) fn location(&self, suffix: SuffixId) -> LocationId {
        self.known[suffix.index()].0
    }

    /// Returns the first letter and what is left behind it; nothing of an empty suffix.
    #[inline]
    pub(super) fn first(&self, suffix: SuffixId) -> Option<(LocalLetterId, SuffixId)> {
        self.known[suffix.index()].1
    }
}

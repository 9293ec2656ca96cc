//! Suffixes of traces, numbered.

use rustc_hash::FxHashMap;

use kernel::base::{Id as _, typed_id};
use model::trace::{LocalLetterId, LocationId};

typed_id! {
    /// A suffix of a trace at one location.
    pub(super) struct SuffixId;
}

/// The suffixes of all traces so far, each once: traces with equal ends share the results about them.
#[derive(Clone, Debug)]
pub(super) struct Suffixes {
    /// For each suffix, its location, its first letter and the rest; the first suffixes are the empty ones of
    /// the locations.
    known: Vec<(LocationId, Option<(LocalLetterId, SuffixId)>)>,
    ids: FxHashMap<(LocalLetterId, SuffixId), SuffixId>,
}

impl Suffixes {
    /// Returns the empty suffixes of `locations` locations.
    pub(super) fn new(locations: usize) -> Self {
        let known = (0..locations).map(|location| (LocationId::from_index(location), None));
        Self { known: known.collect(), ids: FxHashMap::default() }
    }

    /// Returns the number of suffixes.
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

    /// Returns the location of a suffix.
    pub(super) fn location(&self, suffix: SuffixId) -> LocationId {
        self.known[suffix.index()].0
    }

    /// Returns the first letter and the rest of a suffix; `None` if it is empty.
    #[inline]
    pub(super) fn first(&self, suffix: SuffixId) -> Option<(LocalLetterId, SuffixId)> {
        self.known[suffix.index()].1
    }
}

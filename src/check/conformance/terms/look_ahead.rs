//! Look-ahead: what each location alone may still see.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::suffixes::{SuffixId, Suffixes};
use kernel::base::{Control, Id as _, IndexVec, Limit};
use model::interaction::{RegionId, Semantics, Steps, TermId};
use model::trace::{DistributedAlphabet, LetterId, LocalLetterId, LocationId};

/// How much of what a location sees its trace has to be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Extent {
    /// A prefix of what the location sees.
    Prefix,
    /// All that the location sees.
    Whole,
    /// A factor of what the location sees.
    Factor,
}

/// Computes what each location alone may still see of a term: it uses the term without all other lifelines.
///
/// The answer no is exact. The answer yes may be wrong because of what happens elsewhere, and at locations of
/// several lifelines also because of an order that lifelines elsewhere impose.
#[derive(Clone, Debug)]
pub(super) struct LookAhead {
    /// For each location, the lifelines of all others.
    others: IndexVec<LocationId, RegionId>,
    pub(super) suffixes: Suffixes,
    /// For each term, by its id, the term of each location alone.
    alone: Vec<Option<Arc<[TermId]>>>,
    known: FxHashMap<(TermId, SuffixId, Extent), bool>,
    /// Work since the last check of the limits.
    work: usize,
}

/// A configuration in a search over what one location may see.
struct ReadingFrame {
    term: TermId,
    suffix: SuffixId,
    steps: Steps,
    next: usize,
}

/// Maximum number of terms that are visited to find where a factor may begin.
const MAX_STARTS: usize = 256;

/// Amount of work between two checks of the limits.
const CHECK_INTERVAL: usize = 1_024;

/// Estimated number of bytes for each term: the term, the results about it, its steps.
const TERM_BYTES: usize = 160;

impl LookAhead {
    pub(super) fn new(others: IndexVec<LocationId, RegionId>) -> Self {
        let suffixes = Suffixes::new(others.len());
        Self { others, suffixes, alone: Vec::new(), known: FxHashMap::default(), work: 0 }
    }

    /// Returns the number of stored answers and suffixes.
    pub(super) fn len(&self) -> usize {
        self.known.len() + self.suffixes.len()
    }

    /// Returns the approximate number of bytes of the stored answers and of all terms.
    pub(super) fn bytes(&self, semantics: &Semantics) -> u64 {
        // For each term that was asked about: a list of terms, and its cache entry.
        let alone = self.alone.len() * (32 + 4 * self.others.len());
        let bytes = alone + self.known.capacity() * 16 + self.suffixes.len() * 40;
        (bytes + semantics.term_count() * TERM_BYTES) as u64
    }

    /// Counts a unit of work, and checks the limits at intervals.
    ///
    /// # Errors
    /// If a limit is reached.
    #[inline]
    pub(super) fn work(&mut self, semantics: &Semantics, control: &Control) -> Result<(), Limit> {
        self.work += 1;
        if self.work < CHECK_INTERVAL {
            return Ok(());
        }
        self.work = 0;
        control.within(0, self.bytes(semantics))
    }

    /// Returns the term of each location alone. No operands of `term` may be synchronised.
    pub(super) fn alone(&mut self, semantics: &mut Semantics, term: TermId) -> Arc<[TermId]> {
        if let Some(Some(known)) = self.alone.get(term.index()) {
            return Arc::clone(known);
        }
        let alone =
            |&others: &RegionId| semantics.without(term, others).expect("nothing is synchronised");
        let found: Arc<[TermId]> = self.others.iter().map(alone).collect();
        if self.alone.len() <= term.index() {
            self.alone.resize(term.index() + 1, None);
        }
        self.alone[term.index()] = Some(Arc::clone(&found));
        found
    }

    /// Returns the answer if it is known without a search.
    #[inline]
    fn answer(
        &self,
        semantics: &Semantics,
        term: TermId,
        suffix: SuffixId,
        extent: Extent,
    ) -> Option<bool> {
        if self.suffixes.first(suffix).is_none() {
            return Some(extent != Extent::Whole || semantics.is_final(term));
        }
        self.known.get(&(term, suffix, extent)).copied()
    }

    /// Returns `true` if a suffix may be read, as `extent` says, in the term of its location alone.
    ///
    /// # Errors
    /// If a limit is reached.
    ///
    /// # Complexity
    /// Linear in the length of the suffix times the number of terms, each pair of which is visited once.
    pub(super) fn can_read(
        &mut self,
        semantics: &mut Semantics,
        alphabet: &DistributedAlphabet,
        (term, suffix): (TermId, SuffixId),
        extent: Extent,
        control: &Control,
    ) -> Result<bool, Limit> {
        if let Some(known) = self.answer(semantics, term, suffix, extent) {
            return Ok(known);
        }
        if extent == Extent::Factor {
            return self.can_begin(semantics, alphabet, (term, suffix), control);
        }
        let location = self.suffixes.location(suffix);
        let frame = |semantics: &mut Semantics, term, suffix| {
            let steps = semantics.steps(term);
            ReadingFrame { term, suffix, steps, next: 0 }
        };
        let mut open = vec![frame(semantics, term, suffix)];
        while let Some(top) = open.last_mut() {
            self.work(semantics, control)?;
            let (first, rest) = self.suffixes.first(top.suffix).expect("empty ones are known");
            let Some(&(letter, after)) = top.steps.get(top.next) else {
                self.known.insert((top.term, top.suffix, extent), false);
                open.pop();
                continue;
            };
            top.next += 1;
            if seen(alphabet, letter, location) != Some(first) {
                continue;
            }
            match self.answer(semantics, after, rest, extent) {
                Some(false) => {}
                Some(true) => {
                    for frame in open {
                        self.known.insert((frame.term, frame.suffix, extent), true);
                    }
                    return Ok(true);
                }
                None => open.push(frame(semantics, after, rest)),
            }
        }
        Ok(false)
    }

    /// Returns `true` if a suffix that is not empty may be read after some steps of the term, or if the
    /// search for them exceeds [`MAX_STARTS`].
    fn can_begin(
        &mut self,
        semantics: &mut Semantics,
        alphabet: &DistributedAlphabet,
        (term, suffix): (TermId, SuffixId),
        control: &Control,
    ) -> Result<bool, Limit> {
        let mut met = vec![term];
        let mut seen = rustc_hash::FxHashSet::from_iter([term]);
        let mut done = 0;
        let mut answer = false;
        while let Some(&next) = met.get(done) {
            done += 1;
            answer = self.answer(semantics, next, suffix, Extent::Factor) == Some(true)
                || self.can_read(semantics, alphabet, (next, suffix), Extent::Prefix, control)?
                || met.len() > MAX_STARTS;
            if answer {
                break;
            }
            let steps = semantics.steps(next);
            met.extend(steps.iter().map(|&(_, rest)| rest).filter(|&rest| seen.insert(rest)));
        }
        if answer {
            self.known.insert((term, suffix, Extent::Factor), true);
        } else {
            for term in met {
                self.known.insert((term, suffix, Extent::Factor), false);
            }
        }
        Ok(answer)
    }
}

/// Returns the local letter that a location sees of a letter, if any.
#[inline]
pub(super) fn seen(
    alphabet: &DistributedAlphabet,
    letter: LetterId,
    location: LocationId,
) -> Option<LocalLetterId> {
    let mut parts = alphabet.parts(letter).iter();
    parts.find(|(other, _)| *other == location).map(|&(_, part)| part)
}

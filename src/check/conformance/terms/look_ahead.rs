//! What each location alone may still see.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::suffixes::{SuffixId, Suffixes};
use kernel::base::{Control, Id as _, IndexVec, Limit};
use model::interaction::{RegionId, Semantics, Steps, TermId};
use model::trace::{DistributedAlphabet, LetterId, LocalLetterId, LocationId};

/// How a location's trace is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Reading {
    /// As the beginning of what the location sees.
    Prefix,
    /// As all that it sees.
    Whole,
    /// As a part of what it sees.
    Factor,
}

/// Tells what each location alone may still see of a term: the term without all other lifelines tells.
///
/// What it says no to is impossible. What it says yes to may be impossible for what happens elsewhere, and at
/// locations of several lifelines also for the order that lifelines elsewhere make between them.
#[derive(Clone, Debug)]
pub(super) struct LookAhead {
    /// For each location, the lifelines of all others.
    others: IndexVec<LocationId, RegionId>,
    pub(super) suffixes: Suffixes,
    /// Of each term, what it is for each location alone; by the number of the term.
    alone: Vec<Option<Arc<[TermId]>>>,
    known: FxHashMap<(TermId, SuffixId, Reading), bool>,
    /// How much was looked at since the limits were.
    work: usize,
}

/// A place in a search over what one location may see.
struct Frame {
    term: TermId,
    suffix: SuffixId,
    steps: Steps,
    next: usize,
}

/// More places than these are not looked at to find where a factor may begin.
const MAX_STARTS: usize = 256;

/// How much is looked at between two looks at the limits.
const CHECK_INTERVAL: usize = 1_024;

/// About so many bytes are kept for each term: the term, what is known of it, its steps.
const TERM_BYTES: usize = 160;

impl LookAhead {
    pub(super) fn new(others: IndexVec<LocationId, RegionId>) -> Self {
        let suffixes = Suffixes::new(others.len());
        Self { others, suffixes, alone: Vec::new(), known: FxHashMap::default(), work: 0 }
    }

    /// Returns how many answers and suffixes are kept.
    pub(super) fn len(&self) -> usize {
        self.known.len() + self.suffixes.len()
    }

    /// Returns about how many bytes these take, and all terms.
    pub(super) fn bytes(&self, semantics: &Semantics) -> u64 {
        // Of a term that was asked about: a list of terms, and what keeps it.
        let alone = self.alone.len() * (32 + 4 * self.others.len());
        let bytes = alone + self.known.capacity() * 16 + self.suffixes.len() * 40;
        (bytes + semantics.term_count() * TERM_BYTES) as u64
    }

    /// Looks at the limits now and then.
    ///
    /// # Errors
    /// If one is reached.
    #[inline]
    pub(super) fn work(&mut self, semantics: &Semantics, control: &Control) -> Result<(), Limit> {
        self.work += 1;
        if self.work < CHECK_INTERVAL {
            return Ok(());
        }
        self.work = 0;
        control.within(0, self.bytes(semantics))
    }

    /// Returns what a term is for each location alone. No operands of it are synchronised.
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

    /// Returns the answer if it is known without any step.
    #[inline]
    fn answer(
        &self,
        semantics: &Semantics,
        term: TermId,
        suffix: SuffixId,
        reading: Reading,
    ) -> Option<bool> {
        if self.suffixes.first(suffix).is_none() {
            return Some(reading != Reading::Whole || semantics.is_final(term));
        }
        self.known.get(&(term, suffix, reading)).copied()
    }

    /// Returns `true` if a suffix may be read, as `reading` says, in the term of its location alone.
    ///
    /// # Errors
    /// If a limit is reached.
    ///
    /// # Complexity
    /// Linear in the length of the suffix times the terms that are met, each pair of which is looked at once.
    pub(super) fn can_read(
        &mut self,
        semantics: &mut Semantics,
        alphabet: &DistributedAlphabet,
        (term, suffix): (TermId, SuffixId),
        reading: Reading,
        control: &Control,
    ) -> Result<bool, Limit> {
        if let Some(known) = self.answer(semantics, term, suffix, reading) {
            return Ok(known);
        }
        if reading == Reading::Factor {
            return self.can_begin(semantics, alphabet, (term, suffix), control);
        }
        let location = self.suffixes.location(suffix);
        let frame = |semantics: &mut Semantics, term, suffix| {
            let steps = semantics.steps(term);
            Frame { term, suffix, steps, next: 0 }
        };
        let mut open = vec![frame(semantics, term, suffix)];
        while let Some(top) = open.last_mut() {
            self.work(semantics, control)?;
            let (first, rest) = self.suffixes.first(top.suffix).expect("empty ones are known");
            let Some(&(letter, after)) = top.steps.get(top.next) else {
                self.known.insert((top.term, top.suffix, reading), false);
                open.pop();
                continue;
            };
            top.next += 1;
            if seen(alphabet, letter, location) != Some(first) {
                continue;
            }
            match self.answer(semantics, after, rest, reading) {
                Some(false) => {}
                Some(true) => {
                    for frame in open {
                        self.known.insert((frame.term, frame.suffix, reading), true);
                    }
                    return Ok(true);
                }
                None => open.push(frame(semantics, after, rest)),
            }
        }
        Ok(false)
    }

    /// Returns `true` if a suffix that is not empty may be read after something; also if that takes too long
    /// to find out.
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
            answer = self.answer(semantics, next, suffix, Reading::Factor) == Some(true)
                || self.can_read(semantics, alphabet, (next, suffix), Reading::Prefix, control)?
                || met.len() > MAX_STARTS;
            if answer {
                break;
            }
            let steps = semantics.steps(next);
            met.extend(steps.iter().map(|&(_, rest)| rest).filter(|&rest| seen.insert(rest)));
        }
        if answer {
            self.known.insert((term, suffix, Reading::Factor), true);
        } else {
            for term in met {
                self.known.insert((term, suffix, Reading::Factor), false);
            }
        }
        Ok(answer)
    }
}

/// Returns what a location sees of a letter, if anything.
#[inline]
pub(super) fn seen(
    alphabet: &DistributedAlphabet,
    letter: LetterId,
    location: LocationId,
) -> Option<LocalLetterId> {
    let mut parts = alphabet.parts(letter).iter();
    parts.find(|(other, _)| *other == location).map(|&(_, part)| part)
}

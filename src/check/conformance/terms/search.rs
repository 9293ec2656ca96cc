//! The search over terms and positions.

use std::sync::Arc;

use super::TermChecker;
use super::look_ahead::Extent;
use super::store::Entry;
use super::suffixes::SuffixId;
use crate::conformance::Question;
use kernel::base::{Control, Id as _, Limit};
use model::interaction::{Idle, RegionId, TermId};
use model::trace::{LetterId, LocalLetterId, LocationId};

/// The places where letters may happen that are in no trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum UnobservedLetters<'a> {
    /// No letters may be unobserved.
    Nowhere,
    /// Behind the ends of traces.
    Behind,
    /// Behind the ends of all traces but those of some locations.
    BehindOthers(&'a [LocationId]),
    /// Before traces begin, and behind their ends.
    Around,
}

impl UnobservedLetters<'_> {
    #[inline]
    fn is_behind(self, location: LocationId) -> bool {
        match self {
            Self::Nowhere => false,
            Self::Behind | Self::Around => true,
            Self::BehindOthers(closed) => !closed.contains(&location),
        }
    }
}

/// When a search succeeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// When the traces are read by a word.
    Whole,
    /// When the traces are read by a prefix of a word.
    Prefix,
    /// Never: the search stores all prefixes of words that read of the traces.
    Everything,
}

/// How terms are changed once traces are read to their ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Removal {
    /// Terms are not changed.
    Nothing,
    /// The lifelines of these traces are removed.
    Lifelines,
    /// The loops on the lifelines of these traces are left.
    Loops,
}

/// Goal of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal<'a> {
    /// A trace for each location.
    pub(super) traces: &'a [Vec<LocalLetterId>],
    /// The places where letters may happen that are in no trace.
    pub(super) freedom: UnobservedLetters<'a>,
    /// When the search succeeds.
    pub(super) aim: Aim,
    /// How terms are changed once traces are read.
    pub(super) removal: Removal,
    /// Whether configurations that cannot succeed are skipped early, and steps that can be postponed are.
    pub(super) is_reduced: bool,
    /// Maximum length of the words that have to be considered.
    pub(super) longest: u64,
}

/// The order in which a search visits configurations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum VisitOrder {
    /// The most recent one first.
    Depth,
    /// The oldest one first: by the number of steps.
    Breadth,
}

/// Result of a completed search.
enum SearchEnd {
    Found,
    /// All configurations were visited.
    Exhausted,
    /// All configurations were visited but those beyond the longest word, on the path by which each was first
    /// reached.
    Cut,
}

/// Effect of a letter on the traces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LetterEffect {
    /// The letter is read at some location.
    Read,
    /// The letter happens unread, and no location has to read it.
    Free,
    /// The letter must not happen.
    Blocked,
    /// No word with the letter continues as some trace does.
    Impossible,
}

/// A step that a search may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepCandidate {
    /// The smallest share of a trace that is read, over the locations of the letter; the maximum if it reads
    /// nothing.
    share: u32,
    letter: LetterId,
    rest: TermId,
}

/// Amount of work between two checks of the limits.
const CHECK_INTERVAL: usize = 1_024;

/// Maximum number of stored configurations of each of several searches if no bound on the length of words is
/// known: if one order needs very many, the other may need few. The last search, breadth first, may store
/// more.
const STAGES: [(VisitOrder, u64); 5] = [
    (VisitOrder::Depth, 1 << 10),
    (VisitOrder::Breadth, 1 << 10),
    (VisitOrder::Depth, 1 << 13),
    (VisitOrder::Breadth, 1 << 13),
    (VisitOrder::Depth, 1 << 15),
];

/// Maximum number of configurations that a search without a known end stores if `control` sets no maximum.
pub(super) const MAX_STORED: u64 = 1 << 18;

/// Maximum size of a term, in multiples of the letters of the first one, plus as many for each local letter,
/// if no bound on the length of words is known.
const ROUNDS: usize = 64;

impl<'a> Goal<'a> {
    /// Returns the goal of a question about traces.
    pub(super) fn new(traces: &'a [Vec<LocalLetterId>], question: Question) -> Self {
        let freedom = match question {
            Question::Accept | Question::GlobalPrefix => UnobservedLetters::Nowhere,
            Question::MultiPrefix => UnobservedLetters::Behind,
            Question::Slice => UnobservedLetters::Around,
        };
        Self {
            traces,
            freedom,
            aim: if question == Question::Accept { Aim::Whole } else { Aim::Prefix },
            removal: Removal::Nothing,
            is_reduced: true,
            longest: u64::MAX,
        }
    }

    /// Returns `true` if each step reads a letter.
    fn is_finite(&self) -> bool {
        self.freedom == UnobservedLetters::Nowhere || self.removal == Removal::Lifelines
    }

    /// Returns `true` if the lifelines of a location are idle once its trace is read: either all letters that
    /// happen there are irrelevant, or none may happen there. For words that end with the traces the latter
    /// need not be recorded.
    #[inline]
    fn is_idle(&self, location: LocationId) -> bool {
        match self.freedom {
            UnobservedLetters::Nowhere => self.aim != Aim::Whole,
            freedom => freedom.is_behind(location),
        }
    }
}

impl TermChecker {
    /// Searches for the goal, and returns `true` if it is reached.
    ///
    /// Each step is one letter of the term. A letter happens if at each of its locations it is the next one
    /// to be read, or `freedom` lets it happen unread.
    ///
    /// If each letter is read somewhere there are finitely many configurations. Otherwise words longer than
    /// `longest` need not be considered: unread letters in a round of a loop in which nothing is read may be
    /// left out of a word (see [`Semantics::longest`](model::interaction::Semantics::longest)). So a search
    /// depth first is final if it needs no longer words, and otherwise one breadth first, which reaches each
    /// configuration by the fewest letters.
    pub(super) fn search(&mut self, goal: &Goal<'_>, control: &Control) -> Result<bool, Limit> {
        if goal.is_finite() {
            return match self.explore(goal, VisitOrder::Depth, u64::MAX, control)? {
                SearchEnd::Found => Ok(true),
                SearchEnd::Exhausted => Ok(false),
                SearchEnd::Cut => unreachable!("each step reads a letter"),
            };
        }
        for (order, max_stored) in STAGES {
            match (self.explore(goal, order, max_stored, control), order) {
                (Ok(SearchEnd::Found), _) => return Ok(true),
                (Ok(SearchEnd::Exhausted), _) | (Ok(SearchEnd::Cut), VisitOrder::Breadth) => {
                    return Ok(false);
                }
                (Ok(SearchEnd::Cut) | Err(Limit::States), _) => {}
                (Err(limit), _) => return Err(limit),
            }
            if self.exceeds(control) {
                return Err(Limit::States);
            }
        }
        let max_stored = if control.max_states.is_some() { u64::MAX } else { MAX_STORED };
        match self.explore(goal, VisitOrder::Breadth, max_stored, control)? {
            SearchEnd::Found => Ok(true),
            SearchEnd::Exhausted | SearchEnd::Cut => Ok(false),
        }
    }

    /// Stores all configurations that `goal`, which is never reached, leads to.
    pub(super) fn gather_all(&mut self, goal: &Goal<'_>, control: &Control) -> Result<(), Limit> {
        let is_granted = goal.is_finite() || control.max_states.is_some();
        let max_stored = if is_granted { u64::MAX } else { MAX_STORED };
        self.explore(goal, VisitOrder::Breadth, max_stored, control).map(drop)
    }

    /// Returns `true` if more configurations are stored than `control` allows.
    fn exceeds(&self, control: &Control) -> bool {
        control.max_states.is_some_and(|max_stored| self.store.len() as u64 > max_stored)
    }

    fn explore(
        &mut self,
        goal: &Goal<'_>,
        order: VisitOrder,
        max_stored: u64,
        control: &Control,
    ) -> Result<SearchEnd, Limit> {
        let found = self.explored(goal, order, max_stored, control);
        self.states += self.store.len() as u64;
        found
    }

    fn explored(
        &mut self,
        goal: &Goal<'_>,
        order: VisitOrder,
        max_stored: u64,
        control: &Control,
    ) -> Result<SearchEnd, Limit> {
        self.store.restart(goal.traces.len());
        self.open.clear();
        self.knows_ends = true;
        self.note_suffixes(goal);
        if self.begin(goal, control)? {
            return Ok(SearchEnd::Found);
        }
        let (mut taken, mut is_cut, mut is_large) = (0, false, false);
        let largest = self.largest(goal);
        // Work since the last check of the limits: configurations, steps and new terms.
        let mut work = CHECK_INTERVAL;
        loop {
            let next = match order {
                VisitOrder::Depth => self.open.pop(),
                VisitOrder::Breadth => (taken < self.store.len())
                    .then(|| u32::try_from(taken).expect("configurations are numbered so")),
            };
            let Some(next) = next else { break };
            if work >= CHECK_INTERVAL {
                work = 0;
                self.look_at_limits(max_stored, control)?;
            }
            taken += 1;
            if u64::from(self.store.entry(next).depth) >= goal.longest {
                is_cut = true;
                continue;
            }
            if self.semantics.size(self.store.entry(next).term) > largest {
                is_large = true;
                continue;
            }
            let terms = self.semantics.term_count();
            if self.expand(goal, next, control)? {
                return Ok(SearchEnd::Found);
            }
            work += 1 + self.candidates.len() + self.semantics.term_count() - terms;
        }
        match (is_large, is_cut) {
            (true, _) => Err(Limit::States),
            (false, true) => Ok(SearchEnd::Cut),
            (false, false) => Ok(SearchEnd::Exhausted),
        }
    }

    /// Returns the maximum number of letters of a term if not each step reads one: beyond it so many rounds
    /// of loops are open at once that the search is given up.
    fn largest(&self, goal: &Goal<'_>) -> usize {
        if goal.is_finite() {
            return usize::MAX;
        }
        let letters: usize = goal.traces.iter().map(Vec::len).sum();
        let first = self.semantics.size(self.semantics.start()) + 1;
        first.saturating_mul(letters.saturating_add(ROUNDS))
    }

    fn look_at_limits(&self, max_stored: u64, control: &Control) -> Result<(), Limit> {
        let stored = self.store.len() as u64;
        let bytes = self.store.bytes() + self.look_ahead.bytes(&self.semantics);
        control.progress.publish(self.states + stored, 0, 0, self.open.len() as u64, bytes);
        control.within(stored, bytes)?;
        if stored > max_stored { Err(Limit::States) } else { Ok(()) }
    }

    /// Numbers the suffixes that are left to read of the traces at each position.
    fn note_suffixes(&mut self, goal: &Goal<'_>) {
        self.suffixes.clear();
        self.offsets.clear();
        for (place, trace) in goal.traces.iter().enumerate() {
            self.offsets.push(self.suffixes.len());
            let location = LocationId::from_index(place);
            self.look_ahead.suffixes.extend(location, trace, &mut self.suffixes);
        }
    }

    /// Stores the initial configuration; returns `true` if it is the goal.
    fn begin(&mut self, goal: &Goal<'_>, control: &Control) -> Result<bool, Limit> {
        let mut idle = self.nobody;
        let mut unread = 0;
        for (place, trace) in goal.traces.iter().enumerate() {
            unread += u32::try_from(trace.len()).expect("traces have fewer letters");
            if trace.is_empty() && goal.is_idle(LocationId::from_index(place)) {
                idle = self.semantics.joined(idle, self.regions[place]);
            }
        }
        let term = self.semantics.start();
        let term = self.removed(goal, term, idle);
        self.next.clear();
        self.next.resize(goal.traces.len(), 0);
        if !self.is_possible(goal, term, None, control)? {
            self.is_local = true;
            return Ok(false);
        }
        let (from, letter) = (u32::MAX, LetterId::from_index(0));
        self.arrive(goal, Entry { term, idle, unread, depth: 0, from, letter }, 0, control)
    }

    /// Changes a term as the goal requires when some lifelines are idle.
    #[inline]
    fn removed(&mut self, goal: &Goal<'_>, term: TermId, idle: RegionId) -> TermId {
        match goal.removal {
            Removal::Nothing => term,
            _ if idle == self.nobody => term,
            Removal::Lifelines => {
                self.semantics.without_ahead(term, idle).expect("nothing is synchronised")
            }
            Removal::Loops => self.semantics.without_loops(term, idle),
        }
    }

    /// Stores a configuration, whose positions are those in `next` from `from` on; returns `true` if it is
    /// the goal.
    fn arrive(
        &mut self,
        goal: &Goal<'_>,
        entry: Entry,
        from: usize,
        control: &Control,
    ) -> Result<bool, Limit> {
        let is_found = match goal.aim {
            Aim::Everything if !self.can_end(entry.term, control)? => return Ok(false),
            Aim::Everything => false,
            Aim::Prefix => entry.unread == 0 && self.can_end(entry.term, control)?,
            Aim::Whole => entry.unread == 0 && self.semantics.is_final(entry.term),
        };
        if is_found {
            self.found = Some(entry);
            return Ok(true);
        }
        // A term that cannot end cannot succeed. If that is unknown, the configuration and its successors are
        // visited.
        if self.knows_ends {
            match self.can_end(entry.term, control) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(_) => self.knows_ends = false,
            }
        }
        let positions = &self.next[from..from + goal.traces.len()];
        if let Some(number) = self.store.insert(entry, positions) {
            self.open.push(number);
        }
        Ok(false)
    }

    /// Stores the successors of a configuration; returns `true` if the goal is among them.
    fn expand(&mut self, goal: &Goal<'_>, number: u32, control: &Control) -> Result<bool, Limit> {
        let entry = self.store.entry(number);
        self.here.clear();
        self.here.extend_from_slice(self.store.positions(number));
        self.candidates.clear();
        let mut is_led = false;
        let idle = match goal.freedom {
            UnobservedLetters::Nowhere => Idle { ignored: self.nobody, halted: entry.idle },
            _ => Idle { ignored: entry.idle, halted: self.nobody },
        };
        if goal.is_reduced
            && let Some(persistent) = self.persistent.of(&mut self.semantics, entry.term, idle)
        {
            is_led = self.gather(goal, &persistent);
        }
        if !is_led {
            self.candidates.clear();
            let steps = self.semantics.steps_within(entry.term, control)?;
            self.gather(goal, &steps);
        }
        // The candidate that is followed last is visited first of all open configurations: one that reads
        // where least is read and, of these, one that leaves the smallest term.
        let semantics = &self.semantics;
        self.candidates.sort_by_key(|candidate| {
            std::cmp::Reverse((candidate.share, semantics.size(candidate.rest)))
        });
        for at in 0..self.candidates.len() {
            let StepCandidate { letter, rest, .. } = self.candidates[at];
            if self.follow(goal, number, (letter, rest), control)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Gathers those of some steps that may happen; returns `true` if none is blocked.
    fn gather(&mut self, goal: &Goal<'_>, steps: &Arc<[(LetterId, TermId)]>) -> bool {
        let mut is_complete = true;
        for &(letter, rest) in &**steps {
            let (happens, share) = self.appraise(goal, letter);
            match happens {
                LetterEffect::Read | LetterEffect::Free => {
                    self.candidates.push(StepCandidate { share, letter, rest });
                }
                LetterEffect::Blocked => is_complete = false,
                LetterEffect::Impossible => {}
            }
        }
        is_complete
    }

    /// Returns the effect of a letter on the traces here, and the smallest share that is read of a trace
    /// among its locations.
    #[inline]
    fn appraise(&self, goal: &Goal<'_>, letter: LetterId) -> (LetterEffect, u32) {
        let mut result = LetterEffect::Free;
        let mut share = u32::MAX;
        for &(location, part) in self.alphabet.parts(letter) {
            let place = location.index();
            let (trace, at) = (&goal.traces[place], self.here[place]);
            match trace.get(at as usize) {
                Some(&first) if first == part => {
                    let of_trace = (u64::from(at) << 16) / trace.len() as u64;
                    share = share.min(u32::try_from(of_trace).unwrap_or(u32::MAX - 1));
                    if result == LetterEffect::Free {
                        result = LetterEffect::Read;
                    }
                }
                Some(_) if goal.freedom == UnobservedLetters::Around && at == 0 => {}
                Some(_) => return (LetterEffect::Impossible, share),
                None if goal.freedom.is_behind(location) => {}
                // A word that ends where the trace does has no such letter.
                None if goal.aim == Aim::Whole => return (LetterEffect::Impossible, share),
                None => result = LetterEffect::Blocked,
            }
        }
        (result, share)
    }

    /// Stores the configurations that a letter leads to; returns `true` if the goal is among them.
    fn follow(
        &mut self,
        goal: &Goal<'_>,
        number: u32,
        (letter, rest): (LetterId, TermId),
        control: &Control,
    ) -> Result<bool, Limit> {
        let entry = self.store.entry(number);
        let width = goal.traces.len();
        self.next.clear();
        self.next.extend_from_slice(&self.here);
        let mut read = 0;
        let mut idle = entry.idle;
        let mut is_forked = false;
        for &(location, part) in self.alphabet.parts(letter) {
            let place = location.index();
            let (trace, at) = (&goal.traces[place], self.here[place]);
            if trace.get(at as usize) != Some(&part) {
                continue;
            }
            if goal.freedom == UnobservedLetters::Around && at == 0 && trace.len() > 1 {
                is_forked = true;
                continue;
            }
            read += 1;
            self.next[place] += 1;
            if at as usize + 1 == trace.len() && goal.is_idle(location) {
                idle = self.semantics.joined(idle, self.regions[place]);
            }
        }
        if is_forked {
            self.fork(goal, letter)?;
        }
        let (before, depth) = (entry.term, entry.depth.saturating_add(1));
        let term = self.removed(goal, rest, idle);
        let mut from = 0;
        while from < self.next.len() {
            let begun: u32 = if is_forked {
                let positions = self.next[from..from + width].iter().zip(&self.here);
                positions.map(|(after, before)| after - before).sum()
            } else {
                read
            };
            let unread = entry.unread - begun;
            let entry = Entry { term, idle, unread, depth, from: number, letter };
            if self.is_possible(goal, term, Some((before, from)), control)?
                && self.arrive(goal, entry, from, control)?
            {
                return Ok(true);
            }
            from += width;
        }
        Ok(false)
    }

    /// Adds to `next` the positions after this letter in all combinations in which traces of its locations
    /// begin with it: each of them may also begin later.
    fn fork(&mut self, goal: &Goal<'_>, letter: LetterId) -> Result<(), Limit> {
        let width = goal.traces.len();
        for &(location, part) in self.alphabet.parts(letter) {
            let place = location.index();
            let (trace, at) = (&goal.traces[place], self.here[place]);
            if at > 0 || trace.len() < 2 || trace[0] != part {
                continue;
            }
            let before = self.next.len();
            if before / width > 1 << 16 {
                return Err(Limit::States);
            }
            self.next.extend_from_within(..);
            for row in self.next[before..].chunks_mut(width) {
                row[place] += 1;
            }
        }
        Ok(())
    }

    /// Returns `true` if each location alone may continue in a term as its trace does, read to the positions
    /// in `next`. The term before and the index of its positions are used to skip unchanged locations, which
    /// were possible before.
    fn is_possible(
        &mut self,
        goal: &Goal<'_>,
        term: TermId,
        before: Option<(TermId, usize)>,
        control: &Control,
    ) -> Result<bool, Limit> {
        if !goal.is_reduced || self.features.synchronises {
            return Ok(true);
        }
        let alone = self.look_ahead.alone(&mut self.semantics, term);
        let from = before.map_or(0, |(_, from)| from);
        let earlier = before.map(|(term, _)| self.look_ahead.alone(&mut self.semantics, term));
        for place in 0..goal.traces.len() {
            let at = self.next[from + place];
            if let Some(earlier) = &earlier
                && earlier[place] == alone[place]
                && self.here[place] == at
            {
                continue;
            }
            let is_behind = goal.freedom.is_behind(LocationId::from_index(place));
            let extent = match goal.freedom {
                _ if goal.aim == Aim::Whole && !is_behind => Extent::Whole,
                UnobservedLetters::Around if at == 0 => Extent::Factor,
                _ => Extent::Prefix,
            };
            let suffix: SuffixId = self.suffixes[self.offsets[place] + at as usize];
            let question = (alone[place], suffix);
            let (semantics, alphabet) = (&mut self.semantics, &self.alphabet);
            if !self.look_ahead.can_read(semantics, alphabet, question, extent, control)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

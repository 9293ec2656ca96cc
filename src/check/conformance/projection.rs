//! The projection on one location, determinised as far as traces need it.

use std::collections::BTreeSet;
use std::hash::BuildHasher as _;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::Specification;
use kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use kernel::base::{Id as _, ones};
use model::trace::{LocalLetterId, LocationId};

/// The local letter of a symbol that the location does not see.
const SILENT: u32 = u32::MAX;

/// Table entry of a step that is not computed yet.
const OPEN: u32 = u32::MAX;

/// A set of states of a projection; 0 is the empty set.
pub(super) type SetId = u32;

/// The empty set.
pub(super) const NONE: SetId = 0;

/// The projection of an automaton on a location, as sets of states that are numbered when they are first
/// reached.
///
/// With the reversed automaton it reads traces from their ends. A set is closed under letters that the
/// location does not see.
///
/// Source: \[RVA\] Definition 5.
#[derive(Clone, Debug)]
pub(super) struct Projection {
    /// The local letter of each symbol.
    seen: Vec<u32>,
    /// Two to the power of this is at least the number of local letters plus one, the latter for unknown
    /// letters.
    shift: u32,
    /// The number of words of a set, which has a bit for each state.
    words: usize,
    /// Maximum number of entries of the table; steps from or to a set without entries are looked up.
    most_entries: usize,
    sets: Vec<u64>,
    ids: HashTable<SetId>,
    /// For each set, and in it for each local letter, the index of the first entry of the next set; a set has
    /// a power of two of entries.
    table: Vec<u32>,
    /// The steps for which the table has no room: the sets that local letters lead to from sets.
    beside: FxHashMap<(SetId, LocalLetterId), SetId>,
    /// Entries of the table that were passed while a trace is read.
    is_passed: Vec<bool>,
    scratch: Vec<u64>,
    waiting: Vec<u32>,
}

impl Projection {
    pub(super) fn new(
        specification: &Specification,
        location: LocationId,
        most_entries: usize,
    ) -> Self {
        let alphabet = specification.alphabet();
        let seen = |letter| {
            let parts = alphabet.parts(letter).iter();
            let mut here = parts.filter(|(other, _)| *other == location);
            here.next().map_or(SILENT, |(_, local)| to_u32(local.index()))
        };
        let words = specification.automaton().len().div_ceil(64).max(1);
        let mut projection = Self {
            seen: alphabet.letters().ids().map(seen).collect(),
            shift: (alphabet.locations()[location].letters().len() + 1).next_power_of_two().ilog2(),
            words,
            most_entries,
            sets: Vec::new(),
            ids: HashTable::new(),
            table: Vec::new(),
            beside: FxHashMap::default(),
            is_passed: Vec::new(),
            scratch: vec![0; words],
            waiting: Vec::new(),
        };
        projection.clear();
        projection
    }

    /// Drops all sets.
    pub(super) fn clear(&mut self) {
        self.sets.clear();
        self.ids.clear();
        self.table.clear();
        self.beside.clear();
        self.is_passed.clear();
        self.scratch.fill(0);
        let none = self.number();
        debug_assert_eq!(none, NONE, "the first set has no member");
    }

    /// Returns about how many bytes the sets take.
    pub(super) fn bytes(&self) -> usize {
        self.sets.len() * 8 + self.ids.len() * 8 + self.table.len() * 5 + self.beside.len() * 24
    }

    /// Returns the number of words of a set.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Returns a function from symbols to the local letters that are seen of them; `None` for a silent
    /// symbol.
    pub(super) fn seen(&self) -> impl Fn(SymbolId) -> Option<LocalLetterId> + '_ {
        |symbol| match self.seen[symbol.index()] {
            SILENT => None,
            letter => Some(LocalLetterId::from_index(letter as usize)),
        }
    }

    /// Returns all sets, one after the other.
    pub(super) fn sets(&self) -> &[u64] {
        &self.sets
    }

    /// Returns the members of a set, a bit for each state.
    #[inline]
    pub(super) fn bits(&self, set: SetId) -> &[u64] {
        let from = set as usize * self.words;
        &self.sets[from..from + self.words]
    }

    /// Returns the set of these states and of those that silent letters lead to from them.
    pub(super) fn closed(
        &mut self,
        automaton: &FiniteAutomaton,
        states: impl Iterator<Item = FiniteStateId>,
    ) -> SetId {
        for state in states {
            self.add(state);
        }
        self.close(automaton);
        self.number()
    }

    /// Returns the set of all states.
    pub(super) fn everything(&mut self, automaton: &FiniteAutomaton) -> SetId {
        for state in automaton.states() {
            self.scratch[state.index() / 64] |= 1 << (state.index() % 64);
        }
        self.number()
    }

    /// Returns the set that a local letter leads to.
    #[inline]
    pub(super) fn step(
        &mut self,
        automaton: &FiniteAutomaton,
        set: SetId,
        letter: LocalLetterId,
    ) -> SetId {
        match self.table.get(self.entry(set, letter)) {
            Some(&known) if known != OPEN => known >> self.shift,
            _ => self.beside(automaton, set, letter),
        }
    }

    /// Reads letters from a set on, and returns the last set that is not empty, with the number of letters
    /// read.
    #[inline]
    pub(super) fn run(
        &mut self,
        automaton: &FiniteAutomaton,
        start: SetId,
        letters: &[LocalLetterId],
    ) -> (SetId, usize) {
        let mut set = start;
        for (read, &letter) in letters.iter().enumerate() {
            let next = self.step(automaton, set, letter);
            if next == NONE {
                return (set, read);
            }
            set = next;
        }
        (set, letters.len())
    }

    /// Reads letters as [`run`](Self::run) does, and returns the last set; `passed` receives each set with
    /// the letter that is read there, once.
    pub(super) fn pass(
        &mut self,
        automaton: &FiniteAutomaton,
        start: SetId,
        letters: &[LocalLetterId],
        passed: &mut Vec<(SetId, LocalLetterId)>,
    ) -> SetId {
        passed.clear();
        let mut passed_beside = FxHashSet::default();
        let mut set = start;
        for &letter in letters {
            let next = self.step(automaton, set, letter);
            if next == NONE {
                break;
            }
            let entry = self.entry(set, letter);
            let is_first = match self.is_passed.get_mut(entry) {
                Some(is_passed) => !std::mem::replace(is_passed, true),
                None => passed_beside.insert((set, letter)),
            };
            if is_first {
                passed.push((set, letter));
            }
            set = next;
        }
        for &(set, letter) in &*passed {
            let entry = self.entry(set, letter);
            if let Some(is_passed) = self.is_passed.get_mut(entry) {
                *is_passed = false;
            }
        }
        set
    }

    #[inline]
    fn entry(&self, set: SetId, letter: LocalLetterId) -> usize {
        ((set as usize) << self.shift) + letter.index()
    }

    /// Returns the set that a local letter leads to, if the table has no entry for it.
    #[cold]
    fn beside(&mut self, automaton: &FiniteAutomaton, set: SetId, letter: LocalLetterId) -> SetId {
        match self.beside.get(&(set, letter)) {
            Some(&known) => known,
            None => self.found(automaton, set, letter),
        }
    }

    fn found(&mut self, automaton: &FiniteAutomaton, set: SetId, letter: LocalLetterId) -> SetId {
        let letter_number = to_u32(letter.index());
        let members: Vec<FiniteStateId> = states(self.bits(set)).collect();
        for state in members {
            for &(symbol, target) in automaton.transitions(state) {
                if self.seen[symbol.index()] == letter_number {
                    self.add(target);
                }
            }
        }
        self.close(automaton);
        let next = self.number();
        let (entry, first) = (self.entry(set, letter), (next as usize) << self.shift);
        if entry < self.table.len() && first < self.table.len() {
            self.table[entry] = to_u32(first);
        } else {
            self.beside.insert((set, letter), next);
        }
        next
    }

    /// Returns the local letters that lead from a set to one that is not empty, in order.
    pub(super) fn expected(&self, automaton: &FiniteAutomaton, set: SetId) -> Vec<LocalLetterId> {
        let (seen, members) = (self.seen(), states(self.bits(set)));
        let symbols = members.flat_map(|state| automaton.transitions(state));
        let letters: BTreeSet<LocalLetterId> =
            symbols.filter_map(|&(symbol, _)| seen(symbol)).collect();
        letters.into_iter().collect()
    }

    fn add(&mut self, state: FiniteStateId) {
        let (word, bit) = (state.index() / 64, 1 << (state.index() % 64));
        if self.scratch[word] & bit == 0 {
            self.scratch[word] |= bit;
            self.waiting.push(to_u32(state.index()));
        }
    }

    fn close(&mut self, automaton: &FiniteAutomaton) {
        while let Some(state) = self.waiting.pop() {
            for &(symbol, target) in
                automaton.transitions(FiniteStateId::from_index(state as usize))
            {
                if self.seen[symbol.index()] == SILENT {
                    self.add(target);
                }
            }
        }
    }

    /// Returns the number of the gathered set, and begins another one.
    fn number(&mut self) -> SetId {
        let Self { sets, ids, scratch, words, .. } = self;
        let of = |id: SetId| &sets[id as usize * *words..(id as usize + 1) * *words];
        let hash = FxBuildHasher.hash_one(&**scratch);
        let known = ids.find(hash, |&id| of(id) == &**scratch).copied();
        let id = known.unwrap_or_else(|| {
            let id = to_u32(sets.len() / *words);
            sets.extend_from_slice(scratch);
            let of = |id: SetId| &sets[id as usize * *words..(id as usize + 1) * *words];
            ids.insert_unique(hash, id, |&id| FxBuildHasher.hash_one(of(id)));
            let entries = self.table.len() + (1 << self.shift);
            // The empty set is always stored.
            if entries <= self.most_entries || id == NONE {
                self.table.resize(entries, OPEN);
                self.is_passed.resize(entries, false);
            }
            id
        });
        scratch.fill(0);
        id
    }
}

/// A trace that is being read: the projection, the current set, and the remaining letters.
pub(super) type Track<'a> = (&'a Projection, SetId, &'a [LocalLetterId]);

/// Reads traces side by side as long as all of them stay within known sets: a processor follows several
/// tables in the time of one. Returns the sets, and the number of letters read of each trace.
pub(super) fn side_by_side<const N: usize>(tracks: [Track<'_>; N]) -> ([SetId; N], usize) {
    let least = tracks.iter().map(|(.., trace)| trace.len()).min().unwrap_or(0);
    let rows = tracks.map(|(projection, _, trace)| (&*projection.table, &trace[..least]));
    let mut firsts = tracks.map(|(projection, set, _)| (set as usize) << projection.shift);
    let known = |firsts: [usize; N]| {
        std::array::from_fn(|track| to_u32(firsts[track] >> tracks[track].0.shift))
    };
    for read in 0..least {
        let next: [SetId; N] = std::array::from_fn(|track| {
            let (table, trace) = rows[track];
            entry_of(table, firsts[track] + trace[read].index())
        });
        if next.iter().any(|&set| is_open_or_none(set)) {
            return (known(firsts), read);
        }
        firsts = next.map(|first| first as usize);
    }
    (known(firsts), least)
}

/// A trace that is read from its end: the projection, the remaining letters, and the set at each position,
/// the last of which is known.
pub(super) type BackwardTrack<'a> = (&'a Projection, &'a [LocalLetterId], &'a mut [SetId]);

/// Reads traces side by side as [`side_by_side`] does, but from their ends. Returns the number of letters
/// read of each.
pub(super) fn backwards<const N: usize>(tracks: [BackwardTrack<'_>; N]) -> usize {
    let least = tracks.iter().map(|(_, trace, _)| trace.len()).min().unwrap_or(0);
    let mut rows = tracks.map(|(projection, trace, sets)| {
        let first = trace.len() - least;
        (&*projection.table, projection.shift, &trace[first..], &mut sets[first..])
    });
    let mut firsts: [usize; N] =
        std::array::from_fn(|track| (rows[track].3[least] as usize) << rows[track].1);
    for position in (0..least).rev() {
        let next: [SetId; N] = std::array::from_fn(|track| {
            let (table, _, trace, _) = &rows[track];
            entry_of(table, firsts[track] + trace[position].index())
        });
        if next.iter().any(|&set| is_open_or_none(set)) {
            return least - 1 - position;
        }
        for ((_, shift, _, sets), &first) in rows.iter_mut().zip(&next) {
            sets[position] = first >> *shift;
        }
        firsts = next.map(|first| first as usize);
    }
    least
}

/// Returns the entry at a position of a table, or [`OPEN`] beyond its end.
#[inline]
fn entry_of(table: &[u32], at: usize) -> u32 {
    table.get(at).copied().unwrap_or(OPEN)
}

/// Returns `true` if a set is unknown or empty, by the index of its first entry: 0 wraps around, and [`OPEN`]
/// is the largest value.
#[inline]
fn is_open_or_none(first: u32) -> bool {
    first.wrapping_sub(1) >= OPEN - 1
}

/// Returns `true` if a state is a member of a set.
#[inline]
pub(super) fn contains(bits: &[u64], state: FiniteStateId) -> bool {
    bits[state.index() / 64] >> (state.index() % 64) & 1 == 1
}

/// Returns `true` if some state is a member of both sets.
pub(super) fn meet(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

/// Returns the members of a set in order.
pub(super) fn states(bits: &[u64]) -> impl Iterator<Item = FiniteStateId> + '_ {
    ones(bits.iter().copied()).map(FiniteStateId::from_index)
}

pub(super) fn to_u32(number: usize) -> u32 {
    u32::try_from(number).expect("a number of things in memory fits")
}

//! Sets of states, numbered, and the subset construction on demand.

use std::hash::{Hash as _, Hasher as _};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::{Id as _, IndexVec};

/// Sets of states of one automaton, each with the number of a state of another.
#[derive(Clone, Debug)]
pub struct Subsets {
    /// The end of each set in `members`.
    ends: Vec<usize>,
    members: Vec<FiniteStateId>,
    table: HashTable<FiniteStateId>,
}

impl Subsets {
    pub(super) fn new() -> Self {
        Self { ends: Vec::new(), members: Vec::new(), table: HashTable::new() }
    }

    /// Returns the number of sets.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there is no set.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the states of a set, in order.
    pub fn of(&self, subset: FiniteStateId) -> &[FiniteStateId] {
        members(&self.ends, &self.members, subset)
    }

    /// Returns the number of the set of `states`, which must be in order and without repetition.
    pub(super) fn number(&mut self, states: &[FiniteStateId]) -> FiniteStateId {
        let Self { ends, members: all, table } = self;
        let hash = hash_of(states);
        if let Some(&known) = table.find(hash, |&other| members(ends, all, other) == states) {
            return known;
        }
        let new = FiniteStateId::from_index(ends.len());
        all.extend_from_slice(states);
        ends.push(all.len());
        table.insert_unique(hash, new, |&other| hash_of(members(ends, all, other)));
        new
    }

    /// Returns the total number of members of all sets.
    pub(super) fn size(&self) -> usize {
        self.members.len()
    }

    /// Returns the approximate number of bytes of the sets.
    fn bytes(&self) -> usize {
        self.members.len() * size_of::<FiniteStateId>() + self.ends.len() * 2 * size_of::<usize>()
    }
}

fn members<'a>(
    ends: &[usize],
    members: &'a [FiniteStateId],
    subset: FiniteStateId,
) -> &'a [FiniteStateId] {
    let start = subset.index().checked_sub(1).map_or(0, |before| ends[before]);
    &members[start..ends[subset.index()]]
}

fn hash_of(states: &[FiniteStateId]) -> u64 {
    let mut hasher = FxHasher::default();
    states.hash(&mut hasher);
    hasher.finish()
}

/// The deterministic automaton of the subsets of an automaton's states, computed on demand.
///
/// A subset holds only states that accept some word, and is closed under silent transitions. The subset of
/// the initial states has the number 0, the others are numbered in the order in which they are reached.
#[derive(Debug)]
pub(super) struct Powerset<'a> {
    automaton: &'a FiniteAutomaton,
    /// The symbol of silent transitions, if there are any.
    silent: Option<SymbolId>,
    productive: Vec<bool>,
    subsets: Subsets,
    accepting: Vec<bool>,
    /// For each subset the states in it modulo 64.
    signatures: Vec<u64>,
    /// The range of the transitions of each subset, once they are computed.
    rows: Vec<Option<(usize, usize)>>,
    transitions: Vec<(SymbolId, FiniteStateId)>,
    /// The targets of the transitions of one subset, by symbol.
    gathered: IndexVec<SymbolId, Vec<FiniteStateId>>,
    touched: Vec<SymbolId>,
    /// A bit for each state; all are zero between calls.
    bits: Vec<u64>,
}

impl<'a> Powerset<'a> {
    pub(super) fn new(automaton: &'a FiniteAutomaton, silent: Option<SymbolId>) -> Self {
        let mut powerset = Self {
            automaton,
            silent,
            productive: automaton.productive(),
            subsets: Subsets::new(),
            accepting: Vec::new(),
            signatures: Vec::new(),
            rows: Vec::new(),
            transitions: Vec::new(),
            gathered: IndexVec::filled(Vec::new(), automaton.symbols()),
            touched: Vec::new(),
            bits: vec![0; automaton.len().div_ceil(64)],
        };
        let mut start = automaton.initial().to_vec();
        start.retain(|state| powerset.productive[state.index()]);
        powerset.complete(&mut start);
        powerset.number(&start);
        powerset
    }

    /// Returns the subset of the initial states.
    pub(super) fn start() -> FiniteStateId {
        FiniteStateId::from_index(0)
    }

    /// Returns the number of subsets reached so far.
    pub(super) fn len(&self) -> usize {
        self.subsets.len()
    }

    /// Returns the approximate number of bytes of the automaton.
    pub(super) fn bytes(&self) -> u64 {
        let rows = size_of_val(self.rows.as_slice()) + size_of_val(self.transitions.as_slice());
        (self.subsets.bytes() + rows) as u64
    }

    pub(super) fn is_accepting(&self, subset: FiniteStateId) -> bool {
        self.accepting[subset.index()]
    }

    /// Returns the states of a subset, in order.
    pub(super) fn members(&self, subset: FiniteStateId) -> &[FiniteStateId] {
        self.subsets.of(subset)
    }

    /// Returns the empty subset.
    pub(super) fn empty(&mut self) -> FiniteStateId {
        self.number(&[])
    }

    /// Returns `true` if all states of `inner` are states of `outer`.
    pub(super) fn is_within(&self, inner: FiniteStateId, outer: FiniteStateId) -> bool {
        if inner == outer {
            return true;
        }
        // A bit for each state modulo 64: a set with a bit that the other lacks is no subset of it.
        if self.signatures[inner.index()] & !self.signatures[outer.index()] != 0 {
            return false;
        }
        let (inner, outer) = (self.subsets.of(inner), self.subsets.of(outer));
        let mut rest = outer.iter();
        inner.len() <= outer.len() && inner.iter().all(|state| rest.any(|other| other == state))
    }

    /// Returns the transitions of a subset, by symbol; none leads to the empty subset.
    pub(super) fn transitions(&mut self, subset: FiniteStateId) -> &[(SymbolId, FiniteStateId)] {
        let (start, end) = match self.rows[subset.index()] {
            Some(row) => row,
            None => self.expand(subset),
        };
        &self.transitions[start..end]
    }

    fn expand(&mut self, subset: FiniteStateId) -> (usize, usize) {
        for &state in self.subsets.of(subset) {
            for &(symbol, target) in self.automaton.transitions(state) {
                if self.productive[target.index()] {
                    let targets = &mut self.gathered[symbol];
                    if targets.is_empty() {
                        self.touched.push(symbol);
                    }
                    targets.push(target);
                }
            }
        }
        self.touched.sort_unstable();
        let start = self.transitions.len();
        for at in 0..self.touched.len() {
            let symbol = self.touched[at];
            if Some(symbol) == self.silent {
                self.gathered[symbol].clear();
                continue;
            }
            let mut targets = std::mem::take(&mut self.gathered[symbol]);
            self.complete(&mut targets);
            let target = self.number(&targets);
            self.transitions.push((symbol, target));
            targets.clear();
            self.gathered[symbol] = targets;
        }
        self.touched.clear();
        let row = (start, self.transitions.len());
        self.rows[subset.index()] = Some(row);
        row
    }

    /// Adds the states that silent transitions lead to, sorts the states, and removes repetitions.
    fn complete(&mut self, states: &mut Vec<FiniteStateId>) {
        let Self { automaton, productive, bits, .. } = self;
        if let Some(silent) = self.silent {
            let mut is_new = |state: FiniteStateId| {
                let (word, bit) = (&mut bits[state.index() / 64], 1 << (state.index() % 64));
                let is_new = *word & bit == 0;
                *word |= bit;
                is_new
            };
            states.retain(|&state| is_new(state));
            let mut next = 0;
            while let Some(&state) = states.get(next) {
                let targets = automaton.successors(state, silent).iter().map(|&(_, to)| to);
                states.extend(targets.filter(|&to| productive[to.index()] && is_new(to)));
                next += 1;
            }
            for state in &*states {
                bits[state.index() / 64] = 0;
            }
        }
        as_set(states, bits);
    }

    fn number(&mut self, states: &[FiniteStateId]) -> FiniteStateId {
        let subset = self.subsets.number(states);
        if subset.index() == self.accepting.len() {
            self.accepting.push(states.iter().any(|&state| self.automaton.is_accepting(state)));
            let bits = states.iter().map(|state| 1 << (state.index() % 64));
            self.signatures.push(bits.fold(0, |all, bit: u64| all | bit));
            self.rows.push(None);
        }
        subset
    }

    pub(super) fn into_subsets(self) -> Subsets {
        self.subsets
    }
}

/// Sorts states and removes repetitions. `bits` has a bit for each state, all zero.
pub(super) fn as_set(states: &mut Vec<FiniteStateId>, bits: &mut [u64]) {
    // Reading the bits takes time for each word of them, sorting for each state.
    if states.len() * 4 < bits.len() {
        states.sort_unstable();
        states.dedup();
        return;
    }
    for state in states.drain(..) {
        bits[state.index() / 64] |= 1 << (state.index() % 64);
    }
    for (place, word) in bits.iter_mut().enumerate() {
        while *word != 0 {
            let bit = word.trailing_zeros() as usize;
            states.push(FiniteStateId::from_index(place * 64 + bit));
            *word &= *word - 1;
        }
    }
}

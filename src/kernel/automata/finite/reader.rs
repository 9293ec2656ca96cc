//! A reader of words, symbol by symbol.

use super::subsets::{Subsets, as_set};
use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::Id as _;

/// Maximum number of entries of the table, and of members of the sets in it.
const TABLE: usize = 1 << 23;

/// Table entry of a step that is not computed yet.
const UNKNOWN: u32 = u32::MAX;

/// Reads a word, one symbol at a time, and follows all states that the automaton may be in.
///
/// Each set of states that was reached has a number, and its successors are stored in a table: the automaton
/// is determinised as far as words need it. When the table is full it is cleared, so that memory is bounded.
///
/// ```
/// use kernel::automata::{FiniteAutomaton, FiniteStateId, WordReader, SymbolId};
/// use kernel::base::Id as _;
///
/// let (state, symbol) = (FiniteStateId::from_index, SymbolId::from_index);
/// let even = FiniteAutomaton::new(
///     1,
///     vec![state(0)],
///     vec![true, false],
///     vec![(state(0), symbol(0), state(1)), (state(1), symbol(0), state(0))],
/// );
/// let mut reader = WordReader::new(&even);
/// reader.read(symbol(0));
/// assert!(!reader.is_accepting());
/// reader.read(symbol(0));
/// assert!(reader.is_accepting());
/// ```
#[derive(Clone, Debug)]
pub struct WordReader<'a> {
    automaton: &'a FiniteAutomaton,
    subsets: Subsets,
    accepting: Vec<bool>,
    /// For each set, and in it for each symbol, the number of the next set, or [`UNKNOWN`].
    table: Vec<u32>,
    here: u32,
    /// A bit for each state; all are zero between calls.
    bits: Vec<u64>,
    /// The members of the set under construction.
    members: Vec<FiniteStateId>,
}

impl<'a> WordReader<'a> {
    /// Returns a reader before the first symbol.
    ///
    /// # Complexity
    /// Linear in the number of states, and of symbols.
    pub fn new(automaton: &'a FiniteAutomaton) -> Self {
        let mut reader = Self {
            automaton,
            subsets: Subsets::new(),
            accepting: Vec::new(),
            table: Vec::new(),
            here: 0,
            bits: vec![0; automaton.len().div_ceil(64)],
            members: Vec::new(),
        };
        reader.restart();
        reader
    }

    /// Returns to the start, before the first symbol.
    pub fn restart(&mut self) {
        self.members.clear();
        self.members.extend_from_slice(self.automaton.initial());
        self.here = self.number();
    }

    /// Reads a symbol.
    ///
    /// # Panics
    /// If the alphabet has no such symbol.
    ///
    /// # Complexity
    /// Constant if the same set of states read the symbol before; otherwise linear in the states, and in the
    /// transitions that are followed times a logarithm.
    #[inline]
    pub fn read(&mut self, symbol: SymbolId) {
        let width = self.automaton.symbols();
        assert!(symbol.index() < width, "a symbol belongs to the alphabet");
        let known = self.table[self.here as usize * width + symbol.index()];
        self.here = if known == UNKNOWN { self.step(symbol) } else { known };
    }

    /// Returns `true` if the word read so far is accepted.
    pub fn is_accepting(&self) -> bool {
        self.accepting[self.here as usize]
    }

    /// Returns `true` if no state is left after the word read so far.
    pub fn is_stuck(&self) -> bool {
        self.states().is_empty()
    }

    /// Returns the states that the automaton may be in, in order.
    pub fn states(&self) -> &[FiniteStateId] {
        self.subsets.of(FiniteStateId::from_index(self.here as usize))
    }

    /// Computes the set that a symbol leads to, and returns its number.
    #[cold]
    fn step(&mut self, symbol: SymbolId) -> u32 {
        let here = self.here as usize;
        self.members.clear();
        for &state in self.subsets.of(FiniteStateId::from_index(here)) {
            let steps = self.automaton.successors(state, symbol).iter();
            self.members.extend(steps.map(|&(_, target)| target));
        }
        as_set(&mut self.members, &mut self.bits);
        let width = self.automaton.symbols();
        if self.table.len().max(self.subsets.size()) >= TABLE {
            self.subsets = Subsets::new();
            self.accepting.clear();
            self.table.clear();
            return self.number();
        }
        let next = self.number();
        self.table[here * width + symbol.index()] = next;
        next
    }

    /// Returns the number of the set of `members`.
    fn number(&mut self) -> u32 {
        let subset = self.subsets.number(&self.members).index();
        if subset == self.accepting.len() {
            let accepts = self.members.iter().any(|&state| self.automaton.is_accepting(state));
            self.accepting.push(accepts);
            self.table.resize(self.table.len() + self.automaton.symbols(), UNKNOWN);
        }
        u32::try_from(subset).expect("the table is smaller")
    }
}

//! Reading words symbol by symbol.

use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::kernel::base::Id as _;

/// The largest number of entries of the table that leads from a state and a symbol to transitions.
const TABLE: usize = 1 << 24;

/// Reads a word, one symbol at a time: all states that the automaton may be in are followed.
///
/// Of a deterministic automaton that is one state, and one look into a table for each symbol.
///
/// ```
/// use scm_check::kernel::automata::{FiniteAutomaton, FiniteStateId, Reader, SymbolId};
/// use scm_check::kernel::base::Id as _;
///
/// let (state, symbol) = (FiniteStateId::from_index, SymbolId::from_index);
/// let even = FiniteAutomaton::new(
///     1,
///     vec![state(0)],
///     vec![true, false],
///     vec![(state(0), symbol(0), state(1)), (state(1), symbol(0), state(0))],
/// );
/// let mut reader = Reader::new(&even);
/// reader.read(symbol(0));
/// assert!(!reader.is_accepting());
/// reader.read(symbol(0));
/// assert!(reader.is_accepting());
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    automaton: &'a FiniteAutomaton,
    /// For each state, and in it for each symbol, the first of its transitions that is not by a
    /// smaller symbol; empty where that were too much.
    table: Vec<u32>,
    here: Vec<FiniteStateId>,
    next: Vec<FiniteStateId>,
    /// When each state was last reached.
    reached: Vec<u64>,
    time: u64,
}

impl<'a> Reader<'a> {
    /// Returns a reader that has read nothing.
    ///
    /// # Complexity
    /// Linear in the transitions, and in the states times the symbols as long as that is not
    /// above sixteen million.
    pub fn new(automaton: &'a FiniteAutomaton) -> Self {
        let width = automaton.symbols() + 1;
        let mut table = Vec::new();
        if automaton.len().saturating_mul(width) <= TABLE {
            table.reserve_exact(automaton.len() * width);
            for state in automaton.states() {
                let all = automaton.transitions(state);
                let mut at = 0;
                for symbol in 0..width {
                    while all.get(at).is_some_and(|(other, _)| other.index() < symbol) {
                        at += 1;
                    }
                    table.push(u32::try_from(at).expect("transitions have numbers of 32 bits"));
                }
            }
        }
        let mut reader = Self {
            automaton,
            table,
            here: Vec::new(),
            next: Vec::new(),
            reached: vec![0; automaton.len()],
            time: 0,
        };
        reader.restart();
        reader
    }

    /// Forgets what was read.
    pub fn restart(&mut self) {
        self.here.clear();
        self.here.extend_from_slice(self.automaton.initial());
    }

    /// Reads a symbol.
    ///
    /// # Complexity
    /// Linear in the states it may be in and their transitions by the symbol; where the table were
    /// too large, times a logarithm.
    #[inline]
    pub fn read(&mut self, symbol: SymbolId) {
        let width = self.automaton.symbols() + 1;
        self.time += 1;
        self.next.clear();
        for &state in &self.here {
            let targets = if self.table.is_empty() {
                self.automaton.successors(state, symbol)
            } else {
                let place = state.index() * width + symbol.index();
                let (from, to) = (self.table[place] as usize, self.table[place + 1] as usize);
                &self.automaton.transitions(state)[from..to]
            };
            for &(_, target) in targets {
                let reached = &mut self.reached[target.index()];
                if *reached != self.time {
                    *reached = self.time;
                    self.next.push(target);
                }
            }
        }
        std::mem::swap(&mut self.here, &mut self.next);
    }

    /// Tells whether what was read is accepted.
    pub fn is_accepting(&self) -> bool {
        self.here.iter().any(|&state| self.automaton.is_accepting(state))
    }

    /// Tells whether the automaton has no transition left for what was read.
    pub fn is_stuck(&self) -> bool {
        self.here.is_empty()
    }

    /// Returns the states that the automaton may be in, in no particular order.
    pub fn states(&self) -> &[FiniteStateId] {
        &self.here
    }
}

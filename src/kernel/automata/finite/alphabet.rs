//! Alphabets of named symbols, and automata over other alphabets.

use rustc_hash::FxHashMap;

use super::{FiniteAutomaton, SymbolId};
use crate::base::{Id as _, IndexVec};

/// The names of the symbols of an automaton.
pub type Alphabet = IndexVec<SymbolId, String>;

/// Returns an alphabet with the names of both, and the symbol in it of each symbol of `right`. The symbols of
/// `left` keep their numbers; new symbols of `right` follow in order.
///
/// # Complexity
/// Linear in the lengths of all names.
pub fn joined(left: &Alphabet, right: &Alphabet) -> (Alphabet, IndexVec<SymbolId, SymbolId>) {
    let mut all = left.clone();
    let mut known: FxHashMap<&str, SymbolId> = FxHashMap::default();
    for (symbol, name) in left.enumerate() {
        known.entry(name).or_insert(symbol);
    }
    let renaming = right
        .iter()
        .map(|name| *known.entry(name).or_insert_with(|| all.push(name.clone())))
        .collect();
    (all, renaming)
}

impl FiniteAutomaton {
    /// Returns the automaton over an alphabet of `symbols` symbols in which each symbol is replaced by its
    /// image under `rename`, which need not be injective.
    ///
    /// # Panics
    /// If the image of a symbol is out of range.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions.
    #[must_use]
    pub fn renamed(&self, symbols: usize, rename: impl Fn(SymbolId) -> SymbolId) -> Self {
        let transitions = self.edges().map(|(from, symbol, to)| (from, rename(symbol), to));
        Self::new(symbols, self.initial().to_vec(), self.acceptance(), transitions.collect())
    }

    /// Returns this automaton over the first `symbols` symbols.
    ///
    /// # Panics
    /// If the automaton has a transition by another symbol.
    #[must_use]
    pub fn over(&self, symbols: usize) -> Self {
        self.renamed(symbols, |symbol| symbol)
    }

    /// Returns the symbols that some transition reads, in order.
    pub fn used_symbols(&self) -> Vec<SymbolId> {
        let mut used = vec![false; self.symbols()];
        for (_, symbol, _) in self.edges() {
            used[symbol.index()] = true;
        }
        (0..self.symbols()).filter(|&index| used[index]).map(SymbolId::from_index).collect()
    }

    /// Returns for each state `true` if it accepts.
    pub fn acceptance(&self) -> Vec<bool> {
        self.states().map(|state| self.is_accepting(state)).collect()
    }
}

//! Automata whose states are pairs of states: intersection and shuffle.

use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::{Control, Id as _, Interner, Limit};

type Pair = (FiniteStateId, FiniteStateId);

/// Number of bytes of a pair in the tables.
const PAIR: usize = 48;

/// Number of transitions between two checks of the limits.
const STEPS: usize = 1 << 12;

/// A function that handles a transition of a pair.
type Step<'a> = dyn FnMut(SymbolId, Pair) -> Result<(), Limit> + 'a;

impl FiniteAutomaton {
    /// Returns an automaton for the words of both: the reachable part of the product.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    ///
    /// # Panics
    /// If the alphabets differ in size.
    ///
    /// # Complexity
    /// Linear in the pairs of states that one word reaches, and in their pairs of transitions by
    /// one symbol, times a logarithm.
    pub fn product(&self, other: &Self, control: &Control) -> Result<Self, Limit> {
        self.paired(other, control, |(left, right), step| {
            for &(symbol, to_left) in self.transitions(left) {
                for &(_, to_right) in other.successors(right, symbol) {
                    step(symbol, (to_left, to_right))?;
                }
            }
            Ok(())
        })
    }

    /// Returns an automaton for the shuffle: the interleavings of a word of this automaton and a word of
    /// `other`, which keep the order of the symbols of each.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    ///
    /// # Panics
    /// If the alphabets differ in size.
    ///
    /// # Complexity
    /// Linear in the states and transitions of the result, times a logarithm; the states are at most
    /// the pairs of states.
    pub fn shuffle(&self, other: &Self, control: &Control) -> Result<Self, Limit> {
        self.paired(other, control, |(left, right), step| {
            for &(symbol, target) in self.transitions(left) {
                step(symbol, (target, right))?;
            }
            for &(symbol, target) in other.transitions(right) {
                step(symbol, (left, target))?;
            }
            Ok(())
        })
    }

    /// Returns the automaton of the pairs that are reachable from pairs of initial states; a pair accepts if
    /// both states do.
    fn paired(
        &self,
        other: &Self,
        control: &Control,
        steps: impl Fn(Pair, &mut Step<'_>) -> Result<(), Limit>,
    ) -> Result<Self, Limit> {
        assert_eq!(self.symbols(), other.symbols(), "both automata have one alphabet");
        let mut pairs: Interner<FiniteStateId, Pair> = Interner::default();
        let mut initial = Vec::new();
        let mut transitions = Vec::new();
        let limit = |pairs: usize, transitions: usize| {
            let bytes = pairs * PAIR + transitions * size_of::<(Pair, SymbolId)>();
            control.within(pairs as u64, bytes as u64)
        };
        for &left in self.initial() {
            for &right in other.initial() {
                initial.push(pairs.id(&(left, right)));
            }
            limit(pairs.items().len(), 0)?;
        }
        let mut source = FiniteStateId::from_index(0);
        while let Some(&pair) = pairs.items().get(source) {
            steps(pair, &mut |symbol, target| {
                transitions.push((source, symbol, pairs.id(&target)));
                // A single pair may have more transitions than the time allows.
                if transitions.len() % STEPS == 0 {
                    limit(pairs.items().len(), transitions.len())?;
                }
                Ok(())
            })?;
            source = FiniteStateId::from_index(source.index() + 1);
            limit(pairs.items().len(), transitions.len())?;
        }
        let accepts = |&(left, right): &Pair| self.is_accepting(left) && other.is_accepting(right);
        let accepting = pairs.items().iter().map(accepts).collect();
        Ok(Self::new(self.symbols(), initial, accepting, transitions))
    }
}

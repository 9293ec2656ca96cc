//! Automata whose states are pairs of states: intersection and shuffle.

use rustc_hash::FxHashMap;

use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::{Control, Id as _, Limit};

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
            let mut rest = self.transitions(left);
            while let Some(&(symbol, _)) = rest.first() {
                let here = rest.partition_point(|&(another, _)| another == symbol);
                for &(_, to_left) in &rest[..here] {
                    for &(_, to_right) in other.successors(right, symbol) {
                        step(symbol, (to_left, to_right))?;
                    }
                }
                rest = &rest[here..];
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
        let mut pairs: Vec<Pair> = Vec::new();
        let mut numbers: FxHashMap<Pair, FiniteStateId> = FxHashMap::default();
        let mut number = |pair: Pair, pairs: &mut Vec<Pair>| {
            *numbers.entry(pair).or_insert_with(|| {
                pairs.push(pair);
                FiniteStateId::from_index(pairs.len() - 1)
            })
        };
        let mut initial = Vec::new();
        let mut transitions = Vec::new();
        let limit = |pairs: usize, transitions: usize| {
            let bytes = pairs * PAIR + transitions * size_of::<(Pair, SymbolId)>();
            control.within(pairs as u64, bytes as u64)
        };
        for &left in self.initial() {
            for &right in other.initial() {
                initial.push(number((left, right), &mut pairs));
            }
            limit(pairs.len(), 0)?;
        }
        let mut next = 0;
        while let Some(&pair) = pairs.get(next) {
            let source = FiniteStateId::from_index(next);
            steps(pair, &mut |symbol, target| {
                transitions.push((source, symbol, number(target, &mut pairs)));
                // A single pair may have more transitions than the time allows.
                if transitions.len() % STEPS == 0 {
                    limit(pairs.len(), transitions.len())?;
                }
                Ok(())
            })?;
            next += 1;
            limit(pairs.len(), transitions.len())?;
        }
        let accepts = |&(left, right): &Pair| self.is_accepting(left) && other.is_accepting(right);
        let accepting = pairs.iter().map(accepts).collect();
        Ok(Self::new(self.symbols(), initial, accepting, transitions))
    }
}

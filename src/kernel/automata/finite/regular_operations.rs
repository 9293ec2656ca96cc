//! Union, concatenation and iteration of languages.

use super::{Edge, FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::Id as _;

impl FiniteAutomaton {
    /// Returns an automaton for the words of either automaton: the disjoint union, this one first.
    ///
    /// # Panics
    /// If the alphabets differ in size.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions of both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let initial = self.initial().iter().copied();
        let initial = initial.chain(other.initial().iter().map(|&state| self.behind(state)));
        let mut accepting = self.acceptance();
        accepting.extend(other.acceptance());
        let transitions = self.edges_beside(other);
        Self::new(self.symbols(), initial.collect(), accepting, transitions)
    }

    /// Returns an automaton for the words of this one, each followed by one of `other`: the disjoint union,
    /// in which transitions to an accepting state of the first may also enter the second, by its initial
    /// state or, if it has several, by an additional last state with the transitions of all of them.
    ///
    /// # Panics
    /// If the alphabets differ in size.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions of the result; it has at most twice those of both.
    #[must_use]
    pub fn concatenation(&self, other: &Self) -> Self {
        let mut transitions = self.edges_beside(other);
        let mut accepting = vec![false; self.len()];
        accepting.extend(other.acceptance());
        let gate = if let [only] = other.initial() {
            self.behind(*only)
        } else {
            let gate = FiniteStateId::from_index(accepting.len());
            accepting.push(other.accepts_empty_word());
            let first = other.first_transitions();
            transitions.extend(first.map(|&(symbol, to)| (gate, symbol, self.behind(to))));
            gate
        };
        transitions.extend(self.last_transitions(gate));
        let mut initial = self.initial().to_vec();
        if self.accepts_empty_word() {
            initial.push(gate);
        }
        Self::new(self.symbols(), initial, accepting, transitions)
    }

    /// Returns an automaton for the concatenations of any number of words of this one, also of none. Its only
    /// initial state, which accepts, is an additional last state: it has the transitions of the former
    /// initial states, and transitions to an accepting state may also enter it.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions of the result; it has at most four times those of this one.
    #[must_use]
    pub fn star(&self) -> Self {
        let start = FiniteStateId::from_index(self.len());
        let mut transitions: Vec<Edge> = self.edges().collect();
        transitions.extend(self.last_transitions(start));
        for &(symbol, target) in self.first_transitions() {
            transitions.push((start, symbol, target));
            if self.is_accepting(target) {
                transitions.push((start, symbol, start));
            }
        }
        let mut accepting = vec![false; self.len()];
        accepting.push(true);
        Self::new(self.symbols(), vec![start], accepting, transitions)
    }

    /// Returns `true` if the empty word is accepted.
    pub fn accepts_empty_word(&self) -> bool {
        self.initial().iter().any(|&state| self.is_accepting(state))
    }

    /// Returns the transitions that leave initial states.
    fn first_transitions(&self) -> impl Iterator<Item = &(SymbolId, FiniteStateId)> {
        self.initial().iter().flat_map(|&state| self.transitions(state))
    }

    /// Returns the transitions that enter accepting states, redirected to `target`.
    fn last_transitions(&self, target: FiniteStateId) -> impl Iterator<Item = Edge> + '_ {
        let last = self.edges().filter(|&(_, _, to)| self.is_accepting(to));
        last.map(move |(source, symbol, _)| (source, symbol, target))
    }

    /// Returns the id of a state of an automaton whose states come after those of this one.
    fn behind(&self, state: FiniteStateId) -> FiniteStateId {
        FiniteStateId::from_index(self.len() + state.index())
    }

    fn edges_beside(&self, other: &Self) -> Vec<Edge> {
        assert_eq!(self.symbols(), other.symbols(), "both automata have one alphabet");
        let behind =
            other.edges().map(|(from, symbol, to)| (self.behind(from), symbol, self.behind(to)));
        self.edges().chain(behind).collect()
    }
}

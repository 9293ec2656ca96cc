//! Union, concatenation and iteration of languages.

use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::Id as _;

type Edge = (FiniteStateId, SymbolId, FiniteStateId);

impl FiniteAutomaton {
    /// Returns an automaton for the words of either: the two side by side, this one first.
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

    /// Returns an automaton for the words of this one, each followed by one of `other`: the two side
    /// by side, where accepting states of the first do what initial states of the second do.
    ///
    /// # Panics
    /// If the alphabets differ in size.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions of the result; it has those of both, and for each accepting
    /// state of the first those of the initial states of the second.
    #[must_use]
    pub fn concatenation(&self, other: &Self) -> Self {
        let mut transitions = self.edges_beside(other);
        for last in self.states().filter(|&state| self.is_accepting(state)) {
            for &(symbol, target) in other.first_transitions() {
                transitions.push((last, symbol, self.behind(target)));
            }
        }
        let goes_on = other.accepts_empty_word();
        let first = self.states().map(|state| goes_on && self.is_accepting(state));
        let accepting = first.chain(other.acceptance()).collect();
        Self::new(self.symbols(), self.initial().to_vec(), accepting, transitions)
    }

    /// Returns an automaton for the words that are any number of words of this one in a row, none
    /// included. Its one initial state is new and stands behind all others.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions of the result; it has those of this one, and for each
    /// accepting state those of the initial states.
    #[must_use]
    pub fn star(&self) -> Self {
        let start = FiniteStateId::from_index(self.len());
        let mut transitions: Vec<Edge> = self.edges().collect();
        let ends = self.states().filter(|&state| self.is_accepting(state));
        for end in ends.chain([start]) {
            let again = self.first_transitions().map(|&(symbol, target)| (end, symbol, target));
            transitions.extend(again);
        }
        let mut accepting = self.acceptance();
        accepting.push(true);
        Self::new(self.symbols(), vec![start], accepting, transitions)
    }

    /// Tells whether the empty word is accepted.
    pub fn accepts_empty_word(&self) -> bool {
        self.initial().iter().any(|&state| self.is_accepting(state))
    }

    /// Returns the transitions that leave initial states.
    fn first_transitions(&self) -> impl Iterator<Item = &(SymbolId, FiniteStateId)> {
        self.initial().iter().flat_map(|&state| self.transitions(state))
    }

    /// Returns the number that a state of an automaton has that stands behind this one.
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

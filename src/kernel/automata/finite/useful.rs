//! Useful states: those on a path from an initial state to an accepting one.

use super::{FiniteAutomaton, FiniteStateId};
use crate::base::{Groups, Id as _};

impl FiniteAutomaton {
    /// Returns for each state `true` if it is reachable from an initial state.
    ///
    /// # Complexity
    /// Linear in the states and transitions.
    pub fn reachable(&self) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        for state in self.breadth_first() {
            reached[state.index()] = true;
        }
        reached
    }

    /// Returns the reachable states in the order of a breadth-first search, from the initial states in order
    /// and by symbols.
    pub(super) fn breadth_first(&self) -> Vec<FiniteStateId> {
        let mut order = self.initial().to_vec();
        let mut is_met = vec![false; self.len()];
        for state in &order {
            is_met[state.index()] = true;
        }
        let mut next = 0;
        while let Some(&state) = order.get(next) {
            for &(_, target) in self.transitions(state) {
                if !std::mem::replace(&mut is_met[target.index()], true) {
                    order.push(target);
                }
            }
            next += 1;
        }
        order
    }

    /// Returns for each state `true` if an accepting state is reachable from it.
    ///
    /// # Complexity
    /// Linear in the states and transitions.
    pub fn productive(&self) -> Vec<bool> {
        self.leading_to(|state| self.is_accepting(state))
    }

    /// Returns for each state `true` if a state with `is_goal` is reachable from it.
    ///
    /// # Complexity
    /// Linear in the states and transitions.
    pub fn leading_to(&self, is_goal: impl Fn(FiniteStateId) -> bool) -> Vec<bool> {
        self.distances_to(is_goal).into_iter().map(|distance| distance.is_some()).collect()
    }

    /// Returns for each state `true` if a step leads to a state with `shorter`: if those can finish a word
    /// with some number of symbols, then the result can with one more.
    ///
    /// # Complexity
    /// Linear in the states and transitions.
    pub(super) fn one_before(&self, shorter: &[bool]) -> Vec<bool> {
        let goes_on = |state| {
            self.transitions(state)
                .iter()
                .any(|(_, target): &(_, FiniteStateId)| shorter[target.index()])
        };
        self.states().map(goes_on).collect()
    }

    /// Returns the length of the shortest word that each state accepts.
    ///
    /// # Complexity
    /// Linear in the states and transitions.
    pub(super) fn distances(&self) -> Vec<Option<usize>> {
        self.distances_to(|state| self.is_accepting(state))
    }

    /// Returns for each state the number of steps to the nearest state with `is_goal`.
    fn distances_to(&self, is_goal: impl Fn(FiniteStateId) -> bool) -> Vec<Option<usize>> {
        let sources = Groups::new(self.len(), || {
            self.edges().map(|(source, _, target)| (target.index(), source))
        });
        let mut distances = vec![None; self.len()];
        let mut layer: Vec<FiniteStateId> = self.states().filter(|&state| is_goal(state)).collect();
        for state in &layer {
            distances[state.index()] = Some(0);
        }
        let mut length = 0;
        while !layer.is_empty() {
            length += 1;
            let mut next = Vec::new();
            for state in layer {
                for &source in sources.of(state.index()) {
                    if distances[source.index()].is_none() {
                        distances[source.index()] = Some(length);
                        next.push(source);
                    }
                }
            }
            layer = next;
        }
        distances
    }

    /// Returns for each state `true` if it is on a path from an initial state to an accepting one.
    ///
    /// # Complexity
    /// Linear in the states and transitions.
    pub fn useful(&self) -> Vec<bool> {
        let both = self.reachable().into_iter().zip(self.productive());
        both.map(|(reached, productive)| reached && productive).collect()
    }

    /// Returns the automaton with only the states for which `keep` is `true`, in the same order.
    ///
    /// # Panics
    /// If `keep` does not have an entry for each state.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions.
    #[must_use]
    pub fn restricted(&self, keep: &[bool]) -> Self {
        assert_eq!(keep.len(), self.len(), "each state is kept or not");
        let kept: Vec<FiniteStateId> = self.states().filter(|state| keep[state.index()]).collect();
        self.in_order(&kept)
    }

    /// Returns the automaton with only the given states, in the given order.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions.
    #[must_use]
    pub fn in_order(&self, order: &[FiniteStateId]) -> Self {
        if order.len() == self.len() && order.is_sorted() {
            return self.clone();
        }
        let mut numbers: Vec<Option<FiniteStateId>> = vec![None; self.len()];
        for (number, state) in order.iter().enumerate() {
            numbers[state.index()] = Some(FiniteStateId::from_index(number));
        }
        let number = |state: FiniteStateId| numbers[state.index()];
        let initial = self.initial().iter().filter_map(|&state| number(state)).collect();
        let accepting = order.iter().map(|&state| self.is_accepting(state)).collect();
        let transitions = self
            .edges()
            .filter_map(|(source, symbol, target)| Some((number(source)?, symbol, number(target)?)))
            .collect();
        Self::new(self.symbols(), initial, accepting, transitions)
    }

    /// Returns the automaton with only its useful states, in the same order. For the empty language no state
    /// is left.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        self.restricted(&self.useful())
    }

    /// Returns the automaton of the prefixes of all words, the words themselves included.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions.
    #[must_use]
    pub fn beginnings(&self) -> Self {
        self.trimmed().all_accepting()
    }

    /// Returns the automaton with every state accepting.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions.
    #[must_use]
    pub fn all_accepting(&self) -> Self {
        let transitions = self.edges().collect();
        Self::new(self.symbols(), self.initial().to_vec(), vec![true; self.len()], transitions)
    }

    /// Returns the automaton of the reversed words: initial and accepting states, and source and target of
    /// each transition, are swapped.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let initial = self.states().filter(|&state| self.is_accepting(state)).collect();
        let mut accepting = vec![false; self.len()];
        for state in self.initial() {
            accepting[state.index()] = true;
        }
        let transitions = self.edges().map(|(from, symbol, to)| (to, symbol, from)).collect();
        Self::new(self.symbols(), initial, accepting, transitions)
    }

    /// Returns `true` if finitely many words are accepted.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions.
    pub fn is_finite_language(&self) -> bool {
        // Useful states without a cycle can be removed one by one, each without predecessors.
        let useful = self.trimmed();
        let mut incoming = vec![0_usize; useful.len()];
        for (_, _, target) in useful.edges() {
            incoming[target.index()] += 1;
        }
        let mut open: Vec<FiniteStateId> =
            useful.states().filter(|state| incoming[state.index()] == 0).collect();
        let mut taken = 0;
        while let Some(state) = open.pop() {
            taken += 1;
            for &(_, target) in useful.transitions(state) {
                incoming[target.index()] -= 1;
                if incoming[target.index()] == 0 {
                    open.push(target);
                }
            }
        }
        taken == useful.len()
    }
}

//! Nondeterministic finite automata.

use rustc_hash::FxHashSet;

use crate::base::{IndexVec, typed_id};

typed_id! {
    /// A state of a nondeterministic automaton.
    pub struct NfaStateId;
}

/// What leaves one state.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Edges<L> {
    letters: Vec<(L, NfaStateId)>,
    silent: Vec<NfaStateId>,
}

/// A nondeterministic finite automaton with silent transitions.
///
/// Initial and final states are named by whoever asks: one automaton answers for all pairs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nfa<L> {
    states: IndexVec<NfaStateId, Edges<L>>,
}

impl<L: Copy + Ord> Nfa<L> {
    /// Returns an automaton without states.
    pub fn new() -> Self {
        Self { states: IndexVec::new() }
    }

    /// Adds a state.
    pub fn state(&mut self) -> NfaStateId {
        self.states.push(Edges { letters: Vec::new(), silent: Vec::new() })
    }

    /// Adds a transition that reads `letter`.
    pub fn transition(&mut self, source: NfaStateId, letter: L, target: NfaStateId) {
        self.states[source].letters.push((letter, target));
    }

    /// Adds a transition that reads nothing.
    pub fn silent(&mut self, source: NfaStateId, target: NfaStateId) {
        self.states[source].silent.push(target);
    }

    /// Returns the transitions of `state` that read a letter.
    pub fn transitions(&self, state: NfaStateId) -> &[(L, NfaStateId)] {
        &self.states[state].letters
    }

    /// Returns the states that one silent transition leads to from `state`.
    pub fn silent_from(&self, state: NfaStateId) -> &[NfaStateId] {
        &self.states[state].silent
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Tells whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns the states that some word leads to from `from`, that state included.
    ///
    /// # Complexity
    /// Linear in the states and transitions that are reached.
    pub fn reachable(&self, from: NfaStateId) -> FxHashSet<NfaStateId> {
        let mut reached = FxHashSet::default();
        let mut open = vec![from];
        while let Some(state) = open.pop() {
            if reached.insert(state) {
                let edges = &self.states[state];
                open.extend_from_slice(&edges.silent);
                open.extend(edges.letters.iter().map(|&(_, target)| target));
            }
        }
        reached
    }

    /// Returns the states that are reached from `from` without reading, in the order of their
    /// ids, those of `from` included.
    ///
    /// # Complexity
    /// Linear in the states and silent transitions that are reached, times a logarithm.
    pub fn closure(&self, from: impl IntoIterator<Item = NfaStateId>) -> Vec<NfaStateId> {
        let mut open: Vec<NfaStateId> = from.into_iter().collect();
        let mut reached = FxHashSet::default();
        let mut closure = Vec::new();
        while let Some(state) = open.pop() {
            if reached.insert(state) {
                closure.push(state);
                open.extend_from_slice(&self.states[state].silent);
            }
        }
        closure.sort_unstable();
        closure
    }
}

impl<L: Copy + Ord> Default for Nfa<L> {
    fn default() -> Self {
        Self::new()
    }
}

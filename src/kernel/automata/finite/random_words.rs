//! Random accepted words.

use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::{Id as _, Random};

/// Draws words that an automaton accepts.
///
/// A word is a random walk that takes each of the transitions from which acceptance is possible with the same
/// probability. Words are therefore not equally likely, but each has a positive probability.
#[derive(Debug)]
pub struct RandomWords {
    automaton: FiniteAutomaton,
    /// Distance of each state from acceptance.
    distances: Vec<usize>,
    /// For each length, the states from which a word of that length is accepted.
    lengths: Vec<Vec<bool>>,
}

impl RandomWords {
    /// Returns a generator of words of `automaton`.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions.
    pub fn new(automaton: &FiniteAutomaton) -> Self {
        let automaton = automaton.trimmed();
        let distances = automaton.distances().into_iter();
        let distances = distances.map(|distance| distance.expect("each state is useful")).collect();
        let lengths = vec![automaton.acceptance()];
        Self { automaton, distances, lengths }
    }

    /// Draws a word; `None` if none is accepted. In an accepting state the walk ends with the same
    /// probability as it takes each transition; after four steps for each state it takes the shortest path to
    /// an end.
    ///
    /// # Complexity
    /// Linear in the transitions that leave the states of the walk.
    pub fn word(&self, random: &mut Random) -> Option<Vec<SymbolId>> {
        let mut state = random.choose(self.automaton.initial())?;
        let mut word = Vec::new();
        loop {
            let steps = self.automaton.transitions(state);
            let is_tired = word.len() >= 4 * self.automaton.len();
            let ends = usize::from(self.automaton.is_accepting(state));
            if ends == 1 && (is_tired || random.below(steps.len() + 1) == 0) {
                return Some(word);
            }
            let (symbol, target) = if is_tired {
                let closer = |target: &FiniteStateId| {
                    self.distances[target.index()] < self.distances[state.index()]
                };
                *steps.iter().find(|(_, target)| closer(target)).expect("acceptance is ahead")
            } else {
                random.choose(steps).expect("a useful state accepts or goes on")
            };
            word.push(symbol);
            state = target;
        }
    }

    /// Draws a word of `length` symbols; `None` if none is accepted.
    ///
    /// # Complexity
    /// Linear in the transitions that leave the states of the walk; for the greatest length so far,
    /// also the length times the transitions.
    pub fn word_of_length(&mut self, length: usize, random: &mut Random) -> Option<Vec<SymbolId>> {
        while self.lengths.len() <= length {
            let shorter = &self.lengths[self.lengths.len() - 1];
            self.lengths.push(self.automaton.one_before(shorter));
        }
        let initial = self.automaton.initial().iter().copied();
        let able: Vec<FiniteStateId> =
            initial.filter(|state| self.lengths[length][state.index()]).collect();
        let mut state = random.choose(&able)?;
        let mut word = Vec::with_capacity(length);
        for left in (0..length).rev() {
            let steps = self.automaton.transitions(state).iter().copied();
            let able: Vec<(SymbolId, FiniteStateId)> =
                steps.filter(|(_, target)| self.lengths[left][target.index()]).collect();
            let (symbol, target) = random.choose(&able).expect("a word of the length goes on");
            word.push(symbol);
            state = target;
        }
        Some(word)
    }
}

//! Acceptance of single words, and shortest words.

use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::{Control, Id as _, Limit};
use crate::search::reachable;

impl FiniteAutomaton {
    /// Returns `true` if no word is accepted.
    ///
    /// # Complexity
    /// Linear in the states and transitions.
    pub fn is_empty_language(&self) -> bool {
        let reachable = self.reachable();
        !self.states().any(|state| reachable[state.index()] && self.is_accepting(state))
    }

    /// Returns a shortest word that is accepted, of these the first in the order of symbols; `None`
    /// if there is none.
    ///
    /// # Complexity
    /// Linear in the states and transitions, and in the length of the word times the number of
    /// states.
    pub fn shortest_word(&self) -> Option<Vec<SymbolId>> {
        let distances = self.distances();
        let distance = |state: &FiniteStateId| distances[state.index()];
        let mut length = self.initial().iter().filter_map(distance).min()?;
        let mut here: Vec<FiniteStateId> = self.initial().to_vec();
        let mut word = Vec::with_capacity(length);
        while length > 0 {
            here.retain(|state| distance(state) == Some(length));
            length -= 1;
            let steps = here.iter().flat_map(|&state| self.transitions(state));
            let closer = steps.filter(|(_, target)| distance(target) == Some(length));
            let mut closer: Vec<(SymbolId, FiniteStateId)> = closer.copied().collect();
            closer.sort_unstable();
            closer.dedup();
            let least = closer.first().expect("a shortest word goes on from each of its states").0;
            word.push(least);
            here = closer.into_iter().take_while(|step| step.0 == least).map(|to| to.1).collect();
        }
        Some(word)
    }

    /// Returns the states that transitions by one symbol lead to from `from`, those of `from` included, in
    /// order.
    ///
    /// # Complexity
    /// Linear in the states that are reached and their transitions by the symbol, times a logarithm.
    pub fn closure(
        &self,
        from: impl IntoIterator<Item = FiniteStateId>,
        symbol: SymbolId,
    ) -> Vec<FiniteStateId> {
        let mut closure = reachable(from, |&state| {
            self.successors(state, symbol).iter().map(|&(_, target)| target)
        });
        closure.sort_unstable();
        closure
    }

    /// Returns `true` if a word is accepted. To read several words, make a [`WordReader`](super::WordReader).
    ///
    /// # Complexity
    /// Linear in the number of states, and in the transitions that are followed times a logarithm.
    pub fn accepts(&self, word: impl IntoIterator<Item = SymbolId>) -> bool {
        self.accepts_within(word, &Control::unlimited()).expect("there is no limit")
    }

    /// Returns `true` if a word is accepted, as [`FiniteAutomaton::accepts`] does; stops if a limit of
    /// `control` is reached.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    ///
    /// # Complexity
    /// That of [`FiniteAutomaton::accepts`].
    pub fn accepts_within(
        &self,
        word: impl IntoIterator<Item = SymbolId>,
        control: &Control,
    ) -> Result<bool, Limit> {
        let mut here = self.initial().to_vec();
        let mut read = vec![0_usize; self.len()];
        for (place, symbol) in word.into_iter().enumerate() {
            let mut next = Vec::new();
            for state in here {
                for &(_, target) in self.successors(state, symbol) {
                    if read[target.index()] != place + 1 {
                        read[target.index()] = place + 1;
                        next.push(target);
                    }
                }
            }
            if next.is_empty() {
                return Ok(false);
            }
            control.within(next.len() as u64, 0)?;
            here = next;
        }
        Ok(here.into_iter().any(|state| self.is_accepting(state)))
    }
}

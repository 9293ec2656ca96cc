//! Projection of words: some symbols are erased.

use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::{Control, Id as _, Limit};

impl FiniteAutomaton {
    /// Returns an automaton for the words of this one without the symbols for which `keep` is `false`. The
    /// alphabet stays the same.
    ///
    /// The states are the initial states and those that a kept symbol leads to, in the same order; a state
    /// has the transitions of all states that it reaches by erased symbols.
    ///
    /// # Errors
    /// If a limit of `control` is reached; each transition of the result counts as a state.
    ///
    /// # Complexity
    /// `O(n (n + m))` for `n` states and `m` transitions, times a logarithm.
    pub fn projection(
        &self,
        keep: impl Fn(SymbolId) -> bool,
        control: &Control,
    ) -> Result<Self, Limit> {
        let mut stays = vec![false; self.len()];
        for state in self.initial() {
            stays[state.index()] = true;
        }
        for (_, symbol, target) in self.edges() {
            stays[target.index()] |= keep(symbol);
        }
        let mut accepting = self.acceptance();
        let mut transitions = Vec::new();
        let mut seen_from: Vec<Option<FiniteStateId>> = vec![None; self.len()];
        let (mut open, mut leaving) = (Vec::new(), Vec::new());
        for state in self.states().filter(|state| stays[state.index()]) {
            open.push(state);
            seen_from[state.index()] = Some(state);
            while let Some(reached) = open.pop() {
                accepting[state.index()] |= self.is_accepting(reached);
                for &(symbol, target) in self.transitions(reached) {
                    if keep(symbol) {
                        leaving.push((state, symbol, target));
                    } else if seen_from[target.index()] != Some(state) {
                        seen_from[target.index()] = Some(state);
                        open.push(target);
                    }
                }
            }
            leaving.sort_unstable();
            leaving.dedup();
            transitions.append(&mut leaving);
            let bytes = size_of_val(transitions.as_slice());
            control.within(transitions.len() as u64, bytes as u64)?;
        }
        let all = Self::new(self.symbols(), self.initial().to_vec(), accepting, transitions);
        Ok(all.restricted(&stays))
    }
}

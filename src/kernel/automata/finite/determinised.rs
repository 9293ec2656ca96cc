//! The subset construction, and the complement.

use super::subsets::Powerset;
use super::{FiniteAutomaton, FiniteStateId, Subsets, SymbolId};
use crate::base::{Control, Id as _, Limit};

impl FiniteAutomaton {
    /// Returns a deterministic automaton for the same words, with the set of states of this one that each of
    /// its states represents; `None` if it has more than `max_states` states.
    ///
    /// See [`FiniteAutomaton::determinised_within`].
    pub fn determinised(&self, max_states: usize) -> Option<(Self, Subsets)> {
        let control = Control { max_states: Some(max_states as u64), ..Control::unlimited() };
        self.determinised_within(&control).ok()
    }

    /// Returns a deterministic automaton for the same words, with the set of states of this one that each of
    /// its states represents.
    ///
    /// Only subsets that some word reaches are created, without states from which no accepting state can be
    /// reached: the automaton is trim and there is no dead state. It has one initial state, also for the
    /// empty language. States are numbered breadth first, by symbols.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    ///
    /// # Complexity
    /// Linear in the transitions that leave the members of all subsets, times a logarithm; there are
    /// up to `2^n` subsets of `n` states.
    pub fn determinised_within(&self, control: &Control) -> Result<(Self, Subsets), Limit> {
        self.determinised_while(None, |subsets, bytes| control.within(subsets, bytes))
    }

    /// Returns the result of [`FiniteAutomaton::determinised_within`] with the transitions by `silent` as
    /// silent ones. `goes_on` is called with the number of subsets and their bytes.
    ///
    /// # Errors
    /// That of `goes_on`.
    pub(crate) fn determinised_while<E>(
        &self,
        silent: Option<SymbolId>,
        goes_on: impl Fn(u64, u64) -> Result<(), E>,
    ) -> Result<(Self, Subsets), E> {
        let mut powerset = Powerset::new(self, silent);
        let mut transitions = Vec::new();
        let mut next = 0;
        while next < powerset.len() {
            let subset = FiniteStateId::from_index(next);
            let row = powerset.transitions(subset);
            transitions.extend(row.iter().map(|&(symbol, target)| (subset, symbol, target)));
            goes_on(powerset.len() as u64, powerset.bytes())?;
            next += 1;
        }
        let states = (0..powerset.len()).map(FiniteStateId::from_index);
        let accepting = states.map(|subset| powerset.is_accepting(subset)).collect();
        let automaton = Self::new(self.symbols(), vec![Powerset::start()], accepting, transitions);
        Ok((automaton, powerset.into_subsets()))
    }

    /// Returns an automaton for the words over the alphabet that are not accepted: deterministic, and
    /// complete, with a transition by each symbol from each state.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    ///
    /// # Complexity
    /// That of [`FiniteAutomaton::determinised_within`], and linear in its states times the symbols.
    pub fn complement(&self, control: &Control) -> Result<Self, Limit> {
        let (deterministic, _) = self.determinised_within(control)?;
        let dead = FiniteStateId::from_index(deterministic.len());
        let complete = deterministic.len() * deterministic.symbols();
        let mut transitions: Vec<_> = deterministic.edges().collect();
        let mut accepting: Vec<bool> =
            deterministic.acceptance().into_iter().map(|accepts| !accepts).collect();
        if transitions.len() < complete {
            accepting.push(true);
            for state in deterministic.states().chain([dead]) {
                let known = if state == dead { &[] } else { deterministic.transitions(state) };
                let mut known = known.iter().map(|&(symbol, _)| symbol).peekable();
                for symbol in (0..deterministic.symbols()).map(SymbolId::from_index) {
                    if known.next_if_eq(&symbol).is_none() {
                        transitions.push((state, symbol, dead));
                    }
                }
                let bytes = size_of_val(transitions.as_slice()) as u64;
                control.within(accepting.len() as u64, bytes)?;
            }
        }
        Ok(Self::new(self.symbols(), deterministic.initial().to_vec(), accepting, transitions))
    }
}

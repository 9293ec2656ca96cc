//! Universality: whether an automaton accepts every word.

use rustc_hash::FxHashSet;

use super::{FiniteAutomaton, FiniteStateId, SymbolId};

/// The number of states of subsets that may still be visited: a count, so that the answer does not depend on
/// the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steps(pub usize);

impl Steps {
    /// Takes `number` steps; `None` if there are not enough left.
    #[must_use]
    pub fn spend(&mut self, number: usize) -> Option<()> {
        self.0 = self.0.checked_sub(number)?;
        Some(())
    }
}

/// Returns `true` if every word over `alphabet` leads from `initial` to `last` in an automaton whose
/// transitions by `silent` are silent; `None` if the steps do not suffice.
///
/// Letters of the automaton outside `alphabet` are never read. The subsets of the automaton's states that
/// words reach are visited until one does not contain `last`. Only those states of a subset are stored that
/// read a letter or are `last`, so that equal behaviour is often an equal subset.
/// [`inclusion`](super::inclusion) decides this for initial and accepting states, but counts no steps.
///
/// # Complexity
/// Exponential in the states of the automaton at worst; limited by `steps`, of which each subset takes its
/// size.
pub fn is_universal(
    automaton: &FiniteAutomaton,
    silent: SymbolId,
    [initial, last]: [FiniteStateId; 2],
    alphabet: &[SymbolId],
    steps: &mut Steps,
) -> Option<bool> {
    let mut visit = |states: Vec<FiniteStateId>| -> Option<Vec<FiniteStateId>> {
        let mut closure = automaton.closure(states, silent);
        steps.spend(closure.len() + 1)?;
        closure.retain(|&state| {
            let mut transitions = automaton.transitions(state).iter();
            state == last || transitions.any(|&(symbol, _)| symbol != silent)
        });
        Some(closure)
    };
    let start = visit(vec![initial])?;
    let mut open = vec![start.clone()];
    let mut seen = FxHashSet::from_iter([start]);
    while let Some(subset) = open.pop() {
        if subset.binary_search(&last).is_err() {
            return Some(false);
        }
        for &letter in alphabet {
            let steps = subset.iter().flat_map(|&state| automaton.successors(state, letter));
            let next = visit(steps.map(|&(_, target)| target).collect())?;
            if !seen.contains(&next) {
                seen.insert(next.clone());
                open.push(next);
            }
        }
    }
    Some(true)
}

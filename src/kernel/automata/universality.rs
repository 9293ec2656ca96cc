//! Whether an automaton accepts every word.

use rustc_hash::FxHashSet;

use super::{Nfa, NfaStateId};

/// How many states of subsets may still be visited: a count, so that the answer does not depend
/// on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steps(pub usize);

impl Steps {
    /// Takes `number` steps, or none where there are not so many left.
    #[must_use]
    pub fn spend(&mut self, number: usize) -> Option<()> {
        self.0 = self.0.checked_sub(number)?;
        Some(())
    }
}

/// Tells whether every word over `alphabet` leads from `initial` to `last`; `None` where the steps
/// do not suffice to know.
///
/// Letters of the automaton outside `alphabet` are never read. The subsets of the automaton's
/// states that words reach are visited until one does not contain `last`. Of a subset only the
/// states matter that read a letter or are `last`, so that equal behaviour is often an equal
/// subset.
///
/// # Complexity
/// Exponential in the states of the automaton at worst; limited by `steps`, which are used up by
/// the sizes of the subsets.
pub fn is_universal<L: Copy + Ord>(
    nfa: &Nfa<L>,
    initial: NfaStateId,
    last: NfaStateId,
    alphabet: &[L],
    steps: &mut Steps,
) -> Option<bool> {
    let kernel = |states: Vec<NfaStateId>| -> Vec<NfaStateId> {
        let matters = |&state: &NfaStateId| state == last || !nfa.transitions(state).is_empty();
        states.into_iter().filter(matters).collect()
    };
    let reached = nfa.closure([initial]);
    steps.spend(reached.len() + 1)?;
    let start = kernel(reached);
    let mut open = vec![start.clone()];
    let mut seen: FxHashSet<Vec<NfaStateId>> = FxHashSet::default();
    seen.insert(start);
    while let Some(subset) = open.pop() {
        if subset.binary_search(&last).is_err() {
            return Some(false);
        }
        let mut moves: Vec<(L, NfaStateId)> =
            subset.iter().flat_map(|&state| nfa.transitions(state)).copied().collect();
        moves.sort_unstable();
        let mut rest = &*moves;
        for letter in alphabet {
            let skipped = rest.partition_point(|(other, _)| other < letter);
            let (here, later) = rest[skipped..]
                .split_at(rest[skipped..].partition_point(|(other, _)| other == letter));
            rest = later;
            let reached = nfa.closure(here.iter().map(|&(_, target)| target));
            steps.spend(reached.len() + 1)?;
            let next = kernel(reached);
            if !seen.contains(&next) {
                seen.insert(next.clone());
                open.push(next);
            }
        }
    }
    Some(true)
}

//! Strong bisimilarity of numbered states.

use super::refinable_partition::RefinablePartition;
use crate::base::Groups;

/// Returns the class of each state by strong bisimilarity, the coarsest equivalence whose states have the same `kind`
/// and steps by the same labels to equivalent states. Classes are numbered in the order of their first states.
///
/// A class is split by what its states can do; after that only the states are looked at again that have steps into the
/// smaller parts.
///
/// # Complexity
/// `O(d m log m log n)` for `n` states with `m` steps, of which at most `d` leave one state.
pub fn bisimilarity<K: Ord, L: Copy + Ord>(
    steps: &[Vec<(L, usize)>],
    kind: impl Fn(usize) -> K,
) -> Vec<usize> {
    let mut blocks = RefinablePartition::by(steps.len(), kind);
    let sources = Groups::new(steps.len(), || {
        let from = |(source, steps): (usize, &Vec<(L, usize)>)| {
            steps.iter().map(|step| (step.1, source)).collect::<Vec<_>>()
        };
        steps.iter().enumerate().flat_map(from)
    });
    let mut changed: Vec<usize> = (0..steps.len()).collect();
    while !changed.is_empty() {
        let signature = |state: usize| {
            let mut able: Vec<(L, usize)> =
                steps[state].iter().map(|&(label, to)| (label, blocks.set_of(to))).collect();
            able.sort_unstable();
            able.dedup();
            (blocks.set_of(state), able)
        };
        let mut signed: Vec<_> = changed.drain(..).map(|state| (signature(state), state)).collect();
        signed.sort_unstable();
        let known = blocks.len();
        for alike in signed.chunk_by(|one, other| one.0 == other.0) {
            for &(_, state) in alike {
                blocks.mark(state);
            }
            blocks.split();
        }
        for set in known..blocks.len() {
            changed.extend(blocks.elements(set).iter().flat_map(|&state| sources.of(state)));
        }
        changed.sort_unstable();
        changed.dedup();
    }
    let mut names = vec![None; blocks.len()];
    let mut classes = 0;
    let name = |state| {
        *names[blocks.set_of(state)].get_or_insert_with(|| {
            classes += 1;
            classes - 1
        })
    };
    (0..steps.len()).map(name).collect()
}

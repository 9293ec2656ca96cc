//! The plain procedures: a search over all interleavings.

use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use super::budget::SearchBudget;
use super::problem::Problem;
use kernel::automata::FiniteStateId;
use kernel::base::Limit;

/// Number of configurations between two checks of the limits.
const CHECK_INTERVAL: usize = 1_024;

/// Number of local letters of each trace that are read.
type Positions = SmallVec<[u32; 4]>;

/// A configuration: positions, and the state of the automaton.
type Configuration = (Positions, FiniteStateId);

/// Solves a problem by a search over all interleavings of the traces that the automaton can read, with a set
/// of visited configurations.
///
/// Source: \[RVA\] Algorithm 1, where no letters happen outside the traces.
///
/// # Errors
/// If a limit is reached.
///
/// # Complexity
/// The product of the lengths of the traces, each with one more, times the transitions.
pub(super) fn by_interleavings(
    problem: &Problem<'_>,
    budget: &mut SearchBudget<'_>,
) -> Result<bool, Limit> {
    let start: Positions = smallvec![0; problem.traces.len()];
    let mut seen: FxHashSet<Configuration> = FxHashSet::default();
    let mut open: Vec<Configuration> = Vec::new();
    for &state in problem.specification.automaton().initial() {
        seen.insert((start.clone(), state));
        open.push((start.clone(), state));
    }
    budget.stored += seen.len() as u64;
    let on_heap = if start.spilled() { 4 * start.len() } else { 0 };
    let bytes_each = 2 * (size_of::<Configuration>() + on_heap);
    let (total, mut taken) = (problem.total(), 0);
    while let Some((mut positions, state)) = open.pop() {
        let read = positions.iter().map(|&at| at as usize).sum();
        if taken % CHECK_INTERVAL == 0 {
            let stored = seen.len() as u64;
            let shown = (read, open.len());
            budget.check(stored, stored * bytes_each as u64, shown)?;
        }
        taken += 1;
        if read == total && problem.is_goal(state) {
            return Ok(true);
        }
        problem.successors(&mut positions, state, |after, target, _, _| {
            let configuration = (Positions::from_slice(after), target);
            if seen.insert(configuration.clone()) {
                budget.stored += 1;
                open.push(configuration);
            }
        });
    }
    Ok(false)
}

//! Closures and shortest paths in small graphs that are given by a function.

use std::hash::Hash;

use super::store::{Store, hash};
use crate::base::{Id, IndexVec};
use crate::transition_system::Path;

/// Returns the states that `start` leads to by any number of steps, itself included: each state once, the
/// nearest first, in the order of discovery.
///
/// # Complexity
/// Linear in the number of steps that leave these states.
///
/// # Examples
/// ```
/// use kernel::search::reachable;
///
/// assert_eq!(reachable([1_u32], |&number| [number * 2 % 10, number * 3 % 10]), [1, 2, 3, 4, 6, 9, 8, 7]);
/// ```
pub fn reachable<S, I>(
    start: impl IntoIterator<Item = S>,
    mut successors: impl FnMut(&S) -> I,
) -> Vec<S>
where
    S: Eq + Hash,
    I: IntoIterator<Item = S>,
{
    let mut store = Store::new();
    for state in start {
        store.insert(hash(&state), state, None);
    }
    let mut next = 0;
    while next < store.len() {
        for state in successors(store.state(next)) {
            store.insert(hash(&state), state, None);
        }
        next += 1;
    }
    store.into_states()
}

/// Returns for each state the last one of the path that begins there, if each leads to at most one state, `next`. States
/// that go round for ever have the same last one: one of those that they go round.
///
/// # Complexity
/// Linear in the number of states.
pub fn path_ends<I: Id>(next: impl Fn(I) -> Option<I>, states: usize) -> IndexVec<I, I> {
    let mut ends: IndexVec<I, Option<I>> = IndexVec::filled(None, states);
    let mut path = Vec::new();
    for start in ends.ids() {
        let mut last = start;
        while ends[last].is_none() {
            ends[last] = Some(last);
            path.push(last);
            last = next(last).unwrap_or(last);
        }
        let end = ends[last];
        for state in path.drain(..) {
            ends[state] = end;
        }
    }
    ends.iter().map(|end| end.expect("each path has an end")).collect()
}

/// Returns a path with the fewest steps from one of `start` to a state that is a goal, the least in the order of
/// discovery; `None` if there is none.
///
/// # Complexity
/// Linear in the number of steps that leave the states that are not farther than the goal.
///
/// # Examples
/// ```
/// use kernel::search::shortest_path;
///
/// let path = shortest_path([1_u32], |&number| [('+', number + 1), ('*', number * 3)], |&number| number == 7);
/// assert_eq!(path.unwrap().steps, [('+', 2), ('*', 6), ('+', 7)]);
/// ```
pub fn shortest_path<S, L, I>(
    start: impl IntoIterator<Item = S>,
    mut successors: impl FnMut(&S) -> I,
    mut is_goal: impl FnMut(&S) -> bool,
) -> Option<Path<S, L>>
where
    S: Clone + Eq + Hash,
    I: IntoIterator<Item = (L, S)>,
{
    let mut store = Store::new();
    for state in start {
        store.insert(hash(&state), state, None);
    }
    // For each state but the initial ones, the step that entered it.
    let starts = store.len();
    let mut labels = Vec::new();
    let mut next = 0;
    while next < store.len() {
        if is_goal(store.state(next)) {
            let mut steps = Vec::new();
            let mut at = next;
            while let Some(before) = store.parent(at) {
                // Labels of states after the goal are not needed any more.
                labels.truncate(at - starts + 1);
                steps.extend(labels.pop().map(|label| (label, store.state(at).clone())));
                at = before;
            }
            steps.reverse();
            return Some(Path { initial: store.state(at).clone(), steps });
        }
        for (label, state) in successors(store.state(next)) {
            if store.insert(hash(&state), state, Some(next)) {
                labels.push(label);
            }
        }
        next += 1;
    }
    None
}

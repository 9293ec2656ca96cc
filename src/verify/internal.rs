//! States that a participant reaches by internal steps, and the actions that follow.

use std::rc::Rc;

use super::system::{Act, State, Transition};
use super::{Outcome, unsupported};

/// Maximum number of states reached by internal steps and of moves after them, counted for each start state.
const MOVES: usize = 1 << 25;

/// Maximum number of elements combined to compute these.
const WORK: usize = 1 << 27;

/// By local state of a participant: the states and moves behind its internal steps.
#[derive(Default)]
pub(super) struct Behind {
    /// The states that internal steps reach, including the state itself.
    pub(super) rests: Vec<Rc<[usize]>>,
    /// Each action that can be taken after internal steps with its target, in order.
    pub(super) moves: Vec<Rc<[(Act, usize)]>>,
}

impl Behind {
    /// Computes the states and moves behind the internal steps of a participant.
    ///
    /// States that reach each other have the same states and moves. Those of a successor component, which is computed
    /// before, are added unless they were added with another component.
    pub(super) fn new(states: &[State]) -> Outcome<Self> {
        let internal = |by: &&Transition| by.act == Act::Internal;
        let next =
            |state: &State| state.transitions.iter().filter(internal).map(|by| by.to).collect();
        let next: Vec<Vec<usize>> = states.iter().map(next).collect();
        let (mut size, mut work) = (0, 0);
        let mut found: Vec<Option<(Rc<[usize]>, Rc<[(Act, usize)]>)>> = vec![None; states.len()];
        // By state, the last component that is known to lead to it.
        let mut reached = vec![usize::MAX; states.len()];
        for (number, component) in components(&next).into_iter().enumerate() {
            let (mut rests, mut moves) = (component.clone(), Vec::new());
            for at in &component {
                reached[*at] = number;
            }
            for at in &component {
                let actions = states[*at].transitions.iter().filter(|by| by.act != Act::Internal);
                moves.extend(actions.map(|by| (by.act, by.to)));
                work += states[*at].transitions.len();
                for to in &next[*at] {
                    let Some((behind, theirs)) = &found[*to] else { continue };
                    if reached[*to] == number {
                        continue;
                    }
                    work += behind.len() + theirs.len();
                    let new = behind
                        .iter()
                        .filter(|at| std::mem::replace(&mut reached[**at], number) != number);
                    rests.extend(new);
                    moves.extend(&theirs[..]);
                    if work > WORK {
                        return unsupported("as many internal steps as these");
                    }
                }
            }
            moves.sort_unstable();
            moves.dedup();
            size += component.len() * (rests.len() + moves.len());
            if size > MOVES || work > WORK {
                return unsupported("as many internal steps as these");
            }
            let own: (Rc<[usize]>, Rc<[(Act, usize)]>) = (rests.into(), moves.into());
            for at in component {
                found[at] = Some(own.clone());
            }
        }
        let (rests, moves) = found.into_iter().flatten().unzip();
        Ok(Self { rests, moves })
    }
}

/// Returns the sets of states that reach each other; a set comes after the sets that it reaches.
///
/// This is the algorithm of Tarjan with an explicit stack: `calls` has states with the number of their steps that were
/// followed, `open` the states whose component is not complete.
fn components(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let (mut numbers, mut lowest) = (vec![0; next.len()], vec![usize::MAX; next.len()]);
    let (mut all, mut open, mut calls, mut count) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for root in 0..next.len() {
        calls.extend((numbers[root] == 0).then_some((root, 0)));
        while let Some((at, followed)) = calls.pop() {
            if followed == 0 {
                count += 1;
                (numbers[at], lowest[at]) = (count, count);
                open.push(at);
            } else {
                lowest[at] = lowest[at].min(lowest[next[at][followed - 1]]);
            }
            if let Some(to) = next[at].get(followed) {
                calls.push((at, followed + 1));
                calls.extend((numbers[*to] == 0).then_some((*to, 0)));
            } else if lowest[at] == numbers[at] {
                let first = open.iter().rposition(|other| *other == at).unwrap_or_default();
                let component = open.split_off(first);
                // Complete components are disjoint from open ones.
                for at in &component {
                    lowest[*at] = usize::MAX;
                }
                all.push(component);
            }
        }
    }
    all
}

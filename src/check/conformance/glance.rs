//! A first look at a multitrace: many that are not accepted come to nothing at their first letters.

use smallvec::{SmallVec, smallvec};

use super::problem::{Moves, SEVERAL};
use kernel::automata::FiniteStateId;
use model::trace::LocalLetterId;

/// After so many steps the look is over.
const STEPS: usize = 24;

/// After so many steps the way without choices is left.
const STRAIGHT: usize = 8;

/// Tells whether a few steps from the initial state, each the only one there is, lead to where a multitrace that is not
/// accepted ends. If not, nothing is known.
pub(super) fn is_stuck(
    moves: &Moves,
    initial: &[FiniteStateId],
    traces: &[Vec<LocalLetterId>],
) -> bool {
    let &[mut state] = initial else { return false };
    let mut positions: SmallVec<[usize; 8]> = smallvec![0; traces.len()];
    for _ in 0..STRAIGHT {
        let mut only = None;
        for step in moves.of(state) {
            let place = step.place as usize;
            let Some(trace) = traces.get(place) else { return false };
            if trace.get(positions[place]) == Some(&step.seen) {
                if only.is_some() {
                    return false;
                }
                only = Some(step);
            }
        }
        let Some(step) = only else {
            let is_read = |(trace, &position): (&Vec<_>, &usize)| trace.len() == position;
            return !moves.is_accepting(state) || !traces.iter().zip(&positions).all(is_read);
        };
        positions[step.place as usize] += 1;
        state = step.target;
    }
    false
}

/// Tells whether a few steps from the initial states show that a multitrace is not accepted: all ways end
/// before all traces are read. If not, nothing is known.
///
/// Nothing is remembered and nothing is prepared, so this costs less than reading the traces does.
pub(super) fn is_refuted(
    moves: &Moves,
    initial: &[FiniteStateId],
    traces: &[Vec<LocalLetterId>],
) -> bool {
    let total: usize = traces.iter().map(Vec::len).sum();
    let mut positions: SmallVec<[usize; 8]> = smallvec![0; traces.len()];
    // The way: each state on it with how many of its moves were tried, the last of them being the next step.
    let mut way: SmallVec<[(FiniteStateId, usize); 32]> = SmallVec::new();
    let mut left = STEPS;
    for &start in initial {
        way.push((start, 0));
        while let Some(&(state, tried)) = way.last() {
            let here = moves.of(state);
            let next = (tried..here.len()).find(|&number| {
                let step = &here[number];
                step.place == SEVERAL || {
                    let place = step.place as usize;
                    traces[place].get(positions[place]) == Some(&step.seen)
                }
            });
            let Some(next) = next else {
                // Each step reads one letter.
                if way.len() > total && moves.is_accepting(state) {
                    return false;
                }
                way.pop();
                if let Some(&(before, tried)) = way.last() {
                    positions[moves.of(before)[tried - 1].place as usize] -= 1;
                }
                continue;
            };
            let step = here[next];
            if step.place == SEVERAL || left == 0 {
                return false;
            }
            left -= 1;
            positions[step.place as usize] += 1;
            let last = way.len() - 1;
            way[last].1 = next + 1;
            way.push((step.target, 0));
        }
    }
    true
}

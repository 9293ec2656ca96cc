//! Combinations: every way to choose one of several items at each of several places.

use std::iter;

use super::{Id, IndexVec};

/// Returns every combination of one item of each of `choices`; the last one's vary fastest.
///
/// The number of combinations may exceed memory, so they are not stored.
pub fn combinations<I: Id, T: Copy, C: AsRef<[T]>>(
    choices: &IndexVec<I, C>,
) -> impl Iterator<Item = IndexVec<I, T>> {
    let possible = choices.iter().all(|choices| !choices.as_ref().is_empty());
    let first: Option<IndexVec<I, usize>> = possible.then(|| choices.iter().map(|_| 0).collect());
    let places = iter::successors(first, |places| {
        let turning = places.ids().rev().find(|&id| places[id] + 1 < choices[id].as_ref().len())?;
        let mut next = places.clone();
        next[turning] += 1;
        for later in places.ids().skip(turning.index() + 1) {
            next[later] = 0;
        }
        Some(next)
    });
    places.map(|places| places.enumerate().map(|(id, &at)| choices[id].as_ref()[at]).collect())
}

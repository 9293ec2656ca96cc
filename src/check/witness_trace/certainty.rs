//! What is certain of an automaton whatever it reads.

use kernel::base::{Id, IndexVec};
use kernel::search::reachable;

/// What an automaton says of the states that it has read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Certainty {
    /// It accepts whatever follows, or never does.
    Certain(bool),
    /// It accepts now, or does not.
    Currently(bool),
}

/// Returns for each state of a graph whether all states that it can reach accept, or none does.
pub(super) fn certain<I: Id>(
    is_accepting: &IndexVec<I, bool>,
    next: impl Fn(I) -> Vec<I>,
) -> IndexVec<I, Option<bool>> {
    let of = |state: I| {
        let reachable = reachable([state.index()], |&at| {
            next(I::from_index(at)).into_iter().map(I::index).collect::<Vec<_>>()
        });
        let first = is_accepting[state];
        reachable.iter().all(|&at| is_accepting[I::from_index(at)] == first).then_some(first)
    };
    is_accepting.ids().map(of).collect()
}

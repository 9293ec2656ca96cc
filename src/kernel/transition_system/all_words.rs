//! The automaton of all words.

use std::hash::Hash;

use super::{Automaton, TransitionSystem};

/// The automaton of all words over these letters, with one state; a [`Product`](super::Product) with it is
/// the other automaton by itself.
#[derive(Clone, Debug)]
pub struct AllWords<L>(pub Vec<L>);

impl<L: Copy + Ord + Hash> TransitionSystem for AllWords<L> {
    type State = ();
    type Label = L;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = ()> {
        std::iter::once(())
    }

    fn successors(&self, (): &(), (): &mut (), emit: &mut impl FnMut(L, ())) {
        self.0.iter().for_each(|&letter| emit(letter, ()));
    }
}

impl<L: Copy + Ord + Hash> Automaton for AllWords<L> {
    fn is_accepting(&self, (): &()) -> bool {
        true
    }
}

//! Implicit graphs of states, computed on demand, with or without acceptance.
//!
//! A [`TransitionSystem`] defines initial states and the successors of a state, always in the same order; it
//! stores no states. An [`Automaton`] also accepts. An [`Acceptor`] reads the labels of another system, and
//! [`Product`] runs the two side by side; the system may be that of [`AllWords`].

mod all_words;
mod path;
mod product;

pub use all_words::AllWords;
pub use path::Path;
pub use product::Product;

use std::hash::Hash;
use std::ops::ControlFlow;
/// A graph of states that is computed on demand.
pub trait TransitionSystem {
    /// A state; a search stores every state that it reaches and compares them exactly.
    type State: Clone + Eq + Hash;
    /// The label of a transition: ids only.
    type Label: Copy + Ord + Hash;
    /// Buffers and caches of one worker.
    type Scratch: Default;

    /// Returns the initial states, in a fixed order; their number may exceed memory.
    fn initial_states(&self) -> impl Iterator<Item = Self::State>;

    /// Emits the successors of `state`, each with its label, in a fixed order.
    fn successors(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        emit: &mut impl FnMut(Self::Label, Self::State),
    );

    /// Emits the successors of `state` like [`successors`](Self::successors) until `emit` returns that it needs no more, but
    /// stores nothing: a system that stores what states have in common ends at the first successor with something that is
    /// not stored, and returns `false`. Such a successor was never emitted before.
    fn known_successors(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        emit: &mut impl FnMut(Self::Label, Self::State) -> ControlFlow<()>,
    ) -> bool {
        let mut flow = ControlFlow::Continue(());
        self.successors(state, scratch, &mut |label, next| {
            if flow.is_continue() {
                flow = emit(label, next);
            }
        });
        true
    }

    /// Returns the number of heap bytes of `state`, beside its own size.
    fn heap_bytes(&self, _state: &Self::State) -> usize {
        0
    }

    /// Returns the number of bytes of what the states computed so far have in common, stored by the system.
    fn shared_bytes(&self) -> usize {
        0
    }
}

/// A transition system that accepts in some of its states.
pub trait Automaton: TransitionSystem {
    /// Returns `true` if `state` accepts.
    fn is_accepting(&self, state: &Self::State) -> bool;
}

/// A finite automaton that reads words over `L`.
pub trait Acceptor<L> {
    /// A state.
    type State: Clone + Eq + Hash;

    /// Returns the states in which reading starts, in a fixed order.
    fn start_states(&self) -> impl Iterator<Item = Self::State>;

    /// Emits the states after reading `letter` in `state`, in a fixed order.
    fn read(&self, state: &Self::State, letter: L, emit: &mut impl FnMut(Self::State));

    /// Returns `true` if `state` accepts.
    fn is_accepting(&self, state: &Self::State) -> bool;

    /// Returns the number of heap bytes of `state`, beside its own size.
    fn heap_bytes(&self, _state: &Self::State) -> usize {
        0
    }
}

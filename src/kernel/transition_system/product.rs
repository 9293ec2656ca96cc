//! The product of a transition system with an automaton that reads its labels.

use super::{Acceptor, Automaton, TransitionSystem};

/// The synchronous product: an accepted path is one of the left system whose labels the right
/// automaton accepts.
///
/// The left system must accept too, so the language is the intersection.
#[derive(Clone, Debug)]
pub struct Product<G, A> {
    /// The left system, which makes the steps.
    pub system: G,
    /// The automaton that reads the labels of the system.
    pub acceptor: A,
}

impl<G, A> TransitionSystem for Product<G, A>
where
    G: TransitionSystem,
    A: Acceptor<G::Label>,
{
    type State = (G::State, A::State);
    type Label = G::Label;
    type Scratch = G::Scratch;

    fn initial_states(&self) -> impl Iterator<Item = Self::State> {
        self.system
            .initial_states()
            .flat_map(|left| self.acceptor.start_states().map(move |right| (left.clone(), right)))
    }

    fn successors(
        &self,
        (left, right): &Self::State,
        scratch: &mut Self::Scratch,
        emit: &mut impl FnMut(Self::Label, Self::State),
    ) {
        self.system.successors(left, scratch, &mut |label, next| {
            self.acceptor.read(right, label, &mut |read| emit(label, (next.clone(), read)));
        });
    }

    fn heap_bytes(&self, (left, right): &Self::State) -> usize {
        self.system.heap_bytes(left) + self.acceptor.heap_bytes(right)
    }

    fn shared_bytes(&self) -> usize {
        self.system.shared_bytes()
    }
}

impl<G, A> Automaton for Product<G, A>
where
    G: Automaton,
    A: Acceptor<G::Label>,
{
    fn is_accepting(&self, (left, right): &Self::State) -> bool {
        self.system.is_accepting(left) && self.acceptor.is_accepting(right)
    }
}

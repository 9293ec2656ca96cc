//! The RSC automaton of a system.

use std::marker::PhantomData;

use super::space::{CommunicationStep, RscSpace};
use kernel::base::{LayoutBuilder, RecordLayout, Words};
use kernel::transition_system::{Automaton, TransitionSystem};
use model::cfsm::System;

/// The automaton of the RSC executions of a system, over communications
/// (Definition 3.3.1 of [RSC](crate#bibliography)); all its states accept.
#[derive(Clone, Debug)]
pub struct RscAutomaton<W> {
    space: RscSpace,
    layout: RecordLayout,
    words: PhantomData<fn() -> W>,
}

impl<W: Words> RscAutomaton<W> {
    /// Returns the automaton of `system`.
    ///
    /// # Panics
    /// On later use, if its states do not fit into `W`; boxed words hold any.
    pub fn new(system: &System) -> Self {
        let mut layout = LayoutBuilder::new();
        let space = RscSpace::new(system, &mut layout);
        Self { space, layout: layout.finish(), words: PhantomData }
    }

    /// Returns the number of words that a state takes.
    pub fn state_words(&self) -> usize {
        self.layout.words()
    }

    /// Returns this automaton with its states in words of another type.
    ///
    /// # Panics
    /// On later use, if its states do not fit into `V`.
    pub fn packed<V: Words>(self) -> RscAutomaton<V> {
        RscAutomaton { space: self.space, layout: self.layout, words: PhantomData }
    }

    /// Returns the fields of the states.
    pub fn space(&self) -> &RscSpace {
        &self.space
    }
}

impl<W: Words> TransitionSystem for RscAutomaton<W> {
    type State = W;
    type Label = CommunicationStep;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = W> {
        self.space.initial_states(self.layout)
    }

    fn successors(&self, state: &W, (): &mut (), emit: &mut impl FnMut(CommunicationStep, W)) {
        self.space.successors(state, emit);
    }

    fn heap_bytes(&self, state: &W) -> usize {
        state.heap_bytes()
    }
}

impl<W: Words> Automaton for RscAutomaton<W> {
    fn is_accepting(&self, _: &W) -> bool {
        true
    }
}

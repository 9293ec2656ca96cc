//! Where a protocol may end.

use super::{Automaton, Choreography, Description, Edge, EdgeId};
use crate::cfsm::StateId;
use kernel::base::IndexVec;
use kernel::search::reachable;

impl Automaton {
    /// Returns the states in which the protocol may end: those that are declared final or, if none is, those
    /// from which nothing can happen any more.
    ///
    /// # Complexity
    /// Linear in the size of the automaton.
    pub fn ends(&self) -> IndexVec<StateId, bool> {
        declared_or_dead(self.states.len(), &self.finals, &self.edges)
    }
}

impl Description {
    /// Returns the states in which the protocol may end, as [`Automaton::ends`] does.
    ///
    /// # Complexity
    /// Linear in the size of the description.
    pub fn ends(&self) -> IndexVec<StateId, bool> {
        declared_or_dead(self.states.len(), &self.finals, &self.edges)
    }
}

impl Choreography {
    /// Returns the states of [`Self::source`] in which the protocol may end, as [`Automaton::ends`] does; none
    /// where those that are declared cannot be reached.
    ///
    /// # Complexity
    /// Linear in the size of the source.
    pub fn ends(&self) -> IndexVec<StateId, bool> {
        if self.declares_ends() {
            marked(self.source().states.len(), &self.source().finals)
        } else {
            self.source().ends()
        }
    }
}

/// Returns the states that are declared or, if none is, the [`dead`] ones.
fn declared_or_dead<C>(
    number: usize,
    declared: &[StateId],
    edges: &IndexVec<EdgeId, Edge<C>>,
) -> IndexVec<StateId, bool> {
    if declared.is_empty() { dead(number, edges) } else { marked(number, declared) }
}

fn marked(number: usize, states: &[StateId]) -> IndexVec<StateId, bool> {
    let mut marked = IndexVec::filled(false, number);
    for &state in states {
        marked[state] = true;
    }
    marked
}

/// Returns the states from which silent transitions lead to no interaction.
fn dead<C>(number: usize, edges: &IndexVec<EdgeId, Edge<C>>) -> IndexVec<StateId, bool> {
    let (live, silent): (Vec<&Edge<C>>, Vec<&Edge<C>>) =
        edges.iter().partition(|edge| edge.exchange.is_some());
    let before = IndexVec::grouped(number, silent.iter().map(|edge| (edge.target, edge.source)));
    let mut dead = IndexVec::filled(true, number);
    let sources = live.iter().map(|edge| edge.source);
    for state in reachable(sources, |&state| before[state].iter().copied()) {
        dead[state] = false;
    }
    dead
}

//! States in which a protocol may end.

use super::{Automaton, Choreography, Description, Edge, EdgeId};
use crate::cfsm::StateId;
use kernel::base::IndexVec;
use kernel::search::reachable;

impl Automaton {
    /// Returns for each state `true` if the protocol may end there: the states that are declared final or, if
    /// there are none, those from which no interaction can happen any more.
    ///
    /// # Complexity
    /// Linear in the size of the automaton.
    pub fn ends(&self) -> IndexVec<StateId, bool> {
        declared_or_dead(self.states.len(), &self.finals, &self.edges)
    }
}

impl Description {
    /// Returns for each state `true` if the protocol may end there, as [`Automaton::ends`] does.
    ///
    /// # Complexity
    /// Linear in the size of the description.
    pub fn ends(&self) -> IndexVec<StateId, bool> {
        declared_or_dead(self.states.len(), &self.finals, &self.edges)
    }
}

impl Choreography {
    /// Returns for each state of [`Self::source`] `true` if the protocol may end there, as
    /// [`Automaton::ends`] does; `false` for all if the declared states are unreachable.
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

/// Returns the declared states or, if there are none, the [`dead`] ones.
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

//! Does an interaction say where the choreography goes on?

use super::walks::written_run;
use super::{Finding, cut};
use crate::realisability::Occurrence;
use kernel::automata::{NfaStateId, PrefixClosed};
use kernel::base::{Control, Id as _, IndexVec};
use model::cfsm::StateId;
use model::choreography::{Choreography, EdgeId, Interaction};

/// A choice that is not seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ambiguity {
    /// What happens up to the choice.
    pub run: Vec<Occurrence>,
    /// The state of the source with the choice.
    pub state: StateId,
    /// The interaction.
    pub exchange: Interaction,
    /// The two edges of the description.
    pub edges: [EdgeId; 2],
    /// Whether the same may happen behind both, if it could be found out: then they can be made
    /// one.
    pub are_equal_behind: Option<bool>,
}

/// Tells whether no state of the source, with those that silent edges lead to from there, has two
/// edges with equal interactions and different targets: *label determinism*.
///
/// # Complexity
/// For each state linear in the number of edges that leave it and those that silent edges lead to; where there is a violation also that of
/// [`PrefixClosed::new`], with up to `most` states.
pub fn label_determinism(
    choreography: &Choreography,
    most: usize,
    control: &Control,
) -> Finding<Ambiguity> {
    let source = choreography.source();
    let mut leaving: IndexVec<StateId, Vec<EdgeId>> =
        IndexVec::filled(Vec::new(), source.states.len());
    for (id, edge) in source.edges.enumerate() {
        leaving[edge.source].push(id);
    }
    for state in source.states.ids() {
        if let Some(cut) = cut(control) {
            return cut;
        }
        let closure = silent_closure(choreography, &leaving, state);
        let edges = closure.iter().flat_map(|&state| &leaving[state]);
        let edges = edges.map(|&id| (id, &source.edges[id]));
        let mut edges: Vec<(Interaction, EdgeId, StateId)> =
            edges.filter_map(|(id, edge)| Some((edge.exchange?, id, edge.target))).collect();
        edges.sort_unstable();
        for alike in edges.chunk_by(|(one, ..), (other, ..)| one == other) {
            let (exchange, first, target) = alike[0];
            let Some(&(_, second, other)) = alike.iter().find(|(.., to)| *to != target) else {
                continue;
            };
            let languages = [target, other].map(|target| behind(choreography, target, most));
            let are_equal_behind = match &languages {
                [Some(one), Some(other)] => Some(one.reads_the_same(other)),
                _ => None,
            };
            let run = written_run(choreography, (), |(), _| (), |at, ()| at == state);
            return Finding::Violated(Ambiguity {
                run: run.expect("every state is reached"),
                state,
                exchange,
                edges: [first, second].map(|edge| choreography.origin(edge)),
                are_equal_behind,
            });
        }
    }
    Finding::Holds(())
}

/// Returns the states that silent edges lead to, the state itself first.
fn silent_closure(
    choreography: &Choreography,
    leaving: &IndexVec<StateId, Vec<EdgeId>>,
    state: StateId,
) -> Vec<StateId> {
    let mut closure = vec![state];
    let mut next = 0;
    while let Some(&state) = closure.get(next) {
        next += 1;
        let edges = leaving[state].iter().map(|&edge| choreography.source().edges[edge]);
        for edge in edges.filter(|edge| edge.exchange.is_none()) {
            if !closure.contains(&edge.target) {
                closure.push(edge.target);
            }
        }
    }
    closure
}

/// Returns what can happen from a state of the source on.
fn behind(
    choreography: &Choreography,
    state: StateId,
    most: usize,
) -> Option<PrefixClosed<Interaction>> {
    let start = NfaStateId::from_index(state.index());
    PrefixClosed::new(&choreography.source().nfa(), start, most)
}

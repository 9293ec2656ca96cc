//! Does each interaction determine the next state of the choreography?

use super::walks::written_run;
use super::{Finding, cut};
use crate::realisability::Occurrence;
use kernel::automata::PrefixClosedDfa;
use kernel::base::Control;
use model::cfsm::StateId;
use model::choreography::{Choreography, EdgeId, Interaction};

/// A choice that no participant can see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ambiguity {
    /// The interactions up to the choice.
    pub run: Vec<Occurrence>,
    /// The state of the source with the choice.
    pub state: StateId,
    /// The interaction.
    pub exchange: Interaction,
    /// The two edges of the description.
    pub edges: [EdgeId; 2],
    /// Whether both edges have the same continuations, and so can be merged; `None` if that is unknown.
    pub are_equal_behind: Option<bool>,
}

/// Decides whether no state of the source, with those that silent edges lead to from there, has two
/// edges with equal interactions and different targets: *label determinism*.
///
/// # Complexity
/// For each state linear in the number of edges that leave it and those that silent edges lead to; where there is a violation also that of
/// [`PrefixClosedDfa::new`], with up to `max_states` states.
pub fn label_determinism(
    choreography: &Choreography,
    max_states: usize,
    control: &Control,
) -> Finding<Ambiguity> {
    let source = choreography.source();
    let leaving = source.leaving();
    for state in source.states.ids() {
        if let Some(cut) = cut(control) {
            return cut;
        }
        let closure = source.silent_closure(&leaving, state);
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
            let behind = |target| {
                PrefixClosedDfa::new(target, source.steps(), max_states, &Control::unlimited())
            };
            let languages = [target, other].map(behind);
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

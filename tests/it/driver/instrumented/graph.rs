//! The reachable global states of a composite, as an explicit graph.

use rustc_hash::FxHashMap;
use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::model::component::{Composite, GlobalState, InteractionId};

/// A graph of states by number, of which the first is the initial one.
pub(super) struct Graph {
    pub(super) states: Vec<GlobalState>,
    /// The edges that leave a state; those that are hidden have no label.
    pub(super) edges: Vec<Vec<(Option<InteractionId>, usize)>>,
}

/// Returns the states that a composite without faults can reach; `None` if they are more than `most`. Interactions
/// from number `visible` on are hidden.
pub(super) fn explored(composite: &Composite, visible: usize, most: usize) -> Option<Graph> {
    let initial = composite.initial_state().unwrap();
    let mut numbers = FxHashMap::from_iter([(initial.clone(), 0)]);
    let mut graph = Graph { states: vec![initial], edges: Vec::new() };
    while let Some(state) = graph.states.get(graph.edges.len()).cloned() {
        let mut edges = Vec::new();
        for id in composite.firable(&state).unwrap() {
            let label = (id.index() < visible).then_some(id);
            let mut emit = |_: &[_], next: Result<GlobalState, _>| {
                let next = next.unwrap();
                let number = *numbers.entry(next.clone()).or_insert_with(|| {
                    graph.states.push(next);
                    graph.states.len() - 1
                });
                edges.push((label, number));
            };
            composite.fire(&state, id, &mut emit).unwrap();
        }
        if graph.states.len() > most {
            return None;
        }
        graph.edges.push(edges);
    }
    Some(graph)
}

//! Bisimulation of explicit graphs with hidden steps.

use std::collections::{BTreeMap, BTreeSet};

use scm_check::internals::model::component::InteractionId;

use super::graph::Graph;

/// What a state can do, by the classes of states: a step that is hidden and stays in the class is no step.
type Signature = BTreeSet<(Option<InteractionId>, usize)>;

/// Returns `true` if the initial states of two graphs are branching bisimilar, and so weakly bisimilar, and no hidden
/// steps go on for ever. So a deadlock of one graph is related to states of the other from which hidden steps lead to
/// a deadlock, and to no others.
///
/// By refinement: states of one class stay in one while they have the same signature.
pub(super) fn are_bisimilar(left: &Graph, right: &Graph) -> bool {
    let offset = left.states.len();
    let shifted = right
        .edges
        .iter()
        .map(|edges| edges.iter().map(|&(label, to)| (label, to + offset)).collect::<Vec<_>>());
    let edges: Vec<Vec<(Option<InteractionId>, usize)>> =
        left.edges.iter().cloned().chain(shifted).collect();
    let Some(order) = targets_first(&edges) else { return false };
    let mut classes = vec![0; edges.len()];
    let mut count = 1;
    loop {
        let mut signatures: Vec<Signature> = vec![Signature::new(); edges.len()];
        for &state in &order {
            let mut signature = Signature::new();
            for &(label, to) in &edges[state] {
                if label.is_none() && classes[to] == classes[state] {
                    signature.extend(signatures[to].iter().copied());
                } else {
                    signature.insert((label, classes[to]));
                }
            }
            signatures[state] = signature;
        }
        let mut numbers = BTreeMap::new();
        for (state, signature) in signatures.into_iter().enumerate() {
            let next = numbers.len();
            classes[state] = *numbers.entry((classes[state], signature)).or_insert(next);
        }
        if numbers.len() == count {
            return classes[0] == classes[offset];
        }
        count = numbers.len();
    }
}

/// Returns the states in an order in which hidden steps lead to earlier ones; `None` if some are circular.
fn targets_first(edges: &[Vec<(Option<InteractionId>, usize)>]) -> Option<Vec<usize>> {
    let mut sources = vec![Vec::new(); edges.len()];
    let mut left = vec![0; edges.len()];
    for (from, edges) in edges.iter().enumerate() {
        for &(_, to) in edges.iter().filter(|edge| edge.0.is_none()) {
            sources[to].push(from);
            left[from] += 1;
        }
    }
    let mut order: Vec<usize> = (0..edges.len()).filter(|&state| left[state] == 0).collect();
    let mut next = 0;
    while let Some(&to) = order.get(next) {
        for &from in &sources[to] {
            left[from] -= 1;
            if left[from] == 0 {
                order.push(from);
            }
        }
        next += 1;
    }
    (order.len() == edges.len()).then_some(order)
}

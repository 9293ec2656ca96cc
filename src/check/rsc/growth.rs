//! Unbounded channels in RSC executions.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::RscAutomaton;
use kernel::base::{Control, Id as _, Limit, Words, with_words};
use kernel::search::explore;
use model::cfsm::System;

/// Returns `true` if RSC executions of `system` can leave arbitrarily many messages in its channels, so
/// that infinitely many configurations are reachable.
///
/// They can iff a cycle of the RSC automaton has an unmatched send: the cycle can be repeated, and its
/// message is never received. Other executions are not considered.
///
/// # Complexity
/// Linear in the number of transitions of the RSC automaton.
///
/// # Errors
/// The limit that was reached first; the automaton may have `max_states` states at most.
pub fn is_unbounded(system: &System, max_states: u64, control: &Control) -> Result<bool, Limit> {
    let automaton = RscAutomaton::<Box<[u64]>>::new(system);
    with_words!(automaton.state_words(), W => is_unbounded_in(automaton.packed::<W>(), max_states, control))
}

fn is_unbounded_in<W: Words>(
    automaton: RscAutomaton<W>,
    max_states: u64,
    control: &Control,
) -> Result<bool, Limit> {
    let states = explore(automaton, max_states, control);
    if let Some(limit) = states.cut() {
        return Err(limit);
    }
    let edges = states.edges(control)?;
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let nodes: Vec<NodeIndex> = states.nodes().map(|_| graph.add_node(())).collect();
    let mut unmatched = Vec::new();
    for source in states.nodes() {
        for &(communication, target) in edges.leaving(source) {
            let ends = (nodes[source.index()], nodes[target.index()]);
            graph.add_edge(ends.0, ends.1, ());
            if communication.reception.is_none() {
                unmatched.push(ends);
            }
        }
    }
    let mut component = vec![0; nodes.len()];
    for (number, members) in kosaraju_scc(&graph).into_iter().enumerate() {
        for member in members {
            component[member.index()] = number;
        }
    }
    Ok(unmatched.into_iter().any(|(a, b)| component[a.index()] == component[b.index()]))
}

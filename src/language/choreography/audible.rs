//! Transitions for languages without silent ones.

use rustc_hash::FxHashSet;

use kernel::automata::{Nfa, NfaStateId};
use kernel::base::{Id as _, IndexVec};
use model::cfsm::StateId;
use model::choreography::{DescribedEdge, DescribedInteraction, Description};

/// Returns the transitions without the silent ones, and the final states: what follows silent
/// transitions is done where these begin.
pub(super) fn audible(
    description: &Description,
) -> (Vec<(StateId, DescribedInteraction, StateId)>, Vec<StateId>) {
    let heard = |edge: &DescribedEdge| Some((edge.source, edge.exchange?, edge.target));
    if description.edges.iter().all(|edge| edge.exchange.is_some()) {
        return (description.edges.iter().filter_map(heard).collect(), description.finals.clone());
    }
    let mut silent: Nfa<()> = Nfa::new();
    for _ in &description.states {
        silent.state();
    }
    let id = |state: StateId| NfaStateId::from_index(state.index());
    let mut leaving = IndexVec::<StateId, Vec<_>>::filled(Vec::new(), description.states.len());
    for edge in &description.edges {
        match edge.exchange {
            Some(exchange) => leaving[edge.source].push((exchange, edge.target)),
            None => silent.silent(id(edge.source), id(edge.target)),
        }
    }
    let is_final: FxHashSet<StateId> = description.finals.iter().copied().collect();
    let entered = description.edges.iter().filter(|edge| edge.exchange.is_some());
    let kept: FxHashSet<StateId> =
        entered.map(|edge| edge.target).chain(description.initial).collect();
    let (mut edges, mut finals) = (Vec::new(), Vec::new());
    for state in description.states.ids().filter(|state| kept.contains(state)) {
        let closure = silent.closure([id(state)]);
        let closure = closure.into_iter().map(|member| StateId::from_index(member.index()));
        let mut seen = FxHashSet::default();
        let mut ends = false;
        for member in closure {
            ends |= is_final.contains(&member);
            let new = leaving[member].iter().filter(|one| seen.insert(**one));
            edges.extend(new.map(|&(exchange, target)| (state, exchange, target)));
        }
        if ends {
            finals.push(state);
        }
    }
    (edges, finals)
}

//! Removal of silent transitions, for languages that cannot express them.

use rustc_hash::FxHashSet;

use super::MovedEnds;
use kernel::base::IndexVec;
use kernel::search::reachable;
use model::cfsm::StateId;
use model::choreography::{DescribedInteraction, Description};

/// A description without silent transitions.
pub(super) struct Audible {
    pub(super) edges: Vec<(StateId, DescribedInteraction, StateId)>,
    /// The states that are declared final.
    pub(super) finals: Vec<StateId>,
    pub(super) moved_ends: Option<MovedEnds>,
}

/// Returns a description without the silent transitions: the transitions that follow one are added where it begins.
/// Final states are declared if the description declares some, or if removing silent transitions would hide that
/// the description may end in a state.
pub(super) fn audible(description: &Description) -> Audible {
    let (mut edges, mut ends) = heard(description);
    if let Some(initial) = description.initial
        && edges.iter().all(|&(source, _, target)| source != initial && target != initial)
    {
        // The text names no state that is in no transition, unless there are no transitions.
        edges.clear();
        ends.retain(|&(state, _)| state == initial);
    }
    let is_left: FxHashSet<StateId> = edges.iter().map(|&(source, ..)| source).collect();
    let last = |state: &StateId| !is_left.contains(state);
    let is_declared = !description.finals.is_empty();
    let (mut finals, mut gained) = (Vec::new(), Vec::new());
    if !ends.iter().any(|&(_, is_end)| is_end) {
        // A text that declares no final state may end in states without transitions; if there are none, it never ends.
        if is_declared {
            gained.extend(ends.iter().map(|&(state, _)| state).filter(last));
            if gained.is_empty() {
                gained.extend(ends.iter().map(|&(state, _)| state));
            }
        }
    } else if is_declared || ends.iter().any(|&(state, is_end)| is_end && !last(&state)) {
        finals.extend(ends.iter().filter(|(_, is_end)| *is_end).map(|&(state, _)| state));
    }
    let gained = gained.into_iter().map(|state| description.states[state].clone()).collect();
    Audible { edges, finals, moved_ends: MovedEnds::new(gained, Vec::new()) }
}

/// Returns the transitions without the silent ones, and the initial state and the states of these transitions, with
/// whether the protocol may end there.
fn heard(
    description: &Description,
) -> (Vec<(StateId, DescribedInteraction, StateId)>, Vec<(StateId, bool)>) {
    let ends = description.ends();
    let is_silent = description.edges.iter().any(|edge| edge.exchange.is_none());
    let audible = description.edges.iter().filter(|edge| edge.exchange.is_some());
    let named = audible.flat_map(|edge| {
        // With silent transitions, a source that no other transition enters is skipped.
        let source = (!is_silent).then_some(edge.source);
        source.into_iter().chain([edge.target])
    });
    let kept: FxHashSet<StateId> = named.chain(description.initial).collect();
    let kept = description.states.ids().filter(|state| kept.contains(state));
    if !is_silent {
        let edges = description.edges.iter();
        let edges = edges.filter_map(|edge| Some((edge.source, edge.exchange?, edge.target)));
        return (edges.collect(), kept.map(|state| (state, ends[state])).collect());
    }
    let edges = description.edges.iter().map(|edge| (edge.source, edge));
    let leaving = IndexVec::grouped(description.states.len(), edges);
    let (mut edges, mut places) = (Vec::new(), Vec::new());
    for state in kept {
        let mut closure = reachable([state], |&state| {
            let silent = leaving[state].iter().filter(|edge| edge.exchange.is_none());
            silent.map(|edge| edge.target)
        });
        closure.sort_unstable();
        let mut seen = FxHashSet::default();
        let mut is_end = false;
        for member in closure {
            is_end |= ends[member];
            let heard =
                leaving[member].iter().filter_map(|edge| Some((edge.exchange?, edge.target)));
            let new = heard.filter(|one| seen.insert(*one));
            edges.extend(new.map(|(exchange, target)| (state, exchange, target)));
        }
        places.push((state, is_end));
    }
    (edges, places)
}

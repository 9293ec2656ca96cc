//! Walks through the automaton of a choreography.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashSet;

use crate::realisability::{Occurrence, occurrences};
use kernel::automata::DfaStateId;
use kernel::search::shortest_path;
use model::cfsm::StateId;
use model::choreography::{Choreography, Interaction};

/// Returns a walk with the fewest transitions from a state to one of the wanted states, over the allowed
/// transitions; `None` if there is none. With `Least::One` the empty walk does not count.
pub(super) fn walk(
    choreography: &Choreography,
    from: DfaStateId,
    least: Least,
    is_wanted: impl Fn(DfaStateId) -> bool,
    is_allowed: impl Fn(DfaStateId, Interaction) -> bool,
) -> Option<Vec<Occurrence>> {
    let is_allowed = &is_allowed;
    // A state, and whether a walk to it counts.
    let steps = |&(state, _): &(DfaStateId, bool)| {
        let transitions = choreography.language().transitions(state).iter();
        let allowed = transitions.filter(move |(exchange, _)| is_allowed(state, *exchange));
        allowed.map(move |&(exchange, target)| (Occurrence { state, exchange }, (target, true)))
    };
    let start = (from, least == Least::Zero);
    let path = shortest_path([start], steps, |&(state, counts)| counts && is_wanted(state))?;
    Some(path.into_labels().collect())
}

/// Minimum number of transitions of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Least {
    Zero,
    One,
}

/// Returns a walk with the fewest transitions from the initial state.
pub(super) fn run_to(choreography: &Choreography, state: DfaStateId) -> Vec<Occurrence> {
    let initial = choreography.language().initial();
    walk(choreography, initial, Least::Zero, |at| at == state, |_, _| true)
        .expect("all states are reached")
}

/// Returns a run of the description, with the fewest interactions, to a state that is wanted together with
/// the knowledge there; `None` if there is none.
///
/// The knowledge is `start` at first, and `follow` returns it after an interaction. The transitions are those
/// of the minimal automaton, but the word has a run of the description to that very state.
///
/// # Complexity
/// The number of edges of the description times that of the possible values of the knowledge.
pub(super) fn written_run<K: Copy + Eq + Hash>(
    choreography: &Choreography,
    start: K,
    follow: impl Fn(K, Interaction) -> K,
    is_wanted: impl Fn(StateId, K) -> bool,
) -> Option<Vec<Occurrence>> {
    let source = choreography.source();
    let leaving = source.leaving();
    let mut known = FxHashSet::default();
    // A silent edge takes no interaction, so its target is visited first.
    let mut open = VecDeque::from([(source.initial, start, None)]);
    let mut steps: Vec<(Option<usize>, Interaction)> = Vec::new();
    while let Some((state, knowledge, last)) = open.pop_front() {
        if !known.insert((state, knowledge)) {
            continue;
        }
        if is_wanted(state, knowledge) {
            return Some(occurrences_to(choreography, &steps, last));
        }
        for edge in leaving[state].iter().map(|&id| source.edges[id]) {
            match edge.exchange {
                None => open.push_front((edge.target, knowledge, last)),
                Some(exchange) => {
                    steps.push((last, exchange));
                    let next = follow(knowledge, exchange);
                    open.push_back((edge.target, next, Some(steps.len() - 1)));
                }
            }
        }
    }
    None
}

/// Returns the transitions of the word that ends with a step.
fn occurrences_to(
    choreography: &Choreography,
    steps: &[(Option<usize>, Interaction)],
    mut last: Option<usize>,
) -> Vec<Occurrence> {
    let mut word = Vec::new();
    while let Some((before, exchange)) = last.map(|step| steps[step]) {
        word.push(exchange);
        last = before;
    }
    word.reverse();
    occurrences(choreography, &word)
}

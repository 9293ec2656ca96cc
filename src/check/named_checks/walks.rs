//! Walks through the automaton of a choreography.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashSet;

use crate::realisability::{Occurrence, occurrences};
use kernel::automata::DfaStateId;
use kernel::base::IndexVec;
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
    if least == Least::Zero && is_wanted(from) {
        return Some(Vec::new());
    }
    let language = choreography.language();
    let mut by: IndexVec<DfaStateId, Option<Occurrence>> = IndexVec::filled(None, language.len());
    let mut open = VecDeque::from([from]);
    while let Some(state) = open.pop_front() {
        for &(exchange, target) in language.transitions(state) {
            if by[target].is_some() || !is_allowed(state, exchange) {
                continue;
            }
            by[target] = Some(Occurrence { state, exchange });
            if is_wanted(target) {
                let mut walk = Vec::new();
                let mut at = target;
                while walk.is_empty() || at != from {
                    let step = by[at].expect("it was reached");
                    walk.push(step);
                    at = step.state;
                }
                walk.reverse();
                return Some(walk);
            }
            open.push_back(target);
        }
    }
    None
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

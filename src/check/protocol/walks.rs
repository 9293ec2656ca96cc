//! Walks through the automaton of a choreography.

use std::collections::VecDeque;

use crate::check::realisability::Occurrence;
use crate::kernel::automata::DfaStateId;
use crate::kernel::base::IndexVec;
use crate::model::choreography::{Choreography, Interaction};

/// Returns a walk with the fewest transitions from a state to one that is wanted, over those
/// transitions that are allowed; nothing if there is none. With `Least::One` the empty walk does
/// not count.
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

/// How many transitions a walk has at least.
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

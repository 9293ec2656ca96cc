//! Does every waiting participant eventually go on?

use super::views::Views;
use super::walks::{Least, walk};
use super::{Finding, Unknown, all, cut};
use crate::realisability::Occurrence;
use kernel::automata::DfaStateId;
use kernel::base::{Control, IndexVec};
use kernel::search::reachable;
use model::cfsm::{Action, Direction, ParticipantId};
use model::choreography::{Choreography, Interaction};

/// Whether choices are fair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fairness {
    /// A choice that is possible infinitely often is made eventually.
    Fair,
    /// The choice may be made in the same way for ever.
    Unfair,
}

/// A waiting participant that the others leave out for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// The participant.
    pub participant: ParticipantId,
    /// The interactions before the cycle.
    pub run: Vec<Occurrence>,
    /// The interactions that the others repeat for ever.
    pub cycle: Vec<Occurrence>,
}

/// Decides whether no participant that, as far as it has seen, waits for a message is left out for ever:
/// *role progress*.
///
/// A participant that may send can go on whatever the others do, and is not left out. A participant that
/// waits when the protocol has ended is reported by [`termination_awareness`](super::termination_awareness).
///
/// With unfair choices a participant is left out if the others can follow a cycle without it; with fair ones
/// only if it takes part in nothing that can happen from the cycle on.
///
/// # Complexity
/// For each participant the number of states of the choreography times that of its projection,
/// which may take up to `max_states` states to determinise, and that times the number of transitions for
/// the cycle.
pub fn role_progress(
    choreography: &Choreography,
    fairness: Fairness,
    max_states: usize,
    control: &Control,
) -> Finding<LeftOut> {
    all(choreography.source().participants.ids().map(|participant| {
        let views = Views::new(choreography, participant, max_states, control);
        if let Some(cut) = cut(control) {
            return cut;
        }
        let Some(views) = views else {
            return Finding::Unknown(Unknown::Projection);
        };
        let is_unseen =
            |_: DfaStateId, exchange: Interaction| exchange.action_of(participant).is_none();
        for &view in &views.pairs {
            if let Some(cut) = cut(control) {
                return cut;
            }
            let local = views.projection.transitions(view.local);
            let receives = |(action, _): &(Action, _)| action.direction == Direction::Receive;
            if local.is_empty() || !local.iter().all(receives) {
                continue;
            }
            if fairness == Fairness::Fair && takes_part_after(choreography, view.state, participant)
            {
                continue;
            }
            let at = view.state;
            let Some(cycle) = walk(choreography, at, Least::One, |to| to == at, is_unseen) else {
                continue;
            };
            // It must be impossible to leave the cycle for good.
            if fairness == Fairness::Fair && !is_closed(choreography, at) {
                continue;
            }
            let run = views.run_to(view);
            return Finding::Violated(LeftOut { participant, run, cycle });
        }
        Finding::Holds(())
    }))
}

/// Returns `true` if the participant takes part in an interaction that can happen after a state.
fn takes_part_after(
    choreography: &Choreography,
    state: DfaStateId,
    participant: ParticipantId,
) -> bool {
    let takes_part = |at: DfaStateId| {
        let mut transitions = choreography.language().transitions(at).iter();
        transitions.any(|&(exchange, _)| exchange.action_of(participant).is_some())
    };
    walk(choreography, state, Least::Zero, takes_part, |_, _| true).is_some()
}

/// Returns `true` if `state` can be reached from every state that can be reached from it.
fn is_closed(choreography: &Choreography, state: DfaStateId) -> bool {
    let language = choreography.language();
    let targets = |&at: &DfaStateId| language.transitions(at).iter().map(|&(_, target)| target);
    let ahead = reachable([state], targets);
    let steps = ahead.iter().flat_map(|at| targets(at).map(|target| (target, *at)));
    let before: IndexVec<DfaStateId, Vec<DfaStateId>> = IndexVec::grouped(language.len(), steps);
    reachable([state], |&at| before[at].iter().copied()).len() == ahead.len()
}

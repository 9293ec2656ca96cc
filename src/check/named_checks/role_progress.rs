//! Does everybody who may go on get to do so?

use super::views::Views;
use super::walks::{Least, walk};
use super::{Finding, Unknown, cut};
use crate::realisability::Occurrence;
use kernel::automata::DfaStateId;
use kernel::base::Control;
use model::cfsm::{Action, Direction, ParticipantId};
use model::choreography::{Choreography, Interaction};

/// Whether choices are fair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fairness {
    /// What is possible again and again happens some time.
    Fair,
    /// The same choice may be made for ever.
    Unfair,
}

/// A participant that waits, and that the others leave out for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// The participant.
    pub participant: ParticipantId,
    /// What happens before.
    pub run: Vec<Occurrence>,
    /// What the others do over and over.
    pub cycle: Vec<Occurrence>,
}

/// Returns `true` if no participant that waits for a message, for all that it has seen, is left out for
/// ever: *role progress*.
///
/// Who may send goes on whatever the others do, and is not left out. Who waits where nothing more
/// happens is named by [`termination_awareness`](super::termination_awareness).
///
/// With unfair choices the others leave it out if they can go round in a cycle without it; with
/// fair ones only if they cannot do otherwise any more, since wherever they go there is nothing for
/// it to do.
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
    let mut is_known = true;
    for participant in choreography.source().participants.ids() {
        let views = Views::new(choreography, participant, max_states, control);
        if let Some(cut) = cut(control) {
            return cut;
        }
        let Some(views) = views else {
            is_known = false;
            continue;
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
    }
    if is_known { Finding::Holds(()) } else { Finding::Unknown(Unknown::Projection) }
}

/// Returns `true` if the participant takes part in something that can happen after a state.
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

/// Returns `true` if from wherever a state leads something leads back to it.
fn is_closed(choreography: &Choreography, state: DfaStateId) -> bool {
    let leads_back =
        |from| walk(choreography, from, Least::Zero, |to| to == state, |_, _| true).is_some();
    walk(choreography, state, Least::Zero, |at| !leads_back(at), |_, _| true).is_none()
}

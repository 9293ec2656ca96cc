//! Does every participant detect the end of the protocol?

use super::walks::written_run;
use super::{Finding, Unknown, all, cut};
use crate::realisability::Occurrence;
use kernel::automata::{DfaStateId, PrefixClosedDfa};
use kernel::base::{Control, IndexVec};
use model::cfsm::{Action, ChannelId, Direction, MessageId, ParticipantId, StateId};
use model::choreography::{Choreography, Interaction};

/// A participant that waits after the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AfterEnd {
    /// The participant.
    pub participant: ParticipantId,
    /// The interactions up to the end.
    pub run: Vec<Occurrence>,
    /// The state in which the protocol may end.
    pub end: DfaStateId,
    /// Channel and message that the participant waits for.
    pub awaited: (ChannelId, MessageId),
}

/// Decides whether no participant, as far as it has seen, may wait for a message when the protocol may have
/// ended: *termination awareness*. Participants that may also send are allowed to wait.
///
/// The protocol may end after words that have a run to a state of [`Choreography::ends`]. The run of a
/// violation has the fewest interactions for its participant.
///
/// # Complexity
/// For each participant the number of edges of the description times the number of states of its projection,
/// which may take up to `max_states` states to determinise.
pub fn termination_awareness(
    choreography: &Choreography,
    max_states: usize,
    control: &Control,
) -> Finding<AfterEnd> {
    let ends = choreography.ends();
    all(choreography.source().participants.ids().map(|participant| {
        let projection = choreography.projection(participant, max_states, control);
        if let Some(cut) = cut(control) {
            return cut;
        }
        let Some(projection) = projection else {
            return Finding::Unknown(Unknown::Projection);
        };
        let found = after_end(choreography, &ends, participant, &projection);
        found.map_or(Finding::Holds(()), Finding::Violated)
    }))
}

/// Returns the receptions that a participant may wait for in a state of its projection.
fn awaited(
    projection: &PrefixClosedDfa<Action>,
    local: DfaStateId,
) -> Option<(ChannelId, MessageId)> {
    let mut actions = projection.transitions(local).iter().map(|&(action, _)| action);
    let reception = actions.find(|action| action.direction == Direction::Receive)?;
    Some((reception.channel, reception.message))
}

/// Returns a run to an end at which the participant may wait.
///
/// The search follows runs of the description: a state of the minimal automaton may represent both words that
/// end in a final state and others.
fn after_end(
    choreography: &Choreography,
    ends: &IndexVec<StateId, bool>,
    participant: ParticipantId,
    projection: &PrefixClosedDfa<Action>,
) -> Option<AfterEnd> {
    let follow = |local, exchange: Interaction| {
        exchange
            .action_of(participant)
            .map_or(local, |action| projection.after(local, action).expect("it is projected"))
    };
    let start = projection.initial();
    let run = written_run(choreography, start, follow, |state, local| {
        ends[state] && awaited(projection, local).is_some()
    })?;
    let local = run.iter().fold(start, |local, one| follow(local, one.exchange));
    let language = choreography.language();
    let last = run.last().and_then(|one| language.after(one.state, one.exchange));
    let end = last.unwrap_or(language.initial());
    Some(AfterEnd { participant, run, end, awaited: awaited(projection, local)? })
}

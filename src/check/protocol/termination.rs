//! Does everybody know when the protocol is over?

use super::views::Views;
use super::walks::{after, written_run};
use super::{Finding, Unknown};
use crate::realisability::Occurrence;
use kernel::automata::{DfaStateId, PrefixClosed};
use model::cfsm::{ChannelId, Direction, MessageId, ParticipantId, StateId};
use model::choreography::{Act, Choreography, act};

/// A participant that waits after the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AfterEnd {
    /// The participant.
    pub participant: ParticipantId,
    /// What happens up to the end.
    pub run: Vec<Occurrence>,
    /// The state in which the protocol may end.
    pub end: DfaStateId,
    /// What it waits for: channel and message.
    pub awaited: (ChannelId, MessageId),
}

/// Tells whether no participant waits for a message where the protocol may have ended, for all that
/// it has seen: *termination awareness*.
///
/// The protocol may end after words that have a run to a state that is declared final or, if none is declared, after
/// those that have no continuation. The run of a violation has the fewest interactions for its participant.
///
/// # Complexity
/// For each participant the number of edges of the description, or of transitions of the choreography, times
/// the number of states of its projection, which may take up to `most` states to determinise.
pub fn termination_awareness(choreography: &Choreography, most: usize) -> Finding<AfterEnd> {
    let mut is_known = true;
    for participant in choreography.source().participants.ids() {
        let found = if choreography.declares_ends() {
            let projection = choreography.projection(participant, most);
            projection.map(|projection| after_final(choreography, participant, &projection))
        } else {
            let views = Views::of(choreography, participant, most);
            views.map(|views| after_last(choreography, &views))
        };
        match found {
            Some(Some(found)) => return Finding::Violated(found),
            Some(None) => {}
            None => is_known = false,
        }
    }
    if is_known { Finding::Holds } else { Finding::Unknown(Unknown::Projection) }
}

/// Returns what a participant may wait for in a state of its projection.
fn awaited(projection: &PrefixClosed<Act>, local: DfaStateId) -> Option<(ChannelId, MessageId)> {
    let mut acts = projection.transitions(local).iter().map(|&(act, _)| act);
    let reception = acts.find(|(direction, ..)| *direction == Direction::Receive);
    reception.map(|(_, channel, message)| (channel, message))
}

/// Returns a run to a state without transitions, in which the participant waits.
fn after_last(choreography: &Choreography, views: &Views<'_>) -> Option<AfterEnd> {
    let is_last = |state| choreography.language().transitions(state).is_empty();
    views.pairs.iter().enumerate().filter(|(_, view)| is_last(view.state)).find_map(
        |(number, view)| {
            let awaited = awaited(&views.projection, view.local)?;
            let (participant, run) = (views.participant, views.run_to(number));
            Some(AfterEnd { participant, run, end: view.state, awaited })
        },
    )
}

/// Returns a run to a state that is declared final, in which the participant waits.
///
/// Runs of the description are followed: a state of the minimal automaton may stand for words that end in a final
/// state and for others.
fn after_final(
    choreography: &Choreography,
    participant: ParticipantId,
    projection: &PrefixClosed<Act>,
) -> Option<AfterEnd> {
    let follow = |local, exchange| {
        act(exchange, participant)
            .map_or(local, |act| projection.after(local, act).expect("it is projected"))
    };
    let is_final = |state: StateId| choreography.source().finals.contains(&state);
    let start = projection.initial();
    let run = written_run(choreography, start, follow, |state, local| {
        is_final(state) && awaited(projection, local).is_some()
    })?;
    let local = run.iter().fold(start, |local, one| follow(local, one.exchange));
    let last = |_, one: &Occurrence| after(choreography, one.state, one.exchange);
    let end = run.iter().fold(choreography.language().initial(), last);
    Some(AfterEnd { participant, run, end, awaited: awaited(projection, local)? })
}

//! Does everybody know when the protocol is over?

use super::views::Views;
use super::{Finding, Unknown};
use crate::check::realisability::Occurrence;
use crate::kernel::automata::DfaStateId;
use crate::kernel::base::Id as _;
use crate::model::cfsm::{ChannelId, Direction, MessageId, ParticipantId, StateId};
use crate::model::choreography::Choreography;

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
/// The protocol may end in the states that are declared final or, if none are, in those without
/// transitions. The run of a violation has the fewest interactions for its participant.
///
/// # Complexity
/// For each participant the number of states of the choreography times that of its projection,
/// which may take up to `most` states to determinise.
pub fn termination_awareness(choreography: &Choreography, most: usize) -> Finding<AfterEnd> {
    let mut is_known = true;
    for participant in choreography.source().participants.ids() {
        let Some(views) = Views::of(choreography, participant, most) else {
            is_known = false;
            continue;
        };
        for (number, view) in views.pairs.iter().enumerate() {
            let mut local = views.projection.transitions(view.local).iter();
            let waits = local.find(|((direction, ..), _)| *direction == Direction::Receive);
            if let Some(&((_, channel, message), _)) = waits
                && is_end(choreography, view.state)
            {
                let run = views.run_to(number);
                let awaited = (channel, message);
                return Finding::Violated(AfterEnd { participant, run, end: view.state, awaited });
            }
        }
    }
    if is_known { Finding::Holds } else { Finding::Unknown(Unknown::Projection) }
}

/// Tells whether the protocol may end in a state.
fn is_end(choreography: &Choreography, state: DfaStateId) -> bool {
    let (finals, language) = (&choreography.source().finals, choreography.language());
    if finals.is_empty() {
        return language.transitions(state).is_empty();
    }
    let is_final = |member: usize| finals.contains(&StateId::from_index(member));
    language.members(state).iter().any(|member| is_final(member.index()))
}

//! Choreographies compared with given automata instead of their projections.

use super::synchronous::STATES;
use super::{
    Answer, Outcome, Question, UnknownReason, Violation, at_length, on_executions, outcome,
};
use crate::completability::Completable;
use kernel::base::{Control, Limit};
use model::cfsm::System;
use model::choreography::Choreography;

/// Decides whether the executions of `system` are those of a choreography, as [`check`](super::check) does
/// for its projections: that the system is RSC, that its RSC executions are allowed, and that it can do every
/// word, which projections always can.
///
/// Participants, messages and channels have the ids that they have in the choreography; there may be more in
/// the system (see [`Choreography::extended`]). If no level decides, the result is unknown: the coherence
/// conditions apply only to projections.
///
/// # Complexity
/// That of [`membership::check`](crate::membership::check), for each level exponential in the number of its states, and the number
/// of states of the choreography times that of the combinations of local states.
pub fn check_given(
    choreography: &Choreography,
    system: &System,
    question: Question,
    control: &Control,
) -> Answer {
    on_executions(choreography, system, question, control, |found, statistics| {
        if let Completable::Violated(_) = found {
            return outcome(found);
        }
        let granted =
            control.max_states.map(|max_states| usize::try_from(max_states).unwrap_or(usize::MAX));
        let Some(synchronous) = Choreography::synchronous(system, granted.unwrap_or(STATES)) else {
            return (Outcome::Unknown(UnknownReason::Limit(Limit::States)), false);
        };
        match choreography.language().missing_from(synchronous.language()) {
            Some(word) => (Outcome::Violated(Violation::Missing(word)), true),
            None => at_length(choreography, system, (found, question), control, statistics),
        }
    })
}

//! Systems that are RSC whatever sends the receptions from bags match.

use super::{ClassAnswer, ClassGround, ClassOutcome, ClassQuestion, Decided, InClass, OpenClass};
use crate::EngineName;
use crate::membership::fully_bag;
use crate::rsc::RunFinding;
use model::cfsm::ChannelKind;

/// Decides whether a system is RSC if a reception from a bag matches any earlier send of its message.
///
/// # Complexity
/// That of [`membership`](crate::membership::check).
///
/// # Errors
/// If no channel is a bag.
pub(super) fn decide(question: &ClassQuestion<'_, '_>) -> Decided {
    let system = question.configurations.system();
    if system.channels().iter().all(|channel| channel.kind != ChannelKind::Bag) {
        return Err("only where a channel is a bag, and none is".to_owned());
    }
    let (found, statistics) = fully_bag(system, &question.limits());
    let outcome = match found {
        RunFinding::Run(run) => question.outside(run, 0),
        RunFinding::Nothing(_) => {
            ClassOutcome::Holds(InClass::decided(ClassGround::Executions, statistics.states))
        }
        RunFinding::Cut(limit) => ClassOutcome::Unknown(OpenClass::Limit(limit)),
    };
    Ok(ClassAnswer::new(EngineName::Plain, outcome, statistics))
}

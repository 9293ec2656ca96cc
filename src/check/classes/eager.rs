//! Eager systems, as far as they are RSC.

use super::{ClassAnswer, ClassGround, ClassOutcome, ClassQuestion, Decided, InClass, OpenClass};
use crate::EngineName;
use crate::membership::Outcome;
use kernel::search::Statistics;

/// Decides that a system is eager if it is RSC: then each execution is equivalent to an RSC one, which leads to the same
/// configuration. Of others nobody decides it.
///
/// # Complexity
/// That of [`membership`](crate::membership::check).
#[expect(clippy::unnecessary_wraps, reason = "a decision may find that a class is not defined")]
pub(super) fn decide(question: &ClassQuestion<'_, '_>) -> Decided {
    let (engine, statistics) = (EngineName::None, Statistics::default());
    let outcome = match *question.configurations.membership(question.control) {
        Outcome::Holds(_) => ClassOutcome::Holds(InClass::decided(ClassGround::Rsc, 0)),
        Outcome::Violated(_) => ClassOutcome::Unknown(OpenClass::Undecidable),
        Outcome::Unknown(limit) => ClassOutcome::Unknown(OpenClass::Limit(limit)),
    };
    Ok(ClassAnswer::new(engine, outcome, statistics))
}

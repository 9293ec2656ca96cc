//! Runs that show that a choreography is not realisable, or not well-formed.

use check::realisability::{self, Outcome, Question, UnknownReason, Violation};
use kernel::base::Control;
use model::choreography::Projections;
use model::evidence::Witness;

/// Reason for which no run shows a violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRun {
    /// There is no violation.
    Holds,
    /// There is a violation, but no run was found that shows it.
    NotFound,
    /// There is no verdict.
    Unknown(UnknownReason),
}

/// Returns a run of the projections of a choreography that violates the property in question.
///
/// # Complexity
/// That of [`realisability::check`].
///
/// # Errors
/// If there is no such run.
pub fn violating_run(
    projections: &Projections,
    question: Question,
    control: &Control,
) -> Result<Witness, NoRun> {
    let (choreography, system) = (projections.choreography(), projections.system());
    match realisability::check(choreography, system, question, control).outcome {
        Outcome::Holds(_) => Err(NoRun::Holds),
        Outcome::Violated(Violation::NotRsc(witness)) => Ok(*witness),
        Outcome::Violated(Violation::Execution(word)) => {
            Ok(realisability::witness(choreography, system, question, &word, control)
                .expect("what the search found can be replayed, and violates"))
        }
        Outcome::Violated(Violation::Incoherent(_) | Violation::Missing(_)) => Err(NoRun::NotFound),
        Outcome::Unknown(reason) => Err(NoRun::Unknown(reason)),
    }
}

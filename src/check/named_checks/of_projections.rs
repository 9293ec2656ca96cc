//! Consequences of realisability for the projections of a choreography.
//!
//! If a choreography is realisable, every execution of its projections can be completed to one of its words,
//! since they can do every word, and a word ends with empty channels. So if a search has no verdict, there is
//! no deadlock, and every message that is sent can be received. Other automata may be unable to do the rest
//! of a word: nothing follows about them, which is why these functions take [`Projections`].
//!
//! Nor is there a violation of a linear property. Where messages are left, or are not what somebody waits for, the
//! word has the receptions of all of them. Where nobody can go on, the execution is a word that nothing continues: an
//! interaction more would begin with a send that its sender can do, since the projections are deterministic. If the
//! protocol may end there, all participants are in final states.

use super::{Finding, Unmet, strong_progress_sent};
use crate::membership::{self, Engine};
use crate::reachability::{Configurations, Justification, Outcome, Premise, UnknownReason};
use crate::realisability::{self, Question};
use crate::safety::check_in;
use kernel::base::Control;
use model::cfsm::{SafetyProperty, System};
use model::choreography::Projections;
use model::evidence::Witness;

/// Justification of deadlock freedom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeadlockFreedom {
    /// The result of a search.
    Searched(Justification),
    /// The realisability of the choreography.
    Realisable,
}

/// Whether from every configuration all channels can become empty.
pub type DeadlockOutcome = kernel::verdict::Outcome<DeadlockFreedom, Box<Witness>, UnknownReason>;

/// Returns the premise for searches over the RSC executions of a system: first decides whether it is RSC.
///
/// # Complexity
/// That of [`membership::check`].
pub fn premise(system: &System, control: &Control) -> Premise {
    match membership::check(system, Engine::Auto, control).outcome {
        membership::Outcome::Holds(proof) => Premise::Rsc(proof),
        membership::Outcome::Violated(_) | membership::Outcome::Unknown(_) => Premise::BugsOnly,
    }
}

/// Decides whether a system has no deadlock: whether from each of its configurations all channels can become empty.
///
/// # Complexity
/// That of [`membership::check`] and [`check_in`].
pub fn deadlock_freedom(system: &System, control: &Control) -> DeadlockOutcome {
    let (configurations, premise) = (Configurations::new(system), premise(system, control));
    match check_in(&configurations, SafetyProperty::Deadlock, premise, control).outcome {
        Outcome::Holds(proof) => DeadlockOutcome::Holds(DeadlockFreedom::Searched(proof)),
        Outcome::Violated(witness) => DeadlockOutcome::Violated(witness),
        Outcome::Unknown(gap) => DeadlockOutcome::Unknown(gap),
    }
}

/// Decides what [`deadlock_freedom`] decides for the projections of a choreography, also by its realisability.
///
/// # Complexity
/// That of [`deadlock_freedom`] and [`realisability::check`].
pub fn deadlock_freedom_of_projections(
    projections: &Projections,
    control: &Control,
) -> DeadlockOutcome {
    match deadlock_freedom(projections, control) {
        DeadlockOutcome::Unknown(_) if is_realisable(projections, control) => {
            DeadlockOutcome::Holds(DeadlockFreedom::Realisable)
        }
        found => found,
    }
}

/// Decides what [`strong_progress_sent`] decides for the projections of a choreography, also by its realisability.
///
/// # Complexity
/// That of [`strong_progress_sent`] and [`realisability::check`].
pub fn strong_progress_sent_of_projections(
    projections: &Projections,
    control: &Control,
) -> Finding<Unmet> {
    let configurations = Configurations::new(projections);
    match strong_progress_sent(&configurations, premise(projections, control), control) {
        Finding::Unknown(_) if is_realisable(projections, control) => Finding::Holds(()),
        found => found,
    }
}

/// Returns `true` if the projections of a choreography, which is realisable, with their final states have all linear
/// properties for that reason.
///
/// # Complexity
/// Linear in the size of the choreography.
pub fn are_linear_properties_implied(projections: &Projections) -> bool {
    projections.choreography().ends_where_it_stops()
}

/// Returns `true` if the choreography is found to be realisable.
fn is_realisable(projections: &Projections, control: &Control) -> bool {
    let (choreography, system) = (projections.choreography(), projections.system());
    let found = realisability::check(choreography, system, Question::Realisable, control);
    matches!(found.outcome, realisability::Outcome::Holds(_))
}

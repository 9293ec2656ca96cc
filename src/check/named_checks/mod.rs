//! Well-formedness conditions of other tools for choreographies.
//!
//! Each of these *named checks* is a question by itself. None of them implies that the choreography is
//! realisable, and a realisable one may fail them: they are about ends, fairness, names and the order in
//! which interactions were written. All but [`label_determinism`], which is about the text,
//! are decided on the minimal deterministic automaton, where a participant's view of a run is a
//! word of its projection; those about deadlocks and strong progress are about the implementation.

mod commutation;
mod cooperation;
mod determinism;
mod of_projections;
mod role_progress;
mod strong_progress;
mod termination;
mod views;
mod walks;

pub use commutation::{Square, commutation_closure};
pub use cooperation::{Apart, globally_cooperative};
pub use determinism::{Ambiguity, label_determinism};
pub use of_projections::{
    DeadlockFreedom, DeadlockOutcome, are_linear_properties_implied, deadlock_freedom,
    deadlock_freedom_of_projections, premise, strong_progress_sent_of_projections,
};
pub use role_progress::{Fairness, LeftOut, role_progress};
pub use strong_progress::{Unmet, strong_progress_expected, strong_progress_sent};
pub use termination::{AfterEnd, termination_awareness};

use kernel::base::{Control, Limit};
use kernel::verdict::Outcome;

/// Result of a named check.
pub type Finding<V> = Outcome<(), V, Unknown>;

/// Why a named check has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// Determinising a projection takes too many states.
    Projection,
    /// Too many sets of interactions, or too many configurations, would have to be examined.
    Budget,
    /// A limit was reached first.
    Limit(Limit),
}

/// Returns the finding about all of several parts: the first violation, or the first limit that is reached; of
/// other unknown results the last one, if there are any.
fn all<V>(findings: impl Iterator<Item = Finding<V>>) -> Finding<V> {
    let mut all = Finding::Holds(());
    for finding in findings {
        match finding {
            Finding::Holds(()) => {}
            Finding::Violated(_) | Finding::Unknown(Unknown::Limit(_)) => return finding,
            Finding::Unknown(Unknown::Projection | Unknown::Budget) => all = finding,
        }
    }
    all
}

/// Returns an unknown result if a limit of `control` is reached.
fn cut<V>(control: &Control) -> Option<Finding<V>> {
    control.limit(0, 0).map(|limit| Finding::Unknown(Unknown::Limit(limit)))
}

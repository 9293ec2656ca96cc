//! Does a choreography keep to what users of other tools call well-formedness?
//!
//! Each of these *named checks* is a question by itself. None of them says that the choreography is
//! realisable, and a realisable one may fail them: they are about ends, fairness, names and the
//! order in which things were written down. All but [`label_determinism`], which is about the text,
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
    DeadlockFreedom, DeadlockOutcome, deadlock_freedom, deadlock_freedom_of_projections, premise,
    strong_progress_sent_of_projections,
};
pub use role_progress::{Fairness, LeftOut, role_progress};
pub use strong_progress::{Unmet, strong_progress_expected, strong_progress_sent};
pub use termination::{AfterEnd, termination_awareness};

use kernel::base::{Control, Limit};
use kernel::verdict::Outcome;

/// What a named check finds.
pub type Finding<V> = Outcome<(), V, Unknown>;

/// Why nobody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// A projection takes too many states to determinise.
    Projection,
    /// Too many sets of interactions, or of configurations, would have to be looked at.
    Budget,
    /// A limit came first.
    Limit(Limit),
}

/// Returns that a limit of `control` is reached, if one is.
fn cut<V>(control: &Control) -> Option<Finding<V>> {
    control.limit(0, 0).map(|limit| Finding::Unknown(Unknown::Limit(limit)))
}

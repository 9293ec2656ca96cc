//! Choreographies whose realisability follows from the synchronous executions of their implementation.

use crate::reachability::{Configurations, Outcome, Premise};
use crate::safety;
use kernel::base::Control;
use kernel::search::Statistics;
use model::cfsm::{SafetyProperty, System};
use model::choreography::Choreography;

/// Maximum number of combinations of local states that may be reached synchronously, unless the user sets
/// another one.
pub(super) const STATES: usize = 100_000;

/// Returns `true` if the synchronous executions of an RSC system are words of the choreography, and it has
/// finitely many configurations, from each of which all channels can become empty. Then its executions are
/// those of the choreography: each can be continued until all channels are empty, and is then, up to the
/// order of independent actions, a synchronous one.
///
/// # Complexity
/// Linear in the size of the synchronous state space, and in the number of configurations.
pub(super) fn is_decided(
    choreography: &Choreography,
    system: &System,
    control: &Control,
    statistics: &mut Statistics,
) -> bool {
    let is_included = |synchronous: Choreography| {
        synchronous.language().missing_from(choreography.language()).is_none()
    };
    if !Choreography::synchronous(system, STATES).is_some_and(is_included) {
        return false;
    }
    let configurations = Configurations::new(system);
    let deadlock = SafetyProperty::Deadlock;
    let answer = safety::check_in(&configurations, deadlock, Premise::BugsOnly, control);
    statistics.include(answer.statistics);
    matches!(answer.outcome, Outcome::Holds(_))
}

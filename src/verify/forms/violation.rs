//! Witnesses against a safety property or bad states: a run whose last configuration violates it, with the participants
//! and messages at fault. For a branching property all continuations of this configuration are examined.

use super::completion::is_not_synchronised;
use super::executions::Executions;
use crate::core::{Claim, Configurations, Goal, Outcome, Space as _, ensure, explore, replay};

/// Checks that the last configuration of the run violates the property.
///
/// For an implementation of a choreography, it is decided here whether the system is RSC.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let (run, system) = (replay(claim)?, claim.system);
    let Some(goal) = run.blamed(claim)?.unless else { return Ok(()) };
    // In an RSC system, only synchronous continuations lead to empty channels.
    if goal == Goal::AllEmpty {
        let is_rsc = match &claim.rsc {
            Some(checked) => checked.clone().map(|()| true)?,
            None => system.is_projected() && Executions::are_rsc(system).is_ok(),
        };
        if is_rsc {
            return is_not_synchronised(&run, system);
        }
    }
    let all = Configurations::new(system);
    explore(run.end, |row, reached| {
        all.steps(row).try_for_each(|step| {
            let why = "what never was to follow leads to";
            let is_goal = all.reached(&step).any(|reached| reached == goal);
            ensure(!is_goal, || format!("{why} {}", all.text(&step.next)))?;
            reached.add(step.next)
        })
    })
}

//! Deadlocks of RSC systems.

use super::determined::Determined;
use super::{Completable, Level, completable, one_by_one};
use crate::membership::{self, Engine, Proof};
use kernel::base::{Control, IndexVec, Limit};
use kernel::search::Statistics;
use kernel::verdict::Outcome;
use model::cfsm::{ParticipantId, StateId, Step, System};
use model::choreography::Choreography;

/// Maximum number of combinations of local states that may be reached synchronously.
const STATES: usize = 3_000;

/// Whether a system is free of deadlocks. It holds if all RSC executions can be completed to synchronous
/// ones, as the level shows; it is violated if a run leads into a deadlock. An unknown result has the limit
/// that was reached, if there is one.
pub type CompletionOutcome = Outcome<Level, Deadlock, Option<Limit>>;

/// A run of which no continuation empties all channels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deadlock {
    /// Initial states of the participants.
    pub initial: IndexVec<ParticipantId, StateId>,
    /// Steps of the run.
    pub steps: Vec<Step>,
}

/// Decides whether `system` is free of deadlocks: whether from every reachable configuration one can be
/// reached in which all channels are empty (Definition 6.3.2 of [RSC](crate#bibliography)). `proof` shows
/// that the system is RSC.
///
/// An RSC system is free of deadlocks iff each of its RSC executions can be completed, up to the order of
/// independent actions, to a synchronous one. (Lemma 6.3.2 asks that they be partial executions of
/// synchronous ones, which is sufficient but not necessary.) To check this, the execution must determine the
/// state of each participant; so all choices are first made visible, by messages of a participant to itself.
/// If these messages make the system one that is not RSC, which is rare, the result is unknown.
///
/// # Complexity
/// That of [`completable`], on the synchronous executions, and of [`membership::check`].
///
/// # Panics
/// If the proof is about another system.
pub fn deadlock_freedom(
    system: &System,
    proof: Proof,
    control: &Control,
) -> (CompletionOutcome, Statistics) {
    assert!(proof.is_about(system), "the proof is about this system");
    let determined = Determined::new(system);
    if determined.has_choices {
        let answer = membership::check(&determined.system, Engine::Auto, control);
        match answer.outcome {
            membership::Outcome::Holds(_) => {}
            membership::Outcome::Violated(_) => {
                return (CompletionOutcome::Unknown(None), answer.statistics);
            }
            membership::Outcome::Unknown(limit) => {
                return (CompletionOutcome::Unknown(Some(limit)), answer.statistics);
            }
        }
    }
    let Some(synchronous) = Choreography::synchronous(&determined.system, STATES) else {
        return (CompletionOutcome::Unknown(Some(Limit::States)), Statistics::default());
    };
    let (mut answer, statistics) = completable(&synchronous, &determined.system, control);
    if let Completable::Unknown(_) = answer
        && let Some(found) = one_by_one(&synchronous, &determined.system, control)
    {
        answer = found;
    }
    let freedom = match answer {
        Completable::Holds(level) => CompletionOutcome::Holds(level),
        Completable::Violated(found) => {
            let (initial, steps) = determined.run(system, &found.word);
            CompletionOutcome::Violated(Deadlock { initial, steps })
        }
        Completable::Unknown(limit) => CompletionOutcome::Unknown(limit),
    };
    (freedom, statistics)
}

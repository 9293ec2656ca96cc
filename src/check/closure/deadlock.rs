//! Deadlocks of RSC systems.

use super::determined::Determined;
use super::{Completable, Level, completable, one_by_one};
use crate::membership::{self, Engine, Proof};
use kernel::base::{Control, IndexVec, Limit};
use kernel::search::Statistics;
use model::cfsm::{ParticipantId, StateId, Step, System};
use model::choreography::Choreography;

/// So many combinations of local states may be reached synchronously.
const STATES: usize = 3_000;

/// Whether a system is free of deadlocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Freedom {
    /// It is, since all RSC executions can be completed to synchronous ones, as this level shows.
    Free(Level),
    /// It is not: no continuation of this run empties all channels.
    Deadlock {
        /// Where the participants start.
        initial: IndexVec<ParticipantId, StateId>,
        /// What they do.
        steps: Vec<Step>,
    },
    /// Nobody knows; a limit came first if there is one.
    Open(Option<Limit>),
}

/// Decides whether `system`, of which `proof` says that it is RSC, is free of deadlocks: whether
/// from everywhere a configuration can be reached in which all channels are empty (Definition 6.3.2
/// of [RSC](crate#bibliography)).
///
/// An RSC system is, iff each of its RSC executions can be completed, up to the order of
/// independent actions, to a synchronous one. (Lemma 6.3.2 asks that they be partial executions of
/// synchronous ones, which suffices and is not necessary.) That is so if the execution tells where
/// the participants are; so all choices are made visible first, by messages of a participant to
/// itself. In the rare system that these make one that is not RSC, nothing is decided.
///
/// # Complexity
/// That of [`completable`], on the synchronous executions, and of [`membership::check`].
///
/// # Panics
/// If the proof is about another system.
pub fn deadlock_freedom(system: &System, proof: Proof, control: &Control) -> (Freedom, Statistics) {
    assert!(proof.is_about(system), "the proof is about this system");
    let determined = Determined::of(system);
    if determined.has_choices {
        let answer = membership::check(&determined.system, Engine::Plain, control);
        match answer.outcome {
            membership::Outcome::Holds(_) => {}
            membership::Outcome::Violated(_) => return (Freedom::Open(None), answer.statistics),
            membership::Outcome::Unknown(limit) => {
                return (Freedom::Open(Some(limit)), answer.statistics);
            }
        }
    }
    let Some(synchronous) = Choreography::synchronous(&determined.system, STATES) else {
        return (Freedom::Open(Some(Limit::States)), Statistics::default());
    };
    let (mut answer, statistics) = completable(&synchronous, &determined.system, control);
    if let Completable::Open(_) = answer
        && let Some(found) = one_by_one(&synchronous, &determined.system, control)
    {
        answer = found;
    }
    let freedom = match answer {
        Completable::All(level) => Freedom::Free(level),
        Completable::Not(found) => {
            let (initial, steps) = determined.run(system, &found.word);
            Freedom::Deadlock { initial, steps }
        }
        Completable::Open(limit) => Freedom::Open(limit),
    };
    (freedom, statistics)
}

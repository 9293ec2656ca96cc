//! Executions of a system without a synchronous equivalent, which a choreography cannot describe.

use super::MAX_STATES;
use check::completability::{Completable, Level, completable};
use check::membership::{self, Engine};
use check::reachability::{Premise, UnknownReason};
use check::safety;
use kernel::base::{Control, Limit};
use kernel::verdict::Outcome;
use model::cfsm::{SafetyProperty, Step, System};
use model::choreography::Choreography;

/// Whether a system has executions that its synchronous executions do not represent (lost executions).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Losses {
    /// No execution is lost: the system is RSC and free of deadlocks.
    None,
    /// No execution is lost, as this level proves, but after these steps the channels may never become empty.
    ///
    /// Where an execution does not determine the states of the participants, it may be a prefix of a synchronous
    /// execution although a participant has chosen a branch on which it waits for ever.
    NoneBesideDeadlocks(Level, Vec<Step>),
    /// The execution of these steps is lost, since the system is not RSC.
    NotRsc(Vec<Step>),
    /// The execution of these steps is lost, since no continuation empties the channels.
    Deadlock(Vec<Step>),
    /// A limit was reached before it was known whether the system is RSC.
    UnknownMembership(Limit),
    /// The system is RSC. Freedom from deadlocks is unknown, because of this limit or because nothing decides it.
    UnknownFreedom(Option<Limit>),
    /// The system is RSC and has a deadlock, and no level decides.
    Undecided,
}

impl Losses {
    /// Returns whether a system has lost executions, with an example.
    ///
    /// # Complexity
    /// That of [`membership::check`] and [`safety::check`].
    pub fn new(system: &System, control: &Control) -> Self {
        let proof = match membership::check(system, Engine::Plain, control).outcome {
            Outcome::Holds(proof) => proof,
            Outcome::Violated(witness) => {
                return Self::NotRsc(witness.replay().steps().iter().copied().collect());
            }
            Outcome::Unknown(limit) => return Self::UnknownMembership(limit),
        };
        let freedom = safety::check(system, SafetyProperty::Deadlock, Premise::Rsc(proof), control);
        let steps = match freedom.outcome {
            Outcome::Holds(_) => return Self::None,
            Outcome::Violated(witness) => witness.replay().steps().iter().copied().collect(),
            Outcome::Unknown(UnknownReason::Limit(limit)) => {
                return Self::UnknownFreedom(Some(limit));
            }
            Outcome::Unknown(_) => return Self::UnknownFreedom(None),
        };
        let synchronous = Choreography::synchronous(system, MAX_STATES);
        match synchronous.map(|all| completable(&all, system, control).0) {
            Some(Completable::Holds(level)) => Self::NoneBesideDeadlocks(level, steps),
            Some(Completable::Violated(_)) => Self::Deadlock(steps),
            Some(Completable::Unknown(_)) | None => Self::Undecided,
        }
    }
}

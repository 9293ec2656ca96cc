//! What is lost of a system in its synchronous executions, which a choreography can say.

use super::MAX_STATES;
use check::completability::{
    Completable, CompletionOutcome, Deadlock, Level, completable, deadlock_freedom,
};
use check::membership::{self, Engine, Outcome};
use kernel::base::{Control, Limit};
use model::cfsm::{Step, System};
use model::choreography::Choreography;

/// Whether executions of a system are lost in its synchronous ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Losses {
    /// None is: the system is RSC and free of deadlocks, as this level shows.
    None(Level),
    /// None is, as this level shows, but after these steps the channels may stay as they are.
    ///
    /// Where an execution does not tell where the participants are, it may be the beginning of a synchronous one,
    /// and yet a participant may have chosen a way on which it waits for ever.
    NoneBesideDeadlocks(Level, Vec<Step>),
    /// These steps are, since the system is not RSC.
    NotRsc(Vec<Step>),
    /// These steps are, since nothing that follows empties the channels.
    Deadlock(Vec<Step>),
    /// A limit came before it was known whether the system is RSC.
    UnknownMembership(Limit),
    /// The system is RSC. Whether it is free of deadlocks is unknown, because of this limit or because no level decides.
    UnknownFreedom(Option<Limit>),
    /// The system is RSC and has a deadlock, and no level decides.
    Undecided,
}

impl Losses {
    /// Returns whether executions of a system are lost, and shows one that is.
    ///
    /// # Complexity
    /// That of [`membership::check`] and [`deadlock_freedom`].
    pub fn new(system: &System, control: &Control) -> Self {
        let proof = match membership::check(system, Engine::Plain, control).outcome {
            Outcome::Holds(proof) => proof,
            Outcome::Violated(witness) => {
                return Self::NotRsc(witness.replay().steps().iter().copied().collect());
            }
            Outcome::Unknown(limit) => return Self::UnknownMembership(limit),
        };
        let steps = match deadlock_freedom(system, proof, control).0 {
            CompletionOutcome::Holds(level) => return Self::None(level),
            CompletionOutcome::Violated(Deadlock { steps, .. }) => steps,
            CompletionOutcome::Unknown(limit) => return Self::UnknownFreedom(limit),
        };
        let synchronous = Choreography::synchronous(system, MAX_STATES);
        match synchronous.map(|all| completable(&all, system, control).0) {
            Some(Completable::Holds(level)) => Self::NoneBesideDeadlocks(level, steps),
            Some(Completable::Violated(_)) => Self::Deadlock(steps),
            Some(Completable::Unknown(_)) | None => Self::Undecided,
        }
    }
}

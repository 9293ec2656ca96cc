//! What the membership check answers.

use kernel::base::Limit;
use kernel::search::Statistics;
use model::cfsm::System;
use model::evidence::Witness;

/// The procedure that decides membership.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Engine {
    /// The RSC automaton with the participants and keys that depend on a chosen send.
    Plain,
    /// The product of the RSC automaton with the automaton of borderline violations
    /// (Theorem 4.1.4 of [RSC](crate#bibliography), corrected).
    Definition,
}

/// The knowledge that a system is RSC.
///
/// Only a finished membership check makes one; a check that is exact for RSC systems asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The identity of the system, so that the proof is not taken for one about another.
    system: u64,
}

impl Proof {
    pub(super) fn of_finished_search(system: &System) -> Self {
        Self { system: system.identity() }
    }

    /// Returns `true` if this proof is about `system`, or what that is a clone of. A system that only says the same is
    /// another one.
    pub fn is_about(self, system: &System) -> bool {
        self.system == system.identity()
    }
}

/// The verdict: every execution is equivalent to one with synchronous communications, or there is a shortest
/// borderline violation, replayed, or a limit came first.
pub type Outcome = kernel::verdict::Outcome<Proof, Box<Witness>, Limit>;

/// The answer of a membership check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The verdict.
    pub outcome: Outcome,
    /// The procedure that found it.
    pub engine: Engine,
    /// What was explored.
    pub statistics: Statistics,
}

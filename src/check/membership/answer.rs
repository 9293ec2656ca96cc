//! Answers of the membership check.

use crate::lanes::Lanes;
use kernel::base::Limit;
use kernel::search::Statistics;
use model::cfsm::{ParticipantId, StateId, System};
use model::evidence::Witness;

/// The procedure that decides membership.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Engine {
    /// [`Engine::Static`]; where lanes stay live, [`Engine::Plain`] on these, in a smaller system with the same executions.
    /// [`Engine::Plain`] alone where a large system turns out to have few states.
    Auto,
    /// Which lanes no borderline violation uses, without any state explored: this shows that a system is RSC, and never that
    /// it is not.
    Static,
    /// The RSC automaton with the participants and keys that depend on a chosen send.
    Plain,
    /// The product of the RSC automaton with the automaton of borderline violations
    /// (Theorem 4.1.4 of [RSC](crate#bibliography), corrected).
    Definition,
}

/// A proof that a system is RSC.
///
/// Only a finished membership check creates one; checks that are exact only for RSC systems require it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The identity of the system, so that the proof is not used for another one.
    system: u64,
}

impl Proof {
    pub(super) fn of_finished_check(system: &System) -> Self {
        Self { system: system.identity() }
    }

    /// Returns `system` with more states declared final, and the proof that it is RSC: executions do not depend on these.
    ///
    /// # Panics
    /// If this proof is not about `system`.
    pub(crate) fn with_final(
        self,
        system: &System,
        states: impl IntoIterator<Item = (ParticipantId, StateId)>,
    ) -> (System, Self) {
        assert!(self.is_about(system), "the proof is about the system");
        let declared = system.with_final(states);
        let proof = Self::of_finished_check(&declared);
        (declared, proof)
    }

    /// Returns `true` if this proof is about `system` or a system that it is a clone of. A system that was
    /// built separately is another one, even if it is equal.
    pub fn is_about(self, system: &System) -> bool {
        self.system == system.identity()
    }
}

/// The verdict: every execution is equivalent to one with synchronous communications, or there is a shortest
/// borderline violation, which was replayed, or a limit was reached first. [`Engine::Static`] may store no state: if lanes
/// stay live, it has reached [`Limit::States`].
pub type Outcome = kernel::verdict::Outcome<Proof, Box<Witness>, Limit>;

/// The answer of a membership check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The verdict.
    pub outcome: Outcome,
    /// The procedure that found the verdict, never [`Engine::Auto`].
    pub engine: Engine,
    /// What is known of lanes, where they were looked at by [`Engine::Auto`] or [`Engine::Static`].
    pub lanes: Option<Lanes>,
    /// Statistics of the search.
    pub statistics: Statistics,
}

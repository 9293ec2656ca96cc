//! Runs that show that a system is not in a class.

use super::{Class, Rejected, Replay, Witness, WitnessKind};
use crate::cfsm::{ParticipantId, StateId, Step, System};
use kernel::base::IndexVec;

impl Witness {
    /// Returns the witness that `system` is not in a class, if the run of `steps` from `initial` is one.
    ///
    /// The run is replayed by the operational semantics, and tested by the definition of the class.
    ///
    /// # Complexity
    /// That of [`Replay::new`] and of the test: for what is about the configurations that can follow, linear in their number
    /// times their size and the number of participants and channels.
    ///
    /// # Errors
    /// If the run is no such witness, or more than `max_configurations` configurations can follow.
    pub fn outside_class(
        system: &System,
        class: Class,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
        max_configurations: usize,
    ) -> Result<Self, Rejected> {
        let replay = Replay::new(system, initial, steps)?;
        let fault = (class.definition().fault)(system, class.bound(), &replay, max_configurations)?;
        let fault = fault.ok_or_else(|| Rejected::NoViolation { property: class.name() })?;
        Ok(Self::of_fault(WitnessKind::OutsideClass(class), replay, fault))
    }
}

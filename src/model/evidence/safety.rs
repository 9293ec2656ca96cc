//! Violations of safety properties: runs to a configuration at fault, and the fault there.

use super::continuations::{Scope, is_met};
use super::{Rejected, Replay, Witness, WitnessKind};
use crate::cfsm::{Configuration, Fault, ParticipantId, SafetyProperty, StateId, Step, System};
use kernel::base::{Control, IndexVec};

impl Witness {
    /// Returns the witness that `system` violates `property`, if the run of `steps` from `initial` is one.
    ///
    /// The run is replayed by the operational semantics. Its last configuration must violate the property: by
    /// the definition if it is a linear one; for a branching one, all configurations that can follow are
    /// visited, and none may meet the obligation. There may be infinitely many, so at most
    /// `max_configurations` of them are visited; 64 messages in one of them count as one more.
    ///
    /// # Complexity
    /// That of [`Replay::new`]; for a branching property linear in the number of configurations that can
    /// follow, too, times their size.
    ///
    /// # Errors
    /// If the run is no such witness: a bug in the search that found it, or a file that does not belong to
    /// this system.
    pub fn safety(
        system: &System,
        property: SafetyProperty,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
        max_configurations: usize,
    ) -> Result<Self, Rejected> {
        let limits = (max_configurations, &Control::unlimited());
        Self::safety_within(system, property, initial, steps, limits)
    }

    /// Returns what [`Witness::safety`] returns, with no more configurations visited once a limit of the control is reached.
    ///
    /// # Complexity
    /// That of [`Witness::safety`].
    ///
    /// # Errors
    /// Those of [`Witness::safety`]; a limit that is reached counts as too many configurations.
    pub fn safety_within(
        system: &System,
        property: SafetyProperty,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
        (max_configurations, control): (usize, &Control),
    ) -> Result<Self, Rejected> {
        let replay = Replay::new(system, initial, steps)?;
        let fault = replay.fault(system, property, max_configurations, control)?;
        let fault =
            fault.ok_or_else(|| Rejected::NoViolation { property: property.name(system) })?;
        Ok(Self::of_fault(WitnessKind::Safety(property), replay, fault))
    }

    /// Returns the witness that `system` violates a branching property, if `steps` from `initial` are a run
    /// whose last configuration has an obligation that no continuation meets, as the caller has shown.
    ///
    /// The run is replayed, and must end in a configuration with an obligation that is not met there. That no
    /// continuation meets it is *not* tested: [`Witness::safety`] tests that if the configurations that can
    /// follow are finitely many. Otherwise the claim rests on the search that explored them, or on the theory: in an RSC
    /// system an execution without a completion to a synchronous one is a deadlock.
    ///
    /// # Complexity
    /// That of [`Replay::new`].
    ///
    /// # Errors
    /// If the run does not end in such a configuration.
    pub fn by_theory(
        system: &System,
        property: SafetyProperty,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<Self, Rejected> {
        let replay = Replay::new(system, initial, steps)?;
        let last = replay.last();
        let obligations = property.obligations(system, last);
        let fault = obligations
            .into_iter()
            .find(|obligation| !obligation.is_met_in(last))
            .map(|obligation| obligation.fault(system, last))
            .ok_or_else(|| Rejected::NoViolation { property: property.name(system) })?;
        Ok(Self::of_fault(WitnessKind::Safety(property), replay, fault))
    }
}

impl Replay {
    /// Returns the fault of the last configuration, if it shows by itself that `system` violates `property`.
    ///
    /// # Complexity
    /// That of [`Witness::safety`], without that of the replay.
    ///
    /// # Errors
    /// If the property is a branching one and more than `max_configurations` configurations can follow, or a limit of
    /// `control` is reached before.
    pub fn fault(
        &self,
        system: &System,
        property: SafetyProperty,
        max_configurations: usize,
        control: &Control,
    ) -> Result<Option<Fault>, Rejected> {
        let last = self.last();
        match property {
            SafetyProperty::Linear(property) => Ok(property.fault(system, last)),
            _ => unmet(system, property, last, (max_configurations, control)).next().transpose(),
        }
    }
}

/// Returns the faults of the obligations of `property` that no continuation of `configuration` meets, one for
/// each.
fn unmet(
    system: &System,
    property: SafetyProperty,
    configuration: &Configuration,
    limits: (usize, &Control),
) -> impl Iterator<Item = Result<Fault, Rejected>> {
    let obligations = property.obligations(system, configuration).into_iter();
    obligations.filter_map(move |obligation| {
        match is_met(system, configuration, obligation, Scope::default(), limits) {
            Ok(true) => None,
            Ok(false) => Some(Ok(obligation.fault(system, configuration))),
            Err(cut) => Some(Err(cut)),
        }
    })
}

/// Returns all faults that may be reported if `configuration` violates `property`: one of several
/// participants, or of several channels.
///
/// # Errors
/// If more than `max_configurations` configurations can follow, for a branching property.
pub fn faults(
    system: &System,
    property: SafetyProperty,
    configuration: &Configuration,
    max_configurations: usize,
) -> Result<Vec<Fault>, Rejected> {
    if let SafetyProperty::Linear(property) = property {
        return Ok(property.faults(system, configuration));
    }
    let control = Control::unlimited();
    unmet(system, property, configuration, (max_configurations, &control)).collect()
}

//! Violations of safety properties: runs to a configuration at fault, and the fault there.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::{Rejected, Replay, Witness, WitnessKind};
use crate::cfsm::{
    ChannelKind, Configuration, Contents, Fault, Obligation, ParticipantId, SafetyProperty,
    StateId, Step, System,
};
use kernel::base::{Control, IndexVec};

/// Number of messages that count as one more configuration.
const MESSAGES: usize = 64;

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

/// The continuations that count.
#[derive(Clone, Copy, Default)]
pub(super) struct Scope {
    /// Maximum number of messages in each channel, if there is one.
    pub(super) bound: Option<usize>,
    /// A participant that makes no steps.
    pub(super) without: Option<ParticipantId>,
}

/// Returns `true` if a continuation of `configuration` meets `obligation`.
///
/// # Errors
/// If more than the maximum number of configurations can follow.
pub(super) fn is_met(
    system: &System,
    configuration: &Configuration,
    obligation: Obligation,
    scope: Scope,
    (max_configurations, control): (usize, &Control),
) -> Result<bool, Rejected> {
    let start = with_sorted_bags(system, configuration.clone());
    let mut seen = FxHashSet::from_iter([start.clone()]);
    let mut open = VecDeque::from([start]);
    let mut visited = 1;
    while let Some(configuration) = open.pop_front() {
        if obligation.is_met_in(&configuration) {
            return Ok(true);
        }
        for (participant, automaton) in system.automata().enumerate() {
            for &transition in automaton.outgoing(configuration.control[participant]) {
                let step = Step { participant, transition };
                let Some(next) = configuration.after(system, step) else { continue };
                let is_over =
                    |held: &Contents| scope.bound.is_some_and(|most| held.messages().len() > most);
                if scope.without == Some(participant) || next.contents.iter().any(is_over) {
                    continue;
                }
                if obligation.is_met_by(system, step) {
                    return Ok(true);
                }
                let next = with_sorted_bags(system, next);
                // The configuration is copied only if it is new.
                if !seen.contains(&next) {
                    let held = next.contents.iter().map(|held| held.messages().len());
                    visited += 1 + held.sum::<usize>() / MESSAGES;
                    seen.insert(next.clone());
                    open.push_back(next);
                }
            }
        }
        if visited > max_configurations || control.limit(0, 0).is_some() {
            return Err(Rejected::ManyContinuations { max_configurations });
        }
    }
    Ok(false)
}

/// Returns the configuration with the messages in its bags sorted: their order does not affect what can
/// follow.
fn with_sorted_bags(system: &System, mut configuration: Configuration) -> Configuration {
    for (channel, _) in system.channels().enumerate().filter(|(_, c)| c.kind == ChannelKind::Bag) {
        let mut held = configuration.contents[channel].messages().to_vec();
        held.sort_unstable();
        configuration.contents[channel] = held.into_iter().collect();
    }
    configuration
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

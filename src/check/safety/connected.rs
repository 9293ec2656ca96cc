//! Properties of a system that one connected component of its topology decides.
//!
//! A step of a participant depends on, and changes, only its own state and the channels of its component
//! ([`System::connected_components`]). So the reachable configurations of the system are exactly all combinations of
//! reachable configurations of its components, each of the latter taken as a system of its own.
//!
//! **Reception deadlock.** All participants are in receiving states, all channels that they read are empty, and not all
//! states are final: iff all components wait so, and one of them is not in final states only. So the system has the
//! property if one component never waits so. A component waits so iff it violates the property or all its participants
//! wait in declared final states. The latter never happens if one of them reaches no declared final state in which it
//! only receives, whatever the others do; then it suffices that the component has the property.
//!
//! **Progress.** It is violated iff no participant has a step and not all are in final states: iff no component has a
//! step, and one of them is not in final states only. So the system has progress if one component never is without a
//! step. A component is without a step iff it violates progress or is in final states only. The latter never happens
//! if one of its participants reaches no final state in which it could be without a step; then it suffices that the
//! component has progress.
//!
//! Components all of whose participants can be over are not considered: of them several may have to be combined.

use super::ask;
use crate::invariant::control_states;
use crate::reachability::{Configurations, Found, Justification, Outcome};
use kernel::base::Control;
use model::cfsm::{
    CommunicatingAutomaton, LinearProperty, ParticipantId, SafetyProperty, StateId, System,
};
use model::evidence::{Certificate, EvidenceRequest};

/// Maximum number of configurations that are explored of components that decide nothing.
const CONFIGURATIONS: u64 = 150_000;
/// Number of configurations that a component counts for if the question stays open for it.
const OPEN: u64 = 50_000;

/// Returns the answer that one of several components gives, if one does; those with the fewest control states are asked
/// first, each without the engines that may take long.
///
/// # Complexity
/// That of the engines, for a fixed number of configurations.
pub(super) fn by_component(
    system: &System,
    property: LinearProperty,
    wanted: EvidenceRequest,
    control: &Control,
) -> Option<Found> {
    let mut components = system.connected_components();
    if components.len() == 1 {
        return None;
    }
    let may_rest: fn(&CommunicatingAutomaton, StateId) -> bool = match property {
        LinearProperty::ReceptionDeadlock => CommunicatingAutomaton::is_receiving,
        LinearProperty::Progress => CommunicatingAutomaton::is_resting,
        LinearProperty::UnspecifiedReception | LinearProperty::OrphanMessage => return None,
    };
    let is_never_over = |&participant: &ParticipantId| {
        let automaton = &system.automata()[participant];
        let is_over = |state| automaton.is_final(state) && may_rest(automaton, state);
        !automaton.reachable().into_iter().any(is_over)
    };
    components.retain(|all| all.iter().any(is_never_over));
    components.sort_by_cached_key(|all| control_states(system, all));
    let mut explored = 0;
    for participants in components {
        let part = system.of_participants(&participants);
        let found = by_few(&part, SafetyProperty::Linear(property), wanted, control);
        explored += found.as_ref().map_or(OPEN, |(answer, _)| answer.statistics.states);
        if let Some((mut answer, certificate)) = found
            && let Outcome::Holds(ground) = answer.outcome
        {
            let certificate =
                certificate.map(|one| Certificate::Component(participants.clone(), Box::new(one)));
            let ground = Box::new(ground);
            answer.outcome = Outcome::Holds(Justification::Component { participants, ground });
            return Some((answer, certificate));
        }
        if explored > CONFIGURATIONS {
            return None;
        }
    }
    None
}

/// Returns the answer for a component as a system of its own, of the engines that take not long.
fn by_few(
    part: &System,
    property: SafetyProperty,
    wanted: EvidenceRequest,
    control: &Control,
) -> Option<Found> {
    ask(&Configurations::new(part), property, wanted, control, |question| {
        question.by_few().filter(|found| !found.0.is_open())
    })
}

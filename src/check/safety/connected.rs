//! Properties of a system that one connected component of its topology decides.
//!
//! A step of a participant depends on, and changes, only its own state and the channels of its component
//! ([`System::connected_components`]). So the reachable configurations of the system are exactly all combinations of
//! reachable configurations of its components, each of the latter taken as a system of its own.
//!
//! **Reception deadlock.** All participants are in receiving states and all channels that they read are empty: that is so
//! in a configuration iff it is so in the configuration of each component. So the system has the property iff one
//! component has it.
//!
//! **Progress.** It is violated iff no participant has a step and not all are in final states: iff no component has a
//! step, and one of them is not in final states only. So the system has progress if one component never is without a
//! step. A component is without a step iff it violates progress or is in final states only. The latter never happens
//! if one of its participants reaches no final state in its automaton, whatever the others do; then it suffices that the
//! component has progress. Components all of whose participants can end are not considered: of them several may have to
//! be combined.

use super::{by_explored, witness};
use crate::invariant::{BadSet, control_states};
use crate::reachability::{Configurations, Explored, Found, Justification, OpenQuestion, Outcome};
use crate::rsc::Run;
use kernel::base::Control;
use model::cfsm::{LinearProperty, ParticipantId, SafetyProperty, System};
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
    let never_ends = |&participant: &ParticipantId| {
        let automaton = &system.automata()[participant];
        !automaton.reachable().into_iter().any(|state| automaton.is_final(state))
    };
    match property {
        LinearProperty::ReceptionDeadlock => {}
        LinearProperty::Progress => components.retain(|all| all.iter().any(never_ends)),
        LinearProperty::UnspecifiedReception | LinearProperty::OrphanMessage => return None,
    }
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
    let all = Configurations::new(part);
    let by_explored = |explored: &Explored<'_>| by_explored(explored, property, wanted, control);
    let replay = |run: Run| witness(part, property, run);
    let bad = BadSet::Violations(property);
    OpenQuestion::new(&all, bad, &by_explored, &replay, wanted, control).by_few()
}

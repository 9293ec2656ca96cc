//! All properties on all configurations, if these are finitely many.

use std::collections::BTreeMap;

use super::witness;
use crate::reachability::{Answer, Explored, UnknownReason};
use kernel::base::{Control, IndexVec, Limit};
use kernel::search::{Edges, NodeId};
use model::cfsm::{LinearProperty, Obligation, SafetyProperty, Step};

/// Decides whether the system has `property`, by its definition: exact if all configurations were explored.
///
/// A violation is one with the fewest steps, of those that can be decided. A configuration that violates a
/// linear property does so independently of others. For a branching property all its continuations must be
/// explored, so configurations that lead to unexplored ones are not reported.
///
/// # Complexity
/// Linear in the number of configurations and of the steps between them; for an unreceived message,
/// times the number of channels.
pub fn by_configurations(
    explored: &Explored<'_>,
    property: SafetyProperty,
    control: &Control,
) -> Answer {
    let found = match (property, explored.gap()) {
        (SafetyProperty::Linear(property), _) => Ok(linear(explored, property)),
        (_, Some(UnknownReason::Limit(limit))) => Err(limit),
        (_, _) => branching(explored, property, control),
    };
    let configurations = explored.statistics().states;
    explored.answer(found, |run| witness(explored.system(), property, run, configurations))
}

/// Returns the first configuration that violates a linear property.
fn linear(explored: &Explored<'_>, property: LinearProperty) -> Option<NodeId> {
    let system = explored.system();
    explored.nodes().find(|&node| property.fault(system, &explored.configuration(node)).is_some())
}

/// Returns the first configuration, of those whose continuations were all explored, with an obligation that none of
/// them meets.
fn branching(
    explored: &Explored<'_>,
    property: SafetyProperty,
    control: &Control,
) -> Result<Option<NodeId>, Limit> {
    let closed = explored.closed(control)?.iter().copied();
    first_unmet(explored, closed, &[property], control)
}

/// Returns the first of `nodes` with an obligation of one of `properties` that no explored continuation meets.
///
/// # Errors
/// The limit that was reached first.
pub(super) fn first_unmet(
    explored: &Explored<'_>,
    nodes: impl Iterator<Item = NodeId>,
    properties: &[SafetyProperty],
    control: &Control,
) -> Result<Option<NodeId>, Limit> {
    let edges = explored.edges(control)?;
    let system = explored.system();
    let mut able: BTreeMap<Obligation, IndexVec<NodeId, bool>> = BTreeMap::new();
    for node in nodes {
        let here = explored.configuration(node);
        for obligation in properties.iter().flat_map(|one| one.obligations(system, &here)) {
            let able = able
                .entry(obligation)
                .or_insert_with(|| edges.can_reach(met(explored, edges, obligation)));
            if !able[node] {
                return Ok(Some(node));
            }
        }
    }
    Ok(None)
}

/// Returns for each configuration `true` if it meets `obligation` itself, or a step from it does.
fn met(
    explored: &Explored<'_>,
    edges: &Edges<Step>,
    obligation: Obligation,
) -> IndexVec<NodeId, bool> {
    let system = explored.system();
    let by_step = |&(step, _): &(Step, NodeId)| {
        let action = system.action(step.participant, step.transition);
        action.is_some_and(|action| obligation.is_met_by(action))
    };
    if obligation == Obligation::AllEmpty {
        explored.configurations().map(|(_, there)| obligation.is_met_in(&there)).collect()
    } else {
        explored.nodes().map(|node| edges.leaving(node).iter().any(by_step)).collect()
    }
}

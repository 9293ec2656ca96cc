//! All properties on all configurations, if these are finitely many.

use super::examined;
use crate::reachability::{Answer, Explored, UnknownReason};
use kernel::base::Control;
use model::cfsm::SafetyProperty;

/// Maximum number of configurations after a violation that are examined by the replay; with more, what can follow rests
/// on the exploration.
const CONTINUATIONS: usize = 100_000;

/// Decides whether the system has `property`, by its definition: exact if all configurations were explored.
///
/// A violation is one with the fewest steps, of those that can be decided. A configuration that violates a
/// linear property does so independently of others. For a branching property all its continuations must be
/// explored, so configurations that lead to unexplored ones are not reported.
///
/// # Complexity
/// That of looking through the configurations for all linear properties, or for 64 obligations, unless that is done
/// already.
pub fn by_configurations(
    explored: &Explored<'_>,
    property: SafetyProperty,
    control: &Control,
) -> Answer {
    let found = match explored.gap() {
        Some(UnknownReason::Limit(limit)) if !property.is_linear() => Err(limit),
        _ => explored.first_violation(property, control),
    };
    explored
        .answer(found, |run| examined(explored.system(), property, run, (CONTINUATIONS, control)))
}

//! Dependencies between actions of an execution.

use super::{ActionId, Execution, Key, ParticipantId};
use kernel::base::Id as _;

/// Why two actions of an execution do not commute (after Definition 2.3.4 of
/// [RSC](crate#bibliography)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Dependency {
    /// Both actions are done by this participant.
    Participant(ParticipantId),
    /// Both actions are sends, or both receptions, with this key.
    Channel(Key),
    /// The actions are a matching pair.
    MatchingPair,
}

/// Returns all the reasons why two different actions of `execution` do not commute: none if they
/// do (Definition 2.3.5 of [RSC](crate#bibliography)).
pub fn dependencies(execution: &Execution, one: ActionId, other: ActionId) -> Vec<Dependency> {
    let (first, second) = (execution.actions()[one], execution.actions()[other]);
    let mut reasons = Vec::new();
    if first.participant == second.participant {
        reasons.push(Dependency::Participant(first.participant));
    }
    if first.direction == second.direction && execution.key(one) == execution.key(other) {
        reasons.push(Dependency::Channel(execution.key(one)));
    }
    if execution.partner(one) == Some(other) {
        reasons.push(Dependency::MatchingPair);
    }
    reasons
}

/// Returns the action graph of `execution` by its edges: from each action to all later ones that depend on it, with
/// the reasons, in the order of the sources, then of the targets (Definition 2.4.2 of [RSC](crate#bibliography)).
///
/// It is acyclic, and its linearisations are the causally equivalent executions.
///
/// # Complexity
/// Quadratic in the number of actions.
pub fn action_graph(execution: &Execution) -> Vec<(ActionId, ActionId, Vec<Dependency>)> {
    let mut edges = Vec::new();
    for first in execution.actions().ids() {
        for second in execution.actions().ids().skip(first.index() + 1) {
            let reasons = dependencies(execution, first, second);
            if !reasons.is_empty() {
                edges.push((first, second, reasons));
            }
        }
    }
    edges
}

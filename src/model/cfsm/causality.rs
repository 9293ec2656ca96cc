//! Which actions of an execution depend on each other, and when two executions are the same but
//! for the order of independent actions.

use std::collections::BTreeMap;

use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef as _;

use super::{Action, ActionId, Execution, Key, ParticipantId};
use kernel::base::Id as _;

/// Why two actions of an execution do not commute (after Definition 2.3.4 of
/// [RSC](crate#bibliography)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Dependency {
    /// The same participant does both.
    Participant(ParticipantId),
    /// Both are sends, or both receptions, with this key.
    Channel(Key),
    /// They are a matching pair.
    MatchingPair,
}

/// Returns all the reasons why two different actions of `execution` do not commute: none if they
/// do.
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

/// Tells whether two different actions of `execution` commute.
pub fn commute(execution: &Execution, one: ActionId, other: ActionId) -> bool {
    dependencies(execution, one, other).is_empty()
}

/// Tells whether one execution is the other up to the order of actions that commute (Definition
/// 2.3.5 of [RSC](crate#bibliography)).
///
/// Two occurrences of one action never commute, so the permutation that the definition asks for can
/// only map the `k`-th occurrence of each action to its `k`-th occurrence.
///
/// # Complexity
/// Quadratic in the number of actions.
pub fn causally_equivalent(one: &Execution, other: &Execution) -> bool {
    if one.actions().len() != other.actions().len() {
        return false;
    }
    let mut occurrences: BTreeMap<Action, Vec<ActionId>> = BTreeMap::new();
    for (id, action) in other.actions().enumerate() {
        occurrences.entry(*action).or_default().push(id);
    }
    let mut unused: BTreeMap<Action, std::vec::IntoIter<ActionId>> =
        occurrences.into_iter().map(|(action, ids)| (action, ids.into_iter())).collect();
    let mut image = Vec::with_capacity(one.actions().len());
    for action in one.actions() {
        match unused.get_mut(action).and_then(Iterator::next) {
            Some(id) => image.push(id),
            None => return false,
        }
    }
    one.actions().ids().all(|first| {
        one.actions().ids().skip(first.index() + 1).all(|second| {
            let (to_first, to_second) = (image[first.index()], image[second.index()]);
            let kept = !commute(one, first, second);
            if to_first < to_second {
                kept != commute(other, to_first, to_second)
            } else {
                !kept && commute(other, to_second, to_first)
            }
        })
    })
}

/// The action graph of an execution: its actions, with an edge from each to all later ones that
/// depend on it (Definition 2.4.2 of [RSC](crate#bibliography)).
///
/// It is acyclic, and its linearisations are the causally equivalent executions.
#[derive(Clone, Debug)]
pub struct ActionGraph {
    graph: DiGraph<ActionId, Vec<Dependency>>,
}

impl ActionGraph {
    /// Returns the action graph of `execution`.
    ///
    /// # Complexity
    /// Quadratic in the number of actions.
    pub fn new(execution: &Execution) -> Self {
        let mut graph = DiGraph::new();
        let nodes: Vec<NodeIndex> =
            execution.actions().ids().map(|id| graph.add_node(id)).collect();
        for first in execution.actions().ids() {
            for second in execution.actions().ids().skip(first.index() + 1) {
                let reasons = dependencies(execution, first, second);
                if !reasons.is_empty() {
                    graph.add_edge(nodes[first.index()], nodes[second.index()], reasons);
                }
            }
        }
        Self { graph }
    }

    /// Tells whether `second` comes after `first` and does not commute with it.
    pub fn precedes(&self, first: ActionId, second: ActionId) -> bool {
        self.graph.contains_edge(NodeIndex::new(first.index()), NodeIndex::new(second.index()))
    }

    /// Returns the edges with their reasons, in the order of their sources, then of their targets.
    pub fn edges(&self) -> impl Iterator<Item = (ActionId, ActionId, &[Dependency])> {
        self.graph.edge_references().map(|edge| {
            (self.graph[edge.source()], self.graph[edge.target()], edge.weight().as_slice())
        })
    }
}

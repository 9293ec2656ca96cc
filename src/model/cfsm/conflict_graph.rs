//! The conflict graph of an execution, its cycles, and the RSC reordering that it allows.

use std::collections::{BTreeMap, VecDeque};

use petgraph::Direction::Outgoing;
use petgraph::algo::toposort;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef as _;

use super::causality::dependencies;
use super::{ActionId, Communication, CommunicationId, Dependency, Execution};
use crate::kernel::base::{Id as _, IndexVec};

/// One reason for an edge of the conflict graph: an action of the edge's source that comes before
/// an action of its target and does not commute with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Conflict {
    /// Why the two do not commute; never because they are a matching pair.
    pub dependency: Dependency,
    /// The action of the source.
    pub before: ActionId,
    /// The action of the target.
    pub after: ActionId,
}

/// The conflict graph of an execution: its communications, with an edge from one to another when
/// some action of the first must come before some action of the second (Definition 2.4.3 of
/// [RSC](crate#bibliography)).
///
/// There are no self loops: the definition speaks of two different communications.
#[derive(Clone, Debug)]
pub struct ConflictGraph {
    graph: DiGraph<Communication, Vec<Conflict>>,
    /// The communication of each action; none for a reception without a send.
    communication: IndexVec<ActionId, Option<CommunicationId>>,
}

impl ConflictGraph {
    /// Returns the conflict graph of `execution`.
    ///
    /// # Complexity
    /// Quadratic in the number of actions, in time and in edges.
    pub fn new(execution: &Execution) -> Self {
        let mut graph = DiGraph::new();
        let mut communication = IndexVec::filled(None, execution.actions().len());
        for (id, communication_of) in execution.communications().enumerate() {
            graph.add_node(*communication_of);
            for action in communication_of.actions() {
                communication[action] = Some(id);
            }
        }
        let mut conflicts: BTreeMap<(CommunicationId, CommunicationId), Vec<Conflict>> =
            BTreeMap::new();
        for before in execution.actions().ids() {
            let Some(source) = communication[before] else { continue };
            for after in execution.actions().ids().skip(before.index() + 1) {
                let Some(target) = communication[after] else { continue };
                if source == target {
                    continue;
                }
                for dependency in dependencies(execution, before, after) {
                    let conflict = Conflict { dependency, before, after };
                    conflicts.entry((source, target)).or_default().push(conflict);
                }
            }
        }
        for ((source, target), mut reasons) in conflicts {
            reasons.sort_unstable();
            graph.add_edge(node(source), node(target), reasons);
        }
        Self { graph, communication }
    }

    /// Returns the number of communications.
    pub fn len(&self) -> usize {
        self.graph.node_count()
    }

    /// Tells whether there is no communication.
    pub fn is_empty(&self) -> bool {
        self.graph.node_count() == 0
    }

    /// Returns a communication.
    pub fn communication(&self, id: CommunicationId) -> Communication {
        self.graph[node(id)]
    }

    /// Returns the communication that an action belongs to; none for a reception without a send.
    pub fn communication_of(&self, action: ActionId) -> Option<CommunicationId> {
        self.communication[action]
    }

    /// Returns all the reasons for an edge, those through a participant first; none if there is no
    /// edge.
    pub fn conflicts(&self, from: CommunicationId, to: CommunicationId) -> &[Conflict] {
        self.graph.find_edge(node(from), node(to)).map_or(&[], |edge| self.graph[edge].as_slice())
    }

    /// Returns the edges in the order of their sources, then of their targets.
    pub fn edges(&self) -> impl Iterator<Item = (CommunicationId, CommunicationId, &[Conflict])> {
        self.graph
            .edge_references()
            .map(|edge| (id(edge.source()), id(edge.target()), edge.weight().as_slice()))
    }

    /// Tells whether the execution, if it is well-formed, is causally RSC: whether this graph is
    /// acyclic (Lemmas 3.1.1 and 3.1.2 of [RSC](crate#bibliography)).
    ///
    /// # Complexity
    /// Linear in the size of the graph.
    pub fn is_causally_rsc(&self) -> bool {
        toposort(&self.graph, None).is_ok()
    }

    /// Returns, for a well-formed execution that is causally RSC, the positions of its actions in an
    /// order that is RSC and causally equivalent (Lemma 3.1.2 of [RSC](crate#bibliography)).
    ///
    /// # Complexity
    /// Linear in the size of the graph.
    pub fn rsc_reordering(&self) -> Option<Vec<ActionId>> {
        let order = toposort(&self.graph, None).ok()?;
        Some(order.into_iter().flat_map(|node| self.graph[node].actions()).collect())
    }

    /// Returns a shortest cycle through `communication`, starting with it; among the shortest the
    /// one with the least numbers.
    ///
    /// # Complexity
    /// Linear in the size of the graph.
    pub fn shortest_cycle(&self, communication: CommunicationId) -> Option<Vec<CommunicationId>> {
        let start = node(communication);
        let mut parent: Vec<Option<NodeIndex>> = vec![None; self.graph.node_count()];
        let mut queue = VecDeque::from([start]);
        while let Some(current) = queue.pop_front() {
            let mut next: Vec<NodeIndex> =
                self.graph.neighbors_directed(current, Outgoing).collect();
            next.sort_unstable();
            for successor in next {
                if successor == start {
                    let mut cycle = vec![id(current)];
                    let mut walk = current;
                    while let Some(previous) = parent[walk.index()] {
                        cycle.push(id(previous));
                        walk = previous;
                    }
                    cycle.reverse();
                    return Some(cycle);
                }
                if parent[successor.index()].is_none() {
                    parent[successor.index()] = Some(current);
                    queue.push_back(successor);
                }
            }
        }
        None
    }
}

fn node(communication: CommunicationId) -> NodeIndex {
    NodeIndex::new(communication.index())
}

fn id(node: NodeIndex) -> CommunicationId {
    CommunicationId::from_index(node.index())
}

//! The conflict graph of an execution, its cycles, and the RSC reordering that it allows.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use petgraph::algo::toposort;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef as _;

use super::causality::dependencies;
use super::{ActionId, Communication, CommunicationId, Dependency, Execution, Shared};
use kernel::base::{Id as _, IndexVec, typed_id};

typed_id! {
    /// The actions of one participant, or the sends or the receptions with one key: any two of
    /// them that belong to different communications conflict.
    struct GroupId;
}

/// One reason for an edge of the conflict graph: an action of the edge's source that comes before
/// an action of its target and does not commute with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Conflict {
    /// The reason why the two do not commute; never that they are a matching pair.
    pub dependency: Dependency,
    /// The action of the source.
    pub before: ActionId,
    /// The action of the target.
    pub after: ActionId,
}

/// The conflict graph of an execution: its communications, with an edge from one to another if some action of
/// the first must come before some action of the second (Definition 2.4.3 of [RSC](crate#bibliography)).
///
/// There are no self loops: the definition speaks of two different communications.
///
/// A participant with `n` actions alone gives about `n * n / 2` edges, so edges are computed on request. The
/// stored graph is a subgraph with the same paths: of the actions that conflict for one reason, each has an
/// edge only to the next one.
#[derive(Clone, Debug)]
pub struct ConflictGraph<'a> {
    execution: &'a Execution,
    communications: IndexVec<CommunicationId, Communication>,
    /// The communication of each action; `None` for a reception without a send.
    communication: IndexVec<ActionId, Option<CommunicationId>>,
    /// The communications of the actions in each group, in the order of the actions.
    groups: IndexVec<GroupId, Vec<CommunicationId>>,
    /// The indices of each action in its two groups; `None` for a reception without a send.
    places: IndexVec<ActionId, Option<[(GroupId, usize); 2]>>,
    /// The edges between neighbours in a group.
    neighbours: DiGraph<(), ()>,
}

impl<'a> ConflictGraph<'a> {
    /// Returns the conflict graph of `execution`.
    ///
    /// # Complexity
    /// `n log n` for `n` actions.
    pub fn new(execution: &'a Execution) -> Self {
        let communications = execution.communications();
        let mut communication = IndexVec::filled(None, execution.actions().len());
        let mut neighbours = DiGraph::new();
        for (id, ends) in communications.enumerate() {
            neighbours.add_node(());
            for action in ends.actions() {
                communication[action] = Some(id);
            }
        }
        let mut group_of: BTreeMap<Shared, GroupId> = BTreeMap::new();
        let mut groups: IndexVec<GroupId, Vec<CommunicationId>> = IndexVec::new();
        let mut places = IndexVec::filled(None, execution.actions().len());
        for (id, action) in execution.actions().enumerate() {
            let Some(own) = communication[id] else { continue };
            places[id] = Some(action.shared(execution.key(id)).map(|shared| {
                let group = *group_of.entry(shared).or_insert_with(|| groups.push(Vec::new()));
                if let Some(&previous) = groups[group].last().filter(|&&previous| previous != own) {
                    neighbours.add_edge(node(previous), node(own), ());
                }
                groups[group].push(own);
                (group, groups[group].len() - 1)
            }));
        }
        Self { execution, communications, communication, groups, places, neighbours }
    }

    /// Returns the number of communications.
    pub fn len(&self) -> usize {
        self.communications.len()
    }

    /// Returns `true` if there is no communication.
    pub fn is_empty(&self) -> bool {
        self.communications.is_empty()
    }

    /// Returns the communication that an action belongs to; `None` for a reception without a send.
    pub fn communication_of(&self, action: ActionId) -> Option<CommunicationId> {
        self.communication[action]
    }

    /// Returns all the reasons for an edge, those through a participant first; the list is empty if there is
    /// no edge.
    pub fn conflicts(&self, from: CommunicationId, to: CommunicationId) -> Vec<Conflict> {
        if from == to {
            return Vec::new();
        }
        let mut conflicts = Vec::new();
        for before in self.communications[from].actions() {
            for after in self.communications[to].actions().filter(|&after| before < after) {
                let reasons = dependencies(self.execution, before, after).into_iter();
                conflicts.extend(reasons.map(|dependency| Conflict { dependency, before, after }));
            }
        }
        conflicts.sort_unstable();
        conflicts
    }

    /// Returns the edges in the order of their sources, then of their targets.
    ///
    /// # Complexity
    /// Quadratic in the number of communications, for all of them.
    pub fn edges(&self) -> impl Iterator<Item = (CommunicationId, CommunicationId)> {
        self.communications.ids().flat_map(move |from| {
            let targets = self.communications.ids();
            targets
                .filter(move |&to| !self.conflicts(from, to).is_empty())
                .map(move |to| (from, to))
        })
    }

    /// Returns the edges between communications that follow each other directly at a participant, or
    /// in the order of the sends into a channel or of the receptions from it. All others follow from
    /// these: both graphs have the same transitive closure.
    ///
    /// # Complexity
    /// `n log n` for `n` actions.
    pub fn neighbours(&self) -> BTreeSet<(CommunicationId, CommunicationId)> {
        let edges = self.neighbours.edge_references();
        edges.map(|edge| (id(edge.source()), id(edge.target()))).collect()
    }

    /// Returns `true` if the execution, which must be well-formed, is causally RSC: this graph is then
    /// acyclic (Lemmas 3.1.1 and 3.1.2 of [RSC](crate#bibliography)).
    ///
    /// # Complexity
    /// Linear in the number of actions.
    pub fn is_causally_rsc(&self) -> bool {
        toposort(&self.neighbours, None).is_ok()
    }

    /// Returns, for a well-formed execution that is causally RSC, the positions of its actions in an
    /// order that is RSC and causally equivalent (Lemma 3.1.2 of [RSC](crate#bibliography)).
    ///
    /// # Complexity
    /// Linear in the number of actions.
    pub fn rsc_reordering(&self) -> Option<Vec<ActionId>> {
        let order = toposort(&self.neighbours, None).ok()?;
        Some(order.into_iter().flat_map(|node| self.communications[id(node)].actions()).collect())
    }

    /// Returns a shortest cycle through `communication`, starting with it; among the shortest the
    /// one with the least numbers.
    ///
    /// # Complexity
    /// `n log n` for `n` actions: breadth first, and once an action of a group is left, all later ones of
    /// that group are reached and are not visited again.
    pub fn shortest_cycle(&self, communication: CommunicationId) -> Option<Vec<CommunicationId>> {
        let mut parent: IndexVec<CommunicationId, Option<CommunicationId>> =
            IndexVec::filled(None, self.len());
        // In each group, everything from here on is reached.
        let mut reached_from: IndexVec<GroupId, usize> = self.groups.iter().map(Vec::len).collect();
        let mut queue = VecDeque::from([communication]);
        while let Some(current) = queue.pop_front() {
            if !self.conflicts(current, communication).is_empty() {
                let walk = std::iter::successors(Some(current), |&reached| parent[reached]);
                let mut cycle: Vec<CommunicationId> = walk.collect();
                cycle.reverse();
                return Some(cycle);
            }
            let mut next = Vec::new();
            for action in self.communications[current].actions() {
                for &(group, place) in self.places[action].iter().flatten() {
                    let end = reached_from[group].max(place + 1);
                    for &successor in &self.groups[group][place + 1..end] {
                        if successor != communication && parent[successor].is_none() {
                            parent[successor] = Some(current);
                            next.push(successor);
                        }
                    }
                    reached_from[group] = reached_from[group].min(place + 1);
                }
            }
            next.sort_unstable();
            queue.extend(next);
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

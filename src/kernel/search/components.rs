//! Strongly connected components of explored graphs.

use std::cell::Cell;

use fixedbitset::FixedBitSet;
use petgraph::Direction;
use petgraph::algo::kosaraju_scc;
use petgraph::visit::{
    GraphBase, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, Visitable,
};

use super::state_graph::{Edges, NodeId};
use crate::base::{Control, Id as _, Limit};

/// Number of requests for neighbours between two looks at the limits.
const CHUNK: u32 = 4096;

/// The transitions as a graph of the library, whose nodes are numbers. Once a limit is reached, nodes have no
/// neighbours, which ends the algorithm soon.
struct Numbered<'e, L> {
    edges: &'e Edges<L>,
    control: &'e Control,
    /// Number of requests for neighbours so far, which may overflow.
    requests: Cell<u32>,
    reached: Cell<Option<Limit>>,
}

impl<L: Copy> Edges<L> {
    /// Returns the strongly connected components, each after all those that it leads to.
    ///
    /// # Complexity
    /// Linear in the number of states and transitions.
    ///
    /// # Errors
    /// The limit that was reached first: the time, or a request to stop.
    pub fn components(&self, control: &Control) -> Result<Vec<Vec<NodeId>>, Limit> {
        let (requests, reached) = (Cell::new(0), Cell::new(None));
        let numbered = Numbered { edges: self, control, requests, reached };
        let components = kosaraju_scc(&numbered);
        numbered.reached.get().map_or(Ok(()), Err)?;
        let node = |number: u32| NodeId::from_index(number as usize);
        let components = components.into_iter();
        Ok(components.map(|members| members.into_iter().map(node).collect()).collect())
    }
}

impl<L> Numbered<'_, L> {
    /// Returns `true` if a limit is reached.
    fn is_stopped(&self) -> bool {
        let requests = self.requests.get().wrapping_add(1);
        self.requests.set(requests);
        if requests.is_multiple_of(CHUNK) && self.reached.get().is_none() {
            self.reached.set(self.control.limit(0, 0));
        }
        self.reached.get().is_some()
    }
}

fn number(node: NodeId) -> u32 {
    u32::try_from(node.index()).expect("an id fits into 32 bits")
}

impl<L> GraphBase for Numbered<'_, L> {
    type NodeId = u32;
    type EdgeId = ();
}

impl<L: Copy> Visitable for Numbered<'_, L> {
    type Map = FixedBitSet;

    fn visit_map(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.edges.nodes().len())
    }

    fn reset_map(&self, map: &mut FixedBitSet) {
        map.clear();
    }
}

impl<L: Copy> IntoNodeIdentifiers for &Numbered<'_, L> {
    type NodeIdentifiers = std::vec::IntoIter<u32>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        self.edges.nodes().map(number).collect::<Vec<_>>().into_iter()
    }
}

impl<'g, L: Copy> IntoNeighbors for &'g Numbered<'_, L> {
    type Neighbors = Box<dyn Iterator<Item = u32> + 'g>;

    fn neighbors(self, node: u32) -> Self::Neighbors {
        self.neighbors_directed(node, Direction::Outgoing)
    }
}

impl<'g, L: Copy> IntoNeighborsDirected for &'g Numbered<'_, L> {
    type NeighborsDirected = Box<dyn Iterator<Item = u32> + 'g>;

    fn neighbors_directed(self, node: u32, direction: Direction) -> Self::NeighborsDirected {
        if self.is_stopped() {
            return Box::new(std::iter::empty());
        }
        let node = NodeId::from_index(node as usize);
        match direction {
            Direction::Outgoing => {
                Box::new(self.edges.leaving(node).iter().map(|&(_, target)| number(target)))
            }
            Direction::Incoming => Box::new(
                self.edges.predecessors().of(node.index()).iter().map(|&from| number(from)),
            ),
        }
    }
}

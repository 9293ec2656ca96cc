//! Strongly connected components of explored graphs.

use fixedbitset::FixedBitSet;
use petgraph::Direction;
use petgraph::algo::kosaraju_scc;
use petgraph::visit::{
    GraphBase, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, Visitable,
};

use super::state_graph::{Edges, NodeId};
use crate::base::Id as _;

/// The transitions as a graph of the library, whose nodes are numbers.
struct Numbered<'e, L>(&'e Edges<L>);

impl<L: Copy> Edges<L> {
    /// Returns the strongly connected components, each after all those that it leads to.
    ///
    /// # Complexity
    /// Linear in the number of states and transitions.
    pub fn components(&self) -> Vec<Vec<NodeId>> {
        let components = kosaraju_scc(&Numbered(self));
        let node = |number: u32| NodeId::from_index(number as usize);
        components.into_iter().map(|members| members.into_iter().map(node).collect()).collect()
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
        FixedBitSet::with_capacity(self.0.nodes().len())
    }

    fn reset_map(&self, map: &mut FixedBitSet) {
        map.clear();
    }
}

impl<L: Copy> IntoNodeIdentifiers for &Numbered<'_, L> {
    type NodeIdentifiers = std::vec::IntoIter<u32>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        self.0.nodes().map(number).collect::<Vec<_>>().into_iter()
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
        let node = NodeId::from_index(node as usize);
        match direction {
            Direction::Outgoing => {
                Box::new(self.0.leaving(node).iter().map(|&(_, target)| number(target)))
            }
            Direction::Incoming => {
                Box::new(self.0.predecessors().of(node.index()).iter().map(|&from| number(from)))
            }
        }
    }
}

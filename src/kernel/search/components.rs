//! Strongly connected components of explored graphs.
//!
//! The graphs have millions of states, in a few bytes each. Of the algorithms in the library of graphs one recurs as deep as
//! the paths are long, and the other one needs the predecessors of all states; so here is one without either.

use fixedbitset::FixedBitSet;

use super::state_graph::{Edges, NodeId};
use crate::base::{Control, Id as _, Limit};

/// Number of steps between two looks at the limits.
const CHUNK: u32 = 4096;

/// The strongly connected components of a graph, each numbered after all those that it leads to.
#[derive(Clone, Debug)]
pub struct Components {
    /// For each state the number of its component, counted down from the greatest number.
    ranks: Vec<u32>,
    /// The states, those of one component after those of another.
    members: Vec<NodeId>,
}

impl Components {
    /// Returns the number of the component of a state.
    pub fn of(&self, node: NodeId) -> usize {
        (u32::MAX - self.ranks[node.index()]) as usize
    }

    /// Returns the states of each component, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &[NodeId]> {
        self.members.chunk_by(|&one, &other| self.of(one) == self.of(other))
    }

    /// Returns the number of components.
    pub fn count(&self) -> usize {
        self.members.last().map_or(0, |&last| self.of(last) + 1)
    }
}

impl<L: Copy> Edges<L> {
    /// Returns the strongly connected components.
    ///
    /// # Complexity
    /// Linear in the number of states and transitions.
    ///
    /// # Errors
    /// The limit that was reached first: the time, or a request to stop.
    pub fn components(&self, control: &Control) -> Result<Components, Limit> {
        let count = self.nodes().len();
        // Pearce's algorithm. The rank of a state is zero until it is visited; then the number of the earliest state
        // on the path that it is known to lead to, if that is earlier than its own, which is its rank else; and in the
        // end that of its component, greater than all those.
        let (mut ranks, mut members) = (vec![0_u32; count], Vec::with_capacity(count));
        // The states from the start to the current one, each with its next transition; whether the rank of a state is
        // that of an earlier one; and the other states that are visited and in no component yet.
        let (mut path, mut waiting): (Vec<(u32, u32)>, Vec<NodeId>) = Default::default();
        let mut leads_back = FixedBitSet::with_capacity(count);
        let (mut visited, mut component, mut steps) = (0, u32::MAX, 0_u32);
        for start in self.nodes() {
            let mut next = (ranks[start.index()] == 0).then_some(start);
            loop {
                if let Some(node) = next.take() {
                    visited += 1;
                    ranks[node.index()] = visited;
                    path.push((number(node), self.first[node.index()]));
                }
                let Some((node, edge)) = path.last_mut() else { break };
                let node = *node as usize;
                steps = steps.wrapping_add(1);
                if steps.is_multiple_of(CHUNK) {
                    control.within(0, 0)?;
                }
                let to = if *edge < self.first[node + 1] {
                    let target = self.targets[*edge as usize];
                    *edge += 1;
                    if ranks[target.index()] == 0 {
                        next = Some(target);
                        continue;
                    }
                    (node, target.index())
                } else {
                    path.pop();
                    waiting.push(NodeId::from_index(node));
                    if !leads_back[node] {
                        let rank = ranks[node];
                        while let Some(member) = waiting.pop_if(|one| ranks[one.index()] >= rank) {
                            visited -= 1;
                            ranks[member.index()] = component;
                            members.push(member);
                        }
                        component -= 1;
                    }
                    let Some(&(before, _)) = path.last() else { break };
                    (before as usize, node)
                };
                if ranks[to.1] < ranks[to.0] {
                    ranks[to.0] = ranks[to.1];
                    leads_back.insert(to.0);
                }
            }
        }
        Ok(Components { ranks, members })
    }
}

fn number(node: NodeId) -> u32 {
    u32::try_from(node.index()).expect("an id fits into 32 bits")
}

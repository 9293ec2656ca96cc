//! States of explored graphs from which none of some others can be reached, without storing the transitions.

use fixedbitset::FixedBitSet;

use super::breadth_first::CHUNK;
use super::state_graph::{NodeId, StateGraph};
use super::store::hash;
use crate::base::{Control, Id as _, Limit};
use crate::transition_system::TransitionSystem;

impl<T: TransitionSystem> StateGraph<T> {
    /// Returns the first state from which no path, not even an empty one, leads to a state for which `is_goal` returns
    /// `true`, or to one that is not in the graph.
    ///
    /// # Complexity
    /// Time linear in the number of transitions, memory of one bit for each state. For states without a path to a goal, and
    /// those all of whose paths lead often from a state to an earlier one, memory linear in the number of transitions
    /// between them, and the time to sort these.
    ///
    /// # Errors
    /// The limit that was reached first: the time, the memory, or a request to stop.
    pub fn first_that_cannot_reach(
        &self,
        is_goal: impl Fn(&T::State) -> bool,
        control: &Control,
    ) -> Result<Option<NodeId>, Limit> {
        let (system, count) = (self.system(), self.nodes().len());
        let mut can_reach = FixedBitSet::with_capacity(count);
        let mut scratch = T::Scratch::default();
        let look = |node: NodeId, more: usize| match node.index() % CHUNK {
            0 => control.within(0, self.statistics().bytes + (count / 8 + more) as u64),
            _ => Ok(()),
        };
        let find = |next: &T::State| self.store.find(hash(next), next).map(NodeId::from_index);
        // The last states first: then what those can reach that were discovered from a state is known before it is looked
        // at. What a state can reach only by earlier ones is known in a later pass: there are some as long as each leaves at
        // most half of the states that were left before.
        let mut left = count;
        for pass in 1.. {
            let before = std::mem::take(&mut left);
            for node in self.nodes().rev() {
                look(node, 0)?;
                if !can_reach[node.index()] {
                    let state = self.state(node);
                    let mut can = is_goal(state);
                    let are_known = can
                        || system.known_successors(state, &mut scratch, &mut |_, next| {
                            can = can || find(&next).is_none_or(|next| can_reach[next.index()]);
                        });
                    can |= !are_known;
                    can_reach.set(node.index(), can);
                    left += usize::from(!can);
                }
                if let Some(parent) =
                    self.store.parent(node.index()).filter(|_| can_reach[node.index()])
                {
                    can_reach.insert(parent);
                }
            }
            if left == 0 || pass > 1 && left > before / 2 {
                break;
            }
        }
        // Of the others those that a transition leads from to one of these, and the other transitions between them: target
        // and source.
        let (mut found, mut entering): (Vec<NodeId>, Vec<(NodeId, NodeId)>) = Default::default();
        for node in self.nodes() {
            if can_reach[node.index()] {
                continue;
            }
            look(node, size_of_val(entering.as_slice()))?;
            let (before, mut can) = (entering.len(), false);
            system.known_successors(
                self.state(node),
                &mut scratch,
                &mut |_, next| match find(&next).filter(|next| !can_reach[next.index()]) {
                    Some(next) => entering.push((next, node)),
                    None => can = true,
                },
            );
            if can {
                entering.truncate(before);
                can_reach.insert(node.index());
                found.push(node);
            }
        }
        entering.sort_unstable();
        while let Some(target) = found.pop() {
            let first = entering.partition_point(|&(other, _)| other < target);
            let sources = entering[first..].iter().take_while(|&&(other, _)| other == target);
            let sources = sources.map(|&(_, source)| source);
            found.extend(sources.filter(|source| !can_reach.put(source.index())));
        }
        Ok(can_reach.zeroes().next().map(NodeId::from_index))
    }
}

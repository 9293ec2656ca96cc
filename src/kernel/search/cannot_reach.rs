//! States of explored graphs from which none of some others can be reached, without storing the transitions.

use std::ops::ControlFlow;

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
    /// Time linear in the number of transitions, memory of two bits for each state and of the longest path that is followed.
    /// For states without a path to a goal, and those that are found to have one only after all that follows them, memory
    /// linear in the number of transitions between them, and the time to sort these.
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
        let (mut looked, bytes) = (0, self.statistics().bytes + count as u64 / 4);
        let mut look = |more: usize| {
            looked += 1;
            match looked % CHUNK {
                1 => control.within(0, bytes + more as u64),
                _ => Ok(()),
            }
        };
        look(0)?;
        let find = |next: &T::State| self.store.find(hash(next), next).map(NodeId::from_index);
        // A state can reach what can be reached from one that was discovered from it.
        let reaches = |can_reach: &mut FixedBitSet, node: NodeId| {
            let mut up = Some(node.index());
            while let Some(node) = up.filter(|&node| !can_reach.put(node)) {
                up = self.store.parent(node);
            }
        };
        for node in self.nodes().filter(|&node| is_goal(self.state(node))) {
            reaches(&mut can_reach, node);
        }
        // A path from each other state, through states that no path came to before, until a state of it has a successor that
        // can reach a goal: then all of them can.
        let (mut seen, mut path) = (FixedBitSet::with_capacity(count), Vec::new());
        for start in self.nodes().rev() {
            let mut next = Some(start).filter(|start| !can_reach[start.index()]);
            let mut can = false;
            path.clear();
            while let Some(last) = next.take().filter(|last| !seen.put(last.index())) {
                look(size_of_val(path.as_slice()))?;
                path.push(last);
                let are_known =
                    system.known_successors(self.state(last), &mut scratch, &mut |_, state| {
                        next = find(&state);
                        can = next.is_none_or(|next| can_reach[next.index()]);
                        match next {
                            Some(next) if !can && seen[next.index()] => ControlFlow::Continue(()),
                            _ => ControlFlow::Break(()),
                        }
                    });
                can |= !are_known;
                next = next.filter(|_| !can);
            }
            if can {
                path.drain(..).for_each(|node| reaches(&mut can_reach, node));
            }
        }
        // Of the others those that a transition leads from to one of these, and the other transitions between them: target
        // and source.
        let (mut found, mut entering): (Vec<NodeId>, Vec<(NodeId, NodeId)>) = Default::default();
        for node in self.nodes() {
            if can_reach[node.index()] {
                continue;
            }
            look(size_of_val(entering.as_slice()))?;
            let (before, mut can) = (entering.len(), false);
            let are_known = system.known_successors(
                self.state(node),
                &mut scratch,
                &mut |_, state| match find(&state).filter(|next| !can_reach[next.index()]) {
                    Some(next) => {
                        entering.push((next, node));
                        ControlFlow::Continue(())
                    }
                    None => {
                        can = true;
                        ControlFlow::Break(())
                    }
                },
            );
            if can || !are_known {
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

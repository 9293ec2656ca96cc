//! The reachable part of a transition system as a graph.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::Statistics;
use super::breadth_first::{BreadthFirstSearch, CHUNK, Halt, Progress, SearchBounds, path};
use super::store::{Store, hash};
use crate::base::{Control, Groups, Id as _, IndexVec, Limit, typed_id};
use crate::transition_system::{Path, TransitionSystem};

typed_id! {
    /// A state of a graph; states are numbered in the order of their discovery, nearest first.
    pub struct NodeId;
}

/// The reachable states of a transition system, all of them unless a limit was reached.
#[derive(Debug)]
pub struct StateGraph<T: TransitionSystem> {
    system: T,
    pub(super) store: Store<T::State>,
    progress: Progress,
    statistics: Statistics,
    cut: Option<Limit>,
}

/// The transitions between the states of a graph, in five bytes each, or nine if they have more than 256 labels.
#[derive(Clone, Debug)]
pub struct Edges<L> {
    /// For each state the index of its first transition, and at the end the number of transitions.
    pub(super) first: Vec<u32>,
    pub(super) targets: Vec<NodeId>,
    /// The last byte of the number of each label.
    low: Vec<u8>,
    /// The rest of that number; empty if there is none.
    high: Vec<u32>,
    labels: Vec<L>,
    /// The states with successors that are not in the graph, in order.
    open: Vec<NodeId>,
    /// The predecessors of each state, computed on the first request.
    predecessors: OnceLock<Groups<NodeId>>,
}

/// Stores the reachable states of `system`, `max_states` at most, breadth first.
///
/// The limits of `control` apply too. They are checked after each chunk of 512 states, so the search may
/// exceed one by the successors of one chunk. If a limit is reached, the graph has the states that were found
/// before, and [`StateGraph::cut`] returns the limit.
///
/// # Complexity
/// Time linear in the number of reachable transitions, memory linear in the number of reachable
/// states.
pub fn explore<T>(system: T, max_states: u64, control: &Control) -> StateGraph<T>
where
    T: TransitionSystem + Sync,
    T::State: Send + Sync,
    T::Scratch: Send,
{
    explore_within(system, SearchBounds { states: max_states, ..SearchBounds::ALL }, control)
}

/// Explores like [`explore`], with a limit also on the sizes of states; a graph that reaches either limit is
/// cut by [`Limit::States`].
///
/// # Complexity
/// That of [`explore`].
pub fn explore_within<T>(system: T, bounds: SearchBounds, control: &Control) -> StateGraph<T>
where
    T: TransitionSystem + Sync,
    T::State: Send + Sync,
    T::Scratch: Send,
{
    explore_until(system, |_| false, bounds, control)
}

/// Explores like [`explore_within`], and ends after the first state for which `is_last` returns `true`; the graph is
/// then cut by [`Limit::States`]. `is_last` is asked for each state once, in the order of their numbers.
///
/// # Complexity
/// That of [`explore`], and a call of `is_last` for each state.
pub fn explore_until<T>(
    system: T,
    is_last: impl Fn(&T::State) -> bool + Send + Sync,
    bounds: SearchBounds,
    control: &Control,
) -> StateGraph<T>
where
    T: TransitionSystem + Sync,
    T::State: Send + Sync,
    T::Scratch: Send,
{
    explore_from(system, is_last, bounds, control, Default::default())
}

/// Explores on from the states that were stored before.
fn explore_from<T>(
    system: T,
    is_last: impl Fn(&T::State) -> bool + Send + Sync,
    bounds: SearchBounds,
    control: &Control,
    begun: (Store<T::State>, Progress),
) -> StateGraph<T>
where
    T: TransitionSystem + Sync,
    T::State: Send + Sync,
    T::Scratch: Send,
{
    let mut search = BreadthFirstSearch::continued(&system, is_last, bounds, control, begun);
    let cut = match search.run() {
        ControlFlow::Continue(()) => None,
        ControlFlow::Break(Halt::Limit(limit)) => Some(limit),
        ControlFlow::Break(Halt::Goal(_)) => Some(Limit::States),
    };
    let statistics = search.statistics();
    let BreadthFirstSearch { store, progress, .. } = search;
    StateGraph { system, store, progress, statistics, cut }
}

impl<T: TransitionSystem> StateGraph<T> {
    /// Explores on up to other bounds, if [`explore_within`] returned the graph: the result is what exploring within these
    /// bounds from the beginning returns, if they are not smaller. `of` changes the system, but nothing of the states
    /// that were stored, or of the successors that were computed.
    ///
    /// # Complexity
    /// That of the part that is explored now.
    #[must_use]
    pub fn continued(self, of: impl FnOnce(T) -> T, bounds: SearchBounds, control: &Control) -> Self
    where
        T: Sync,
        T::State: Send + Sync,
        T::Scratch: Send,
    {
        let Self { system, store, progress, .. } = self;
        explore_from(of(system), |_| false, bounds, control, (store, progress))
    }

    /// Returns the system of the states.
    pub fn system(&self) -> &T {
        &self.system
    }

    /// Returns the limit that was reached before all states were found, if any.
    pub fn cut(&self) -> Option<Limit> {
        self.cut
    }

    /// Returns the counts of the exploration.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Returns the states in the order of their discovery, that is, in the order of the lengths of their
    /// shortest paths.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<T> {
        (0..self.store.len()).map(NodeId::from_index)
    }

    /// Returns the initial states, which come first.
    pub fn initial(&self) -> impl Iterator<Item = NodeId> + use<'_, T> {
        self.nodes().take_while(|node| self.store.parent(node.index()).is_none())
    }

    /// Returns a state.
    pub fn state(&self, node: NodeId) -> &T::State {
        self.store.state(node.index())
    }

    /// Returns a shortest path to a state, the least in the order of discovery.
    ///
    /// # Complexity
    /// Linear in the number of transitions that leave the states on the path.
    pub fn path_to(&self, node: NodeId) -> Path<T::State, T::Label> {
        path(&self.system, &self.store, node.index())
    }

    /// Returns the transitions between the states, which requires one more pass over all of them.
    ///
    /// If a limit cut the exploration short, states at its border have successors that are not in the graph:
    /// [`Edges::open`] lists them. Of their transitions some may be missing that lead to states of the graph.
    ///
    /// # Complexity
    /// Time and memory linear in the number of transitions.
    ///
    /// # Errors
    /// The limit that was reached first: the time, the memory, or a request to stop.
    pub fn edges(&self, control: &Control) -> Result<Edges<T::Label>, Limit> {
        let mut scratch = T::Scratch::default();
        let transitions = usize::try_from(self.statistics.transitions).unwrap_or(0);
        let mut numbers = FxHashMap::default();
        let mut edges = Edges {
            first: Vec::with_capacity(self.store.len() + 1),
            targets: Vec::with_capacity(transitions),
            low: Vec::with_capacity(transitions),
            high: Vec::new(),
            labels: Vec::new(),
            open: Vec::new(),
            predecessors: OnceLock::new(),
        };
        for node in self.nodes() {
            if node.index() % CHUNK == 0 {
                control.within(0, self.statistics.bytes + edges.bytes())?;
            }
            edges.end_state()?;
            let mut is_open = false;
            let mut emit = |label, next| {
                match self.store.find(hash(&next), &next) {
                    Some(target) => {
                        let number = *numbers.entry(label).or_insert(edges.labels.len());
                        if number == edges.labels.len() {
                            edges.labels.push(label);
                        }
                        edges.push(number, NodeId::from_index(target));
                    }
                    None => is_open = true,
                }
                ControlFlow::Continue(())
            };
            is_open |= !self.system.known_successors(self.state(node), &mut scratch, &mut emit);
            if is_open {
                edges.open.push(node);
            }
        }
        edges.end_state()?;
        Ok(edges)
    }
}

impl<L: Copy> Edges<L> {
    /// Ends the transitions of the state before, and begins those of the next.
    fn end_state(&mut self) -> Result<(), Limit> {
        self.first.push(u32::try_from(self.targets.len()).map_err(|_| Limit::Memory)?);
        Ok(())
    }

    /// Adds a transition, by the number of its label.
    fn push(&mut self, label: usize, target: NodeId) {
        let number = u32::try_from(label).expect("there are at most as many labels as transitions");
        let [low, ..] = number.to_le_bytes();
        if number != low.into() && self.high.is_empty() {
            self.high.resize(self.low.len(), 0);
        }
        if number != low.into() || !self.high.is_empty() {
            self.high.push(number >> u8::BITS);
        }
        self.targets.push(target);
        self.low.push(low);
    }

    /// Returns the number of bytes of the transitions.
    pub fn bytes(&self) -> u64 {
        let states = size_of_val(&*self.first) + size_of_val(&*self.open);
        let labels = size_of_val(&*self.low) + size_of_val(&*self.high);
        (states + size_of_val(&*self.targets) + labels) as u64
    }

    /// Returns the transitions that leave `node`, in order: label and target.
    pub fn leaving(&self, node: NodeId) -> impl ExactSizeIterator<Item = (L, NodeId)> {
        let range = self.first[node.index()] as usize..self.first[node.index() + 1] as usize;
        range.map(|edge| {
            let high = self.high.get(edge).map_or(0, |&high| high << u8::BITS);
            (self.labels[(high | u32::from(self.low[edge])) as usize], self.targets[edge])
        })
    }

    /// Returns the states with successors that are not in the graph, in order; empty if the exploration was
    /// complete.
    pub fn open(&self) -> &[NodeId] {
        &self.open
    }

    pub(super) fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<L> {
        (0..self.first.len() - 1).map(NodeId::from_index)
    }

    pub(super) fn predecessors(&self) -> &Groups<NodeId> {
        self.predecessors.get_or_init(|| {
            let entering = || {
                self.nodes().flat_map(|source| {
                    self.leaving(source).map(move |(_, target)| (target.index(), source))
                })
            };
            Groups::new(self.first.len() - 1, entering)
        })
    }

    /// Returns for each state `true` if a path, possibly an empty one, leads from it to a state of `goal`.
    ///
    /// # Complexity
    /// Linear in the number of transitions.
    pub fn can_reach(&self, goal: IndexVec<NodeId, bool>) -> IndexVec<NodeId, bool> {
        self.can_reach_from(goal, |_, _| true)
    }

    /// Returns for each state `true` if a path, possibly an empty one, of transitions with allowed labels leads from it
    /// to a state of `goal`.
    ///
    /// # Complexity
    /// Linear in the number of transitions, times the number of those that leave one state.
    pub fn can_reach_by(
        &self,
        goal: IndexVec<NodeId, bool>,
        is_allowed: impl Fn(L) -> bool,
    ) -> IndexVec<NodeId, bool> {
        self.can_reach_from(goal, |from, to| {
            self.leaving(from).any(|(label, target)| target == to && is_allowed(label))
        })
    }

    /// Returns for each state `true` if a path leads from it to a state of `goal`, by pairs of states that are allowed.
    fn can_reach_from(
        &self,
        mut goal: IndexVec<NodeId, bool>,
        is_allowed: impl Fn(NodeId, NodeId) -> bool,
    ) -> IndexVec<NodeId, bool> {
        let mut open: Vec<NodeId> = goal.ids().filter(|&node| goal[node]).collect();
        while let Some(node) = open.pop() {
            for &predecessor in self.predecessors().of(node.index()) {
                if !goal[predecessor] && is_allowed(predecessor, node) {
                    goal[predecessor] = true;
                    open.push(predecessor);
                }
            }
        }
        goal
    }
}

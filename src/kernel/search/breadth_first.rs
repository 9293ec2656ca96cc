//! The breadth-first search loop.

use std::ops::{ControlFlow, Range};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::store::{Store, hash};
use crate::base::{Control, Limit};
use crate::transition_system::{Automaton, Path, TransitionSystem};

/// Number of states that are expanded before their successors are stored.
pub(super) const CHUNK: usize = 512;

/// Number of transitions after which a chunk ends early.
const WIDE: u64 = 1 << 14;

/// Number of states up to which worker threads do not pay off.
const SMALL: usize = 1 << 14;

/// Counts of an exploration that do not depend on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Number of stored states.
    pub states: u64,
    /// Number of followed transitions.
    pub transitions: u64,
    /// Number of steps from an initial state to the deepest stored state.
    pub depth: u64,
    /// Number of bytes of the stored states, their links and their table.
    pub bytes: u64,
}

impl Statistics {
    /// Adds the statistics of another exploration, whose states are dropped before this one goes on.
    pub fn include(&mut self, other: Self) {
        self.states += other.states;
        self.transitions += other.transitions;
        self.depth = self.depth.max(other.depth);
        self.bytes = self.bytes.max(other.bytes);
    }
}

/// Maximum size of an exploration, in addition to the limits of its control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchBounds {
    /// Maximum number of states.
    pub states: u64,
    /// Maximum number of bytes of the states, their links and their table.
    pub bytes: u64,
}

impl SearchBounds {
    /// Bounds without any limit.
    pub(super) const ALL: Self = Self { states: u64::MAX, bytes: u64::MAX };
}

/// Result of an exploration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding<S, L> {
    /// A shortest path to an accepting state, the least in the order of discovery.
    Path(Path<S, L>),
    /// No accepting state is reachable: every reachable state was explored.
    Nothing,
    /// A limit was reached first.
    Cut(Limit),
}

/// An exploration: its result, its counts and its states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exploration<S, L> {
    /// The result.
    pub finding: Finding<S, L>,
    /// The counts.
    pub statistics: Statistics,
    /// The stored states, in the order of their discovery: all reachable states if the result is
    /// [`Finding::Nothing`].
    pub states: Vec<S>,
}

/// Searches for a shortest path from an initial to an accepting state of `automaton`.
///
/// Length is counted in transitions. Limits are checked after each chunk of 512 states, or fewer if many transitions leave
/// them, so a search may exceed a limit by the successors of one chunk.
///
/// # Complexity
/// Time and transitions linear in the number of reachable transitions, memory linear in the number
/// of reachable states.
///
/// # Examples
/// ```
/// use kernel::base::Control;
/// use kernel::search::{Finding, shortest_accepting_path};
/// use kernel::transition_system::{Automaton, TransitionSystem};
///
/// /// Counts up by one or two and accepts at `0`.
/// struct Counter(u32);
/// impl TransitionSystem for Counter {
///     type State = u32;
///     type Label = u32;
///     type Scratch = ();
///     fn initial_states(&self) -> impl Iterator<Item = u32> {
///         std::iter::once(0)
///     }
///     fn successors(&self, state: &u32, (): &mut (), emit: &mut impl FnMut(u32, u32)) {
///         for step in [1, 2] {
///             if state + step <= self.0 {
///                 emit(step, state + step);
///             }
///         }
///     }
/// }
/// impl Automaton for Counter {
///     fn is_accepting(&self, state: &u32) -> bool {
///         *state == self.0
///     }
/// }
///
/// let Finding::Path(path) = shortest_accepting_path(&Counter(5), &Control::unlimited()).finding
/// else { panic!("five is reachable") };
/// assert_eq!(path.steps, [(1, 1), (2, 3), (2, 5)]);
/// ```
pub fn shortest_accepting_path<A>(
    automaton: &A,
    control: &Control,
) -> Exploration<A::State, A::Label>
where
    A: Automaton + Sync,
    A::State: Send + Sync,
    A::Scratch: Send,
{
    let is_goal = |state: &A::State| automaton.is_accepting(state);
    let mut search = BreadthFirstSearch::new(automaton, is_goal, SearchBounds::ALL, control);
    let finding = match search.run() {
        ControlFlow::Continue(()) => Finding::Nothing,
        ControlFlow::Break(Halt::Limit(limit)) => Finding::Cut(limit),
        ControlFlow::Break(Halt::Goal(index)) => {
            Finding::Path(path(automaton, &search.store, index))
        }
    };
    let statistics = search.statistics();
    Exploration { finding, statistics, states: search.store.into_states() }
}

/// Why the loop ended early.
pub(super) enum Halt {
    Limit(Limit),
    /// A goal was stored, with this number.
    Goal(usize),
}

/// The successors of one chunk that were not stored when it was expanded, in order.
struct Expansion<S> {
    /// The numbers of the states that were expanded: the chunk, or its beginning if there are many transitions.
    chunk: Range<usize>,
    /// Hash, number of the predecessor, number of transitions that the chunk followed up to here, and state.
    successors: Vec<(u64, usize, u64, S)>,
    transitions: u64,
}

/// Returns the chunk of `layer` that `start` is in, from there on.
fn chunk(start: usize, layer: &Range<usize>) -> Range<usize> {
    start..layer.end.min(start + CHUNK - (start - layer.start) % CHUNK)
}

/// The search loop with the states stored so far.
pub(super) struct BreadthFirstSearch<'a, T: TransitionSystem, G> {
    system: &'a T,
    /// Returns `true` for states at which the search ends.
    is_goal: G,
    control: &'a Control,
    /// Maximum size, in addition to the limits of the control.
    bounds: SearchBounds,
    pub(super) store: Store<T::State>,
    pub(super) progress: Progress,
}

/// How far a search has come, beside the stored states.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    /// The layer that is expanded.
    layer: Range<usize>,
    /// The first of its states that is not expanded.
    next: usize,
    transitions: u64,
    depth: u64,
}

impl<'a, T, G> BreadthFirstSearch<'a, T, G>
where
    T: TransitionSystem + Sync,
    T::State: Send + Sync,
    T::Scratch: Send,
    G: Fn(&T::State) -> bool + Send + Sync,
{
    /// Returns a loop that has not started and stores about `bounds` at most.
    pub(super) fn new(
        system: &'a T,
        is_goal: G,
        bounds: SearchBounds,
        control: &'a Control,
    ) -> Self {
        let begun = (Store::new(), Progress::default());
        Self::continued(system, is_goal, bounds, control, begun)
    }

    /// Returns a loop that goes on where one ended which a limit cut short.
    pub(super) fn continued(
        system: &'a T,
        is_goal: G,
        bounds: SearchBounds,
        control: &'a Control,
        (store, progress): (Store<T::State>, Progress),
    ) -> Self {
        Self { system, is_goal, control, bounds, store, progress }
    }

    /// Returns the counts so far.
    pub(super) fn statistics(&self) -> Statistics {
        Statistics {
            states: self.store.len() as u64,
            transitions: self.progress.transitions,
            depth: self.progress.depth,
            bytes: self.bytes(),
        }
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + self.system.shared_bytes() as u64
    }

    /// Explores until a goal is stored, a limit is reached, or all states are expanded.
    pub(super) fn run(&mut self) -> ControlFlow<Halt> {
        if self.progress.layer.end == 0 {
            // If a limit ended this before, the states that are stored are inserted again, which changes nothing.
            for (index, state) in self.system.initial_states().enumerate() {
                self.insert(hash(&state), state, None)?;
                if index % CHUNK == CHUNK - 1 {
                    self.check_limits()?;
                }
            }
            self.progress.layer = 0..self.store.len();
        } else if !self.progress.layer.is_empty() {
            self.check_limits()?;
        }
        let mut scratch = T::Scratch::default();
        loop {
            let Progress { layer, next, .. } = self.progress.clone();
            if layer.is_empty() {
                return ControlFlow::Continue(());
            }
            if next == layer.start
                && layer.len() > CHUNK
                && self.store.len() > SMALL
                && let Some(pool) = self.pool()
            {
                // The thread that stores successors is one of the workers: many of the entries that it looks
                // up are in its cache from its own lookups.
                return pool.install(|| self.run_on_workers());
            }
            self.publish(layer.end - next);
            self.expand_up_to(layer.end, &mut scratch)?;
            self.next_layer();
        }
    }

    /// Expands the states that are left before `end`, which is where a chunk ends, one chunk after the other.
    fn expand_up_to(&mut self, end: usize, scratch: &mut T::Scratch) -> ControlFlow<Halt> {
        while self.progress.next < end {
            let chunk = chunk(self.progress.next, &self.progress.layer);
            let expansion = self.expand(chunk, scratch);
            self.store_all(expansion)?;
        }
        ControlFlow::Continue(())
    }

    /// Goes on with the layer, of which nothing is expanded, on the workers of the current pool.
    fn run_on_workers(&mut self) -> ControlFlow<Halt> {
        let batch = CHUNK * rayon::current_num_threads();
        let mut own = T::Scratch::default();
        while !self.progress.layer.is_empty() {
            let layer = self.progress.layer.clone();
            self.publish(layer.len());
            for start in layer.clone().step_by(batch) {
                let expansions: Vec<Expansion<T::State>> = (start..layer.end.min(start + batch))
                    .into_par_iter()
                    .step_by(CHUNK)
                    .map_init(T::Scratch::default, |scratch, start| {
                        self.expand(chunk(start, &layer), scratch)
                    })
                    .collect();
                for mut expansion in expansions {
                    // Some successors were stored with earlier chunks, and the workers' lookups have not
                    // brought the table into the cache of this thread.
                    self.drop_stored(&mut expansion);
                    let end = chunk(expansion.chunk.start, &layer).end;
                    self.store_all(expansion)?;
                    self.expand_up_to(end, &mut own)?;
                }
            }
            self.next_layer();
        }
        ControlFlow::Continue(())
    }

    fn next_layer(&mut self) {
        let Progress { layer, next, depth, .. } = &mut self.progress;
        *next = layer.end;
        *layer = layer.end..self.store.len();
        *depth += u64::from(layer.start < layer.end);
    }

    /// Starts the workers; returns `None` if the caller's thread is the only one.
    fn pool(&self) -> Option<ThreadPool> {
        if self.control.threads <= 1 {
            return None;
        }
        // If the system provides no threads the search continues alone: the result is the same.
        ThreadPoolBuilder::new().num_threads(self.control.threads).build().ok()
    }

    fn publish(&self, queue: usize) {
        self.control.progress.publish(
            self.store.len() as u64,
            self.progress.transitions,
            self.progress.depth,
            queue as u64,
            self.bytes(),
        );
    }

    fn expand(&self, chunk: Range<usize>, scratch: &mut T::Scratch) -> Expansion<T::State> {
        let mut expansion =
            Expansion { chunk: chunk.clone(), successors: Vec::new(), transitions: 0 };
        for (parent, state) in chunk.clone().zip(self.store.slice(chunk)) {
            self.system.successors(state, scratch, &mut |_, next| {
                expansion.transitions += 1;
                let hash = hash(&next);
                expansion.successors.push((hash, parent, expansion.transitions, next));
            });
            if expansion.transitions >= WIDE {
                expansion.chunk.end = parent + 1;
                break;
            }
        }
        self.drop_stored(&mut expansion);
        expansion
    }

    /// Drops the successors that are stored already.
    ///
    /// Each lookup waits for memory. In a separate loop the processor overlaps many of them, which it cannot
    /// do if each is followed by the work on the next successor.
    fn drop_stored(&self, expansion: &mut Expansion<T::State>) {
        expansion.successors.retain(|(hash, _, _, state)| !self.store.contains(*hash, state));
    }

    fn store_all(&mut self, expansion: Expansion<T::State>) -> ControlFlow<Halt> {
        let before = self.progress.transitions;
        for (hash, parent, transitions, state) in expansion.successors {
            self.progress.transitions = before + transitions;
            if let stop @ ControlFlow::Break(_) = self.insert(hash, state, Some(parent)) {
                // The state that ends the search is one step below the layer that is expanded.
                self.progress.depth += 1;
                return stop;
            }
        }
        self.progress.transitions = before + expansion.transitions;
        self.progress.next = expansion.chunk.end;
        self.publish(self.store.len() - expansion.chunk.end);
        self.check_limits()
    }

    fn check_limits(&self) -> ControlFlow<Halt> {
        let states = self.store.len() as u64;
        let shared = self.system.shared_bytes() as u64;
        let is_full =
            states > self.bounds.states || self.store.bytes() + shared > self.bounds.bytes;
        let limit = self.control.limit(states, self.store.bytes_soon() + shared);
        match limit.or(is_full.then_some(Limit::States)) {
            Some(limit) => ControlFlow::Break(Halt::Limit(limit)),
            None => ControlFlow::Continue(()),
        }
    }

    fn insert(&mut self, hash: u64, state: T::State, parent: Option<usize>) -> ControlFlow<Halt> {
        if !self.store.has_room() {
            return ControlFlow::Break(Halt::Limit(Limit::States));
        }
        let index = self.store.len();
        if !self.store.insert(hash, state, parent) {
            return ControlFlow::Continue(());
        }
        self.store.add_heap_bytes(self.system.heap_bytes(self.store.state(index)));
        if (self.is_goal)(self.store.state(index)) {
            return ControlFlow::Break(Halt::Goal(index));
        }
        ControlFlow::Continue(())
    }
}

/// Returns the path by which the state `index` of `store` was discovered.
pub(super) fn path<T: TransitionSystem>(
    system: &T,
    store: &Store<T::State>,
    mut index: usize,
) -> Path<T::State, T::Label> {
    let mut steps = Vec::new();
    let mut scratch = T::Scratch::default();
    while let Some(parent) = store.parent(index) {
        let state = store.state(index);
        let mut label = None;
        system.successors(store.state(parent), &mut scratch, &mut |by, next| {
            if label.is_none() && next == *state {
                label = Some(by);
            }
        });
        let label = label.expect("a state is a successor of the state it was discovered from");
        steps.push((label, state.clone()));
        index = parent;
    }
    steps.reverse();
    Path { initial: store.state(index).clone(), steps }
}

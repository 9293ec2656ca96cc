//! Limits of long computations, and their progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why a computation was cut short.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, thiserror::Error)]
pub enum Limit {
    /// The time limit is exceeded.
    #[error("a time limit was reached")]
    Timeout,
    /// The memory limit is exceeded.
    #[error("a memory limit was reached")]
    Memory,
    /// The maximum number of states is stored.
    #[error("a limit of states was reached")]
    States,
    /// The user, or the system, requested a stop.
    #[error("stopped on request")]
    Interrupted,
}

/// Counters that a running computation keeps up to date, for displays.
///
/// They are written with relaxed ordering and read from another thread: a display may lag, a
/// result never depends on them.
#[derive(Debug, Default)]
pub struct Progress {
    states: AtomicU64,
    transitions: AtomicU64,
    depth: AtomicU64,
    queue: AtomicU64,
    bytes: AtomicU64,
}

impl Progress {
    /// Publishes the counters: stored states, followed transitions, layers done, states waiting,
    /// bytes of the store.
    pub fn publish(&self, states: u64, transitions: u64, depth: u64, queue: u64, bytes: u64) {
        self.states.store(states, Ordering::Relaxed);
        self.transitions.store(transitions, Ordering::Relaxed);
        self.depth.store(depth, Ordering::Relaxed);
        self.queue.store(queue, Ordering::Relaxed);
        self.bytes.store(bytes, Ordering::Relaxed);
    }

    /// Returns the states stored so far.
    pub fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }

    /// Returns the transitions followed so far.
    pub fn transitions(&self) -> u64 {
        self.transitions.load(Ordering::Relaxed)
    }

    /// Returns the layers finished so far.
    pub fn depth(&self) -> u64 {
        self.depth.load(Ordering::Relaxed)
    }

    /// Returns the states that wait for expansion.
    pub fn queue(&self) -> u64 {
        self.queue.load(Ordering::Relaxed)
    }

    /// Returns the bytes that the store of states takes.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

/// The budgets of a computation, requests to stop it, and its counters.
///
/// One value serves one question: it may be cut from another thread or a signal handler, the budgets are
/// fixed when the computation starts. Searches check [`Control::limit`] between chunks of work, never inside
/// one.
#[derive(Debug, Default)]
pub struct Control {
    /// Request to stop the computation.
    pub cut: Cut,
    /// The moment at which the time is over; `None` is no limit.
    pub deadline: Option<Instant>,
    /// Maximum number of states to store; `None` is no limit.
    pub max_states: Option<u64>,
    /// Maximum number of bytes for stores of states; `None` is no limit.
    pub max_bytes: Option<u64>,
    /// The number of worker threads; 0 and 1 both mean that the caller's thread does the work.
    pub threads: usize,
    /// The counters of the running search.
    pub progress: Progress,
}

/// The limit that another thread or a signal handler found reached, if any; it may be set while a computation
/// runs.
///
/// The value is 0 for no limit, else one more than the index in [`CUTS`]. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cut(Arc<AtomicU8>);

/// The limits, in the order of the variants.
const CUTS: [Limit; 4] = [Limit::Timeout, Limit::Memory, Limit::States, Limit::Interrupted];

impl Control {
    /// Returns a control without limits, on the caller's thread.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Returns the control of a part of this computation that may store `max_states` states at most. A request to stop
    /// this computation stops the part, too; the part has counters of its own.
    #[must_use]
    pub fn part(&self, max_states: u64) -> Self {
        Self {
            cut: self.cut.clone(),
            deadline: self.deadline,
            max_states: Some(self.max_states.map_or(max_states, |most| most.min(max_states))),
            max_bytes: self.max_bytes,
            threads: self.threads,
            progress: Progress::default(),
        }
    }

    /// Sets the deadline to `duration` from now.
    #[must_use]
    pub fn with_timeout(mut self, duration: Duration) -> Self {
        self.deadline = Instant::now().checked_add(duration);
        self
    }

    /// Requests the computation to stop at the next opportunity.
    pub fn interrupt(&self) {
        self.cut(Limit::Interrupted);
    }

    /// Requests the computation to stop at the next opportunity, because of a limit that it does not check
    /// itself. The first request counts.
    pub fn cut(&self, limit: Limit) {
        let number = limit as u8 + 1;
        let _ = self.cut.0.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Returns the result of [`Control::limit`] as an error, for computations that end with it.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn within(&self, states: u64, bytes: u64) -> Result<(), Limit> {
        self.limit(states, bytes).map_or(Ok(()), Err)
    }

    /// Returns the limit that is reached by a search that stores `states` states in `bytes` bytes.
    pub fn limit(&self, states: u64, bytes: u64) -> Option<Limit> {
        let cut = self.cut.0.load(Ordering::Relaxed);
        if cut > 0 {
            CUTS.get(usize::from(cut) - 1).copied()
        } else if self.max_states.is_some_and(|most| states > most) {
            Some(Limit::States)
        } else if self.max_bytes.is_some_and(|most| bytes > most) {
            Some(Limit::Memory)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Limit::Timeout)
        } else {
            None
        }
    }
}

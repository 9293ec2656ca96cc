//! Questions about component systems that the exploration of global states answers: deadlocks, invariants,
//! reachability.
//!
//! [`Explored::new`] stores the reachable global states once for all questions; where these are finitely many and fit
//! into the limits, each answer is exact. A violation has a shortest run, which the global semantics has replayed.

mod explored;
mod global_graph;
mod packed_state;
mod run;
mod space;

pub use explored::{Answer, Explored, MAX_STATES, Open, Question};
pub use global_graph::{GlobalGraph, GlobalNode};
pub use run::{GlobalRun, GlobalStep};

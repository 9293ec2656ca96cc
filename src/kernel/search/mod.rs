//! Exploration of explicit state spaces, breadth first.
//!
//! There is one loop: [`shortest_accepting_path`]. A layer is expanded in chunks of fixed size,
//! possibly on several threads, and the successors are stored in the order of the chunks. So the
//! states, their numbers, the counts and the path are the same for any number of threads.

mod breadth_first;
mod store;

pub use breadth_first::{Exploration, Finding, Statistics, shortest_accepting_path};

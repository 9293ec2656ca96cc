//! Exploration of explicit state spaces, breadth first.
//!
//! There is one loop, used by [`shortest_accepting_path`], which ends with the first accepting state, and by
//! [`explore`], which stores all reachable states as a [`StateGraph`]. A layer is expanded in chunks of fixed
//! size, possibly on several threads, and the successors are stored in the order of the chunks. So the
//! states, their numbers, the counts and the path are the same for any number of threads, and if an exploration that a
//! limit cut short goes on ([`StateGraph::continued`]). A [`Store`] has the states found so far.
//!
//! [`reachable`] and [`shortest_path`] are for small graphs that need neither threads nor limits.

mod breadth_first;
mod cannot_reach;
mod components;
mod explicit;
mod state_graph;
mod store;

pub use breadth_first::{Exploration, Finding, SearchBounds, Statistics, shortest_accepting_path};
pub use components::Components;
pub use explicit::{path_ends, reachable, shortest_path};
pub use state_graph::{Edges, NodeId, StateGraph, explore, explore_until, explore_within};
pub use store::{Store, hash};

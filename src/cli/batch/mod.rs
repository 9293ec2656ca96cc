//! `batch`: what all models of a library state, asked of worker processes.
//!
//! [`run()`] expands the inputs, answers from the cache of earlier runs what it can, and gives the rest to a [`pool`] of
//! workers, each of which answers one model after the other as `check` does. What is cut by a time limit waits: each
//! model is tried for a moment first, so that one that takes long holds no other. A worker says when it begins with a
//! model and when it has done with it: whatever ends it costs the model between these two records at most.

mod build_id;
mod cache;
mod inputs;
mod library;
mod merge;
mod outcome;
mod pool;
mod protocol;
mod resume;
mod run;
#[cfg(debug_assertions)]
mod test_pauses;

pub(crate) use protocol::{jobs, say};
pub(crate) use run::run;
#[cfg(debug_assertions)]
pub(crate) use test_pauses::pause;

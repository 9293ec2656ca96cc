//! The questions: one directory a question, each with its procedure, its answer and its proof.
//!
#![doc = include_str!("../../docs/bibliography.md")]

pub mod closure;
pub mod conformance;
pub mod membership;
pub mod protocol;
pub mod reachability;
pub mod realisability;
pub mod rsc;
pub mod safety;

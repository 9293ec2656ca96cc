//! Model checking for communicating automata.
//!
//! Finite machines exchange messages over unbounded FIFO or bag channels. In general nothing
//! about such systems is decidable; this library decides what it can and says `unknown`, with the
//! reason, where it cannot.
//!
//! # The map of the theory
//!
//! | notion | source | place |
//! |---|---|---|
//! | system of communicating automata, channels, asynchronous semantics | \[RSC\] 2.2 | [`model::cfsm`] |
//! | executions, matching pairs, causal equivalence, communications | \[RSC\] 2.3 | [`model::cfsm::Execution`] |
//! | action graphs, conflict graphs | \[RSC\] 2.4 | [`model::cfsm::ActionGraph`], [`model::cfsm::ConflictGraph`] |
//! | RSC and causally RSC executions | \[RSC\] 3.1 | [`model::cfsm::ConflictGraph::is_causally_rsc`] |
//! | borderline violations as evidence | \[RSC\] 4.1 | [`model::witness::Witness`] |
//!
//! # Bibliography
//!
//! - **\[RSC\]** L. Germerie Guizouarn, *Communicating automata and quasi-synchronous
//!   communications*, doctoral thesis, 2023.
//!
//! # Floors
//!
//! A module imports only what stands above it; see `ARCHITECTURE.md`.

pub mod check;
pub mod cli;
pub mod kernel;
pub mod language;
pub mod model;

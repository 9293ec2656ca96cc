//! What is checked: plain data with invariants, its semantics, and translations between models.

pub mod cfsm;
pub mod choreography;
pub mod generate;
pub mod interaction;
pub mod trace;
pub mod witness;

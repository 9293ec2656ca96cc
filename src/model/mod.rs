//! What is checked: plain data with invariants, its semantics, and translations between models.
//!
#![doc = include_str!("../../docs/bibliography.md")]

pub mod cfsm;
pub mod choreography;
pub mod evidence;
pub mod generate;
pub mod interaction;
pub mod trace;

//! Text, pictures and reports of answers, models and evidence.
//!
//! [`drawing`] defines charts, sequence diagrams, graphs and tables as plain data, lays them out and writes them;
//! [`diagrams`] and [`witness`] build them from models, automata and replayed runs; [`report`] writes the
//! results of a run.
//!
//! # Example
//!
//! ```
//! use kernel::automata::{NamedAutomaton, NamedState, NamedTransition};
//! use render::drawing::{automaton_graph, dot};
//!
//! let state = |name: &str, initial, accepting| {
//!     NamedState { name: name.to_owned(), initial, accepting }
//! };
//! let automaton = NamedAutomaton {
//!     name: "ping".to_owned(),
//!     states: vec![state("waiting", true, false), state("done", false, true)],
//!     transitions: vec![NamedTransition { from: 0, letter: "?ping".to_owned(), to: 1 }],
//!     gathered: None,
//! };
//! let picture = dot(&automaton_graph(&automaton));
//! assert!(picture.contains("label=\"?ping\""), "{picture}");
//! ```
//!
#![doc = include_str!("README.md")]

pub mod automaton;
pub mod choreography;
pub mod component;
pub mod conformance;
pub mod diagrams;
pub mod drawing;
pub mod interaction;
pub mod report;
mod row;
pub mod sentences;
mod sizes;
pub mod system;
pub mod system_answers;
pub mod witness;

pub use row::row;
pub use sizes::model_sizes;

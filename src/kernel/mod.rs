//! The lowest crate: data structures and algorithms that are independent of communicating automata.
//!
//! # Examples
//!
//! A calculator with two keys shows 1; which keys lead to 22? The system defines the successors of a number,
//! and the search stores the numbers that it reaches:
//! ```
//! use kernel::base::Control;
//! use kernel::search::{Finding, shortest_accepting_path};
//! use kernel::transition_system::{Automaton, TransitionSystem};
//!
//! struct Calculator;
//!
//! impl TransitionSystem for Calculator {
//!     type State = u32;
//!     type Label = &'static str;
//!     type Scratch = ();
//!
//!     fn initial_states(&self) -> impl Iterator<Item = u32> {
//!         std::iter::once(1)
//!     }
//!
//!     fn successors(&self, shown: &u32, (): &mut (), emit: &mut impl FnMut(&'static str, u32)) {
//!         emit("double", shown.saturating_mul(2));
//!         emit("add 3", shown.saturating_add(3));
//!     }
//! }
//!
//! impl Automaton for Calculator {
//!     fn is_accepting(&self, shown: &u32) -> bool {
//!         *shown == 22
//!     }
//! }
//!
//! let found = shortest_accepting_path(&Calculator, &Control::unlimited());
//! let Finding::Path(path) = found.finding else { panic!("some keys lead there") };
//! let keys: Vec<&str> = path.steps.iter().map(|(key, _)| *key).collect();
//! assert_eq!(keys, ["add 3", "double", "add 3", "double"]);
//! ```
//!
#![doc = include_str!("README.md")]

pub mod automata;
pub mod base;
pub mod diagnostics;
pub mod search;
pub mod source;
pub mod transition_system;
pub mod verdict;

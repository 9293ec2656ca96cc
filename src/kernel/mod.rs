//! The ground floor: nothing here knows of communicating automata.

pub mod automata;
pub mod base;
pub mod diagnostics;
pub mod search;
pub mod source;
pub mod transition_system;
pub mod verdict;

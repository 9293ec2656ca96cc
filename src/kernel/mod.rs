//! The ground floor: nothing here knows of communicating automata.

pub mod automata;
pub mod base;
pub mod diagnostics;
pub mod source;

//! Finite automata over any alphabet, and regular expressions.

mod dfa;
mod nfa;
mod regular;
mod universality;

pub use dfa::{Dfa, DfaStateId};
pub use nfa::{Nfa, NfaStateId};
pub use regular::RegularExpression;
pub use universality::{Steps, is_universal};

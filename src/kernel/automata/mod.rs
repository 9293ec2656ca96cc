//! Finite automata over any alphabet.

mod nfa;
mod universality;

pub use nfa::{Nfa, NfaStateId};
pub use universality::{Steps, is_universal};

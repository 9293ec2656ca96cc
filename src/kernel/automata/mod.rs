//! Finite automata over any alphabet, and regular expressions.

mod dfa;
mod finite;
mod named;
mod prefix_closed;
mod regular;
mod universality;

pub use dfa::{Dfa, DfaStateId};
pub use finite::{
    Alphabet, Difference, FiniteAutomaton, FiniteStateId, RandomWords, Reader, Side, Simulation,
    Subsets, SymbolId, WordsOfLength, equivalence, inclusion, joined,
};
pub use named::{NamedAutomaton, NamedState, NamedTransition, Naming};
pub use prefix_closed::PrefixClosed;
pub use regular::RegularExpression;
pub use universality::{Steps, is_universal};

//! Finite automata as values: an alphabet of numbered symbols, initial and accepting states.

mod automaton;

pub use automaton::{FiniteAutomaton, FiniteStateId, SymbolId};

//! Finite automata as values: an alphabet of numbered symbols, initial and accepting states.
//!
//! Each operation has its own file. Two automata that are combined or compared are over one alphabet;
//! [`joined`] makes one of two. Operations that may take long check the limits of a
//! [`Control`](crate::base::Control) as they go on.

mod alphabet;
mod automaton;
mod bisimilarity;
mod branching;
mod determinised;
mod enumeration;
mod expression;
mod inclusion;
mod minimal_nfa;
mod minimised;
mod pairs;
mod projection;
mod random_words;
mod reader;
mod reduced;
mod refinable_partition;
mod regular_operations;
mod simulation;
mod subsets;
mod useful;
mod words;

pub use alphabet::{Alphabet, joined};
pub(crate) use automaton::Edge;
pub use automaton::{FiniteAutomaton, FiniteStateId, SymbolId};
pub use bisimilarity::bisimilarity;
pub use branching::branching_bisimilarity;
pub use enumeration::WordsOfLength;
pub use inclusion::{Difference, Side, equivalence, inclusion};
pub(crate) use minimised::coarsest_partition;
pub use random_words::RandomWords;
pub use reader::WordReader;
pub(crate) use refinable_partition::RefinablePartition;
pub use simulation::Simulation;
pub use subsets::Subsets;

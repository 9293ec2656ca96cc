//! Finite automata over any alphabet, and regular expressions.
//!
//! [`FiniteAutomaton`] is the only type of nondeterministic automata; silent transitions are those by a
//! symbol that [`FiniteAutomaton::closure`] and [`is_universal`] take as an argument. There is one subset construction, one
//! refinement of partitions, and one search for inclusion. Other types and functions are [`Dfa`], which has a
//! table of successors and outputs of any type; [`PrefixClosedDfa`], whose minimal automaton keeps the
//! letters themselves; [`WordReader`], which determinises as far as words need it in bounded memory; and
//! [`is_universal`], whose answer depends only on a number of steps.

mod dfa;
mod finite;
mod named;
mod prefix_closed;
mod regular;
mod universality;

pub use dfa::{Dfa, DfaStateId};
pub use finite::{
    Alphabet, Difference, FiniteAutomaton, FiniteStateId, RandomWords, Side, Simulation, Subsets,
    SymbolId, WordReader, WordsOfLength, bisimilarity, branching_bisimilarity, equivalence,
    inclusion, joined,
};
pub use named::{NamedAutomaton, NamedState, NamedTransition};
pub use prefix_closed::PrefixClosedDfa;
pub use regular::RegularExpression;
pub use universality::{Steps, is_universal};

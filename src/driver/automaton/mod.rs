//! Questions about finite automata, and operations on them.

mod operations;
mod questions;

pub use operations::{DifferentLocations, NoSymbol, combined, over_both, projected, trimmed};
pub use questions::{
    AutomatonFacts, AutomatonFinding, AutomatonInput, LanguageSize, accepts, empty, equivalent,
    facts, included,
};

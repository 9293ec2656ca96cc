//! Formulas of linear temporal logic, with future and past operators, over propositions that are numbered.
//!
//! A formula is about one position of a trace, which is a finite or infinite sequence of letters; a letter says which
//! propositions are true. A trace satisfies a formula iff the formula holds at its first position. What a proposition
//! is about is not known here: [`component`](crate::component) has predicates on global states.

mod formula;

pub use formula::{BinaryOperator, Formula, PropositionId, UnaryOperator};

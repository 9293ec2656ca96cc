//! Properties of component systems: predicates, formulas of linear temporal logic, automata, and atoms that watch.
//!
//! A text is split into lexemes, which a parser by precedence makes a tree of: words such as `G`, `state` and `when`
//! mean something only where they may stand, and all of them are names elsewhere. The tree is then resolved against a
//! [`Composite`](model::component::Composite). Formulas and arithmetic are one grammar, since a parenthesis may hold
//! either; which of them is right where is known only by the types.
//!
//! Each comparison, truth value of a component, `c@l` and `fired(a)` is a proposition of the formula, and equal ones
//! are the same proposition.

mod automaton;
mod cases;
pub mod codes;
mod fired;
mod lines;
mod literal;
mod monitor;
mod names;
mod notation;
mod observer;
mod parser;
mod possible_cases;
mod print;
mod read;
mod resolve;
mod syntax;
mod token;

pub(crate) use lines::read_lines;
pub use print::{print_lines, print_predicate, print_property};
pub use read::{PropertyText, read_formula, read_monitors, read_predicate};

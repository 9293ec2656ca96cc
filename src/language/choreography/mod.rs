//! Languages of choreographies: global descriptions of the interactions between participants.
//!
//! [`read()`] turns a text in any [`Format`] into a [`Model`], or into diagnostics with places and
//! advice. A model holds a finite automaton; for languages with terms it also holds the term, a
//! [`Structured`]. A construct that no finite automaton expresses is refused by name.

mod arena;
mod audible;
mod automaton;
mod builder;
mod chorgram;
pub mod codes;
mod condense;
mod describe;
mod directive;
mod dot;
mod draft;
mod format;
mod lexer;
mod likely_mistakes;
mod model;
mod print;
mod print_line;
mod print_scribble;
mod print_sprout;
mod print_terms;
mod printed;
mod printed_names;
mod read;
mod recursion;
mod scribble;
mod sprout;
mod structured;
mod unfold;
mod unprintable;

pub use draft::Guards;
pub use format::Format;
pub use model::{ChoiceFrame, ChoiceKind, Model};
pub use print::print;
pub use printed::{MovedEnds, Printed};
pub use read::{read, read_with};
pub use structured::{Procedure, ProcedureId, Structured, Term, TermId};
pub use unprintable::Unprintable;

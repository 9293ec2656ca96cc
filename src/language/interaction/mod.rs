//! The language of interactions: sequence diagrams as terms, with their signatures.
//!
//! [`read()`] turns a text such as `seq(l -- m -> k, loopS(k -- n -> l))` into a [`Model`], or into
//! diagnostics with places and advice; [`read_signature`] reads the names beside it. The reader is written by
//! hand, with a stack instead of recursion: terms are nested as deep as programs make them, and a
//! mistake in one operand costs that operand only.

mod codes;
mod expectation;
mod lexer;
mod mistake;
mod model;
mod names;
mod passing;
mod read;
mod sections;
mod term;

pub use expectation::Expectation;
pub use mistake::{Mistake, explanation};
pub use model::{Model, Reading};
pub use read::{read, read_signature};

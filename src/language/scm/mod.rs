//! The language SCM: systems of communicating automata as McScM reads them.
//!
//! [`read()`] turns a text into a [`Model`](crate::system::Model), or into diagnostics with places and advice. What
//! McScM accepts is accepted, in its spelling and in that of the thesis; constructs that it accepts and
//! then ignores (conditions on variables, assignments, thresholds) are refused by name, and errors that
//! it does not detect are reported. Contents expressions have abbreviations that McScM refuses; a model
//! holds their expansions, so that [`print()`] writes text that McScM reads.

mod advice;
mod arithmetic;
mod ast;
mod builder;
pub mod codes;
mod directive;
mod emission;
mod format;
mod json;
mod legal_names;
mod lexer;
mod lower;
mod parser;
mod print;
mod read;
mod repair;
mod restate;
mod syntax;
mod token;
mod usual;

pub use emission::{Emission, emission};
pub use format::format;
pub use json::json;
pub(crate) use legal_names::{NameRules, legal_names};
pub use print::{as_printed, changed_names, final_line, print};
pub use read::{PROJECTIONS, read};
pub use restate::{LineChange, Restated, restate};

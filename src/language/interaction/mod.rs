//! The language of interactions: sequence diagrams as terms, with their signatures.
//!
//! [`read()`] turns a text such as `seq(l -- m -> k, loopS(k -- n -> l))` into a [`Model`], or into
//! diagnostics with places and advice; [`read_signature`] reads the signature from a file of its own. The grammar is
//! `grammar/interaction.lalrpop`. The parser keeps an explicit stack, since generated terms are deeply nested, and an
//! error in one operand affects that operand only. [`read_plantuml`] and [`print_plantuml`] do the same for sequence
//! diagrams of `PlantUML`, [`read_mermaid`] and [`print_mermaid`] for those of Mermaid.

mod builder;
pub mod codes;
mod diagram;
mod expectation;
mod format;
mod layout;
mod lexer;
mod likely_mistakes;
mod model;
mod names;
mod parser;
mod parts;
mod passing;
mod print;
mod read;
mod terminals;

pub use diagram::{
    DiagramLanguage, DiagramOptions, Unprintable, print_mermaid, print_plantuml, read_mermaid,
    read_plantuml,
};
pub(crate) use diagram::{SkippedTo, skipped_behind};
pub use expectation::Expectation;
pub(crate) use expectation::{OPENING as EXPECTATION, read as expectations};
pub use format::format;
pub(crate) use lexer::{Cursor, Kind, lex};
pub use model::Model;
pub(crate) use names::{Declaration, Names};
pub(crate) use passing::{UnknownName, action, twice};
pub(crate) use print::PrintedNames;
pub use print::{changed_names, print};
pub use read::{read, read_signature};

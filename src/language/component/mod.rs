//! The language of component systems: the commonly used part of BIP 2.
//!
//! [`read()`] turns a text into a [`Model`], or into diagnostics with places and advice. Nested compounds are
//! flattened, and the values of parameters and constants filled in. What belongs to BIP 2 and is not supported (clocks,
//! connectors of connectors, types from outside and more) is refused by name. [`print()`] writes a composite as a text
//! that reads as the same composite, and [`format()`] lays a text out.

mod ast;
mod builder;
pub mod codes;
mod constants;
mod directive;
mod format;
mod functions;
mod lexer;
mod lower;
mod model;
mod packages;
mod parser;
mod print;
pub mod property;
mod read;
mod syntax;
mod token;
mod unit;

pub use format::format;
pub use functions::FunctionRegistry;
pub use model::{Model, Places};
pub use packages::{NoPackages, Packages};
pub use print::{declarations_text, print, transition_text};
pub use read::{outline, read};

//! Languages of finite automata: JSON, Timbuk and Aldebaran.
//!
//! [`read()`] turns a text in any [`Format`] into a [`Model`], or into diagnostics with places and
//! advice; [`print()`] is its inverse. Symbols are names. The symbols of a model are in the order of
//! their names, so that files that differ in the order of their lines mean equal values.
//!
//! - JSON, `scm-check/automaton`: can express every model. Symbols that no transition reads are listed in
//!   `alphabet`.
//! - Timbuk (`.timbuk`): tree automata whose trees are words. The one symbol of arity 0 marks the
//!   initial states, those of arity 1 are the alphabet. Names with spaces, brackets or colons cannot
//!   be written.
//! - Aldebaran (`.aut`): labelled transition systems. The format has one initial state and no
//!   accepting ones; lines `// initial: 0 3` and `// final: 1 2` declare them, and without
//!   the second every state accepts. In quoted labels `\"`, `\\`, `\n`, `\r` and `\t` are single
//!   characters. Only symbols that a transition reads are kept.

mod aldebaran;
pub mod codes;
mod diagram_json;
mod format;
mod json;
mod json_places;
mod model;
mod print;
mod raw;
mod read;
mod timbuk;
mod words;

pub use diagram_json::diagram_json;
pub use format::Format;
pub use model::{Model, diagram};
pub use print::{Unprintable, print};
pub use read::read;
pub use words::{read_word, word_names, word_text};

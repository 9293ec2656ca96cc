//! The language of traces and multitraces: `{[l] l!m; [k,j] k?m.k!n}`.
//!
//! [`read()`] turns a text into a [`Model`], or into diagnostics with places and advice, whose codes are those
//! of [`interaction`](super::interaction). [`read_plain`] reads multitraces of letters that belong to fixed
//! locations, and [`letter()`] reads the letters of automata.

mod letter;
mod plain;
mod print;
mod read;

pub use letter::letter;
pub use plain::{PlainModel, read_plain};
pub use print::{print, print_texts};
pub use read::{Model, names, read, read_over_letters};

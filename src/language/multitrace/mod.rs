//! The language of traces and multitraces: `{[l] l!m; [k,j] k?m.k!n}`.
//!
//! [`read()`] turns a text into a [`Model`], or into diagnostics with places and advice, whose codes are those
//! of [`interaction`](super::interaction).

mod print;
mod read;

pub use print::print;
pub use read::{Model, Reading, read};

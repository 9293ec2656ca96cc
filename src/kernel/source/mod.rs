//! Texts that are read, and places in them.
//!
//! A place is a [`Span`] of bytes; lines and columns are computed only where a person reads them.

mod span;
mod text;

pub use span::Span;
pub use text::{Position, Source};

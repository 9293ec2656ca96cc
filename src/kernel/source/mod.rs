//! Source texts, and places in them.
//!
//! A place is a [`Span`] of bytes; lines and columns are computed only for display.

mod span;
mod text;

pub use span::Span;
pub use text::{Position, Source};

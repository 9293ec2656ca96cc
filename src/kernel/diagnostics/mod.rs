//! Diagnostics about inputs, and their display.
//!
//! A [`Diagnostic`] describes one error at one place. Its [`Code`] is stable, and a [`CodePage`] explains it;
//! the codes are defined by each language.

mod code;
mod diagnostic;
mod remedy;
mod render;
mod sink;

pub use code::{Code, CodePage, Severity};
pub use diagnostic::{Diagnostic, Diagnostics, Fix, Label};
pub use remedy::Remedy;
pub use render::{Colours, render, render_all};
pub use sink::Sink;

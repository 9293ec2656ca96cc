//! What is wrong with an input, and how it is shown.
//!
//! A [`Diagnostic`] says one thing about one place. Its [`Code`] is stable and carries the longer
//! explanation; which codes exist is the business of each language.

mod code;
mod diagnostic;
mod render;
mod sink;

pub use code::{Code, Severity};
pub use diagnostic::{Diagnostic, Diagnostics, Label};
pub use render::{Colours, render, render_all};
pub use sink::Sink;

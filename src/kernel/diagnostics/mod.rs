//! What is wrong with an input, and how it is shown.
//!
//! A [`Diagnostic`] says one thing about one place. Its [`Code`] is stable, and a [`CodePage`] explains
//! it; which codes exist is the business of each language.

mod code;
mod diagnostic;
mod render;
mod sink;

pub use code::{Code, CodePage, Severity};
pub use diagnostic::{Diagnostic, Diagnostics, Label};
pub use render::{Colours, render, render_all};
pub use sink::Sink;

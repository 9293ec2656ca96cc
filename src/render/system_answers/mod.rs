//! Answers about systems as rows of a report.

mod class_row;
mod membership;
mod row;

pub use class_row::undefined_text;
pub use row::system_row;

//! Answers about systems as rows of a report.

mod class_row;
mod membership;
mod row;

pub use row::system_row;

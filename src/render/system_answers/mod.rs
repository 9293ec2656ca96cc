//! Answers about systems as rows of a report.

mod membership;
mod row;

pub use row::system_row;

//! Answers about systems as rows of a report.

mod row;

pub use row::system_row;

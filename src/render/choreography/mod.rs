//! Answers about choreographies as rows of a report.

mod answer;
mod named;
mod words;

pub use answer::choreography_row;

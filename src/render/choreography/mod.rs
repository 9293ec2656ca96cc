//! Answers about choreographies as rows of a report.

mod answer;
mod losses;
mod named;
mod words;

pub use answer::choreography_row;
pub use losses::losses_text;

//! Answers about choreographies as rows of a report.

mod answer;
mod diagram_words;
mod judged;
mod losses;
mod named;
mod orders;
mod projections;
mod words;

pub use answer::{choreography_row, late_row};
pub use losses::losses_text;
pub use orders::order_row;
pub use projections::projections_text;

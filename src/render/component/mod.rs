//! Component systems: answers about them as rows, their states in words and as JSON.

mod global_row;
mod property_row;
mod states;
mod statistics;
mod witness_lines;

pub use global_row::{fault_row, global_row, window_row};
pub use property_row::property_row;
pub use statistics::{log_statistics, log_summary, run_statistics, run_summary};
pub use witness_lines::WitnessLines;

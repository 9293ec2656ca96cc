//! Component systems: answers about them as rows, their states in words and as JSON, pictures.

mod diagrams;
mod global_row;
mod global_run;
mod property_row;
mod run_timeline;
mod states;
mod statistics;
mod witness_lines;

pub use diagrams::{atom_picture, composite_picture, states_picture};
pub use global_row::{fault_row, global_row, window_row};
pub use global_run::{firable_text, run_headline, run_text, state_text};
pub use property_row::{nothing_read_row, property_row};
pub use run_timeline::run_picture;
pub use statistics::{log_statistics, log_summary, run_statistics, run_summary};
pub use witness_lines::WitnessLines;

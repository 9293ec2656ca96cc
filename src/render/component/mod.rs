//! Component systems: answers about them as rows, their states in words and as JSON.

mod global_row;
mod property_row;
mod states;
mod witness_lines;

pub use global_row::global_row;
pub use property_row::property_row;
pub use witness_lines::WitnessLines;

//! Interactions as sequence diagrams of `PlantUML`.

mod arrow;
mod print;
mod read;

pub use print::{Unprintable, print_plantuml};
pub use read::read_plantuml;

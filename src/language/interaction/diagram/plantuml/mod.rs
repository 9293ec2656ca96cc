//! Interactions as sequence diagrams of `PlantUML`.

mod arrow;
mod calls;
mod preprocessor;
mod print;
mod read;
mod skipping;

pub use print::print_plantuml;
pub(super) use read::other_plantuml;
pub use read::read_plantuml;
pub(crate) use skipping::{SkippedTo, skipped_behind};

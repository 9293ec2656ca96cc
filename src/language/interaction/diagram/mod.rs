//! Interactions as sequence diagrams of other tools: frames, arrows and lifelines, whatever signs they are written
//! with.

mod frames;
mod language;
mod mermaid;
mod plantuml;
mod printer;
mod side_by_side;

pub use frames::DiagramOptions;
pub use language::DiagramLanguage;
pub use mermaid::{print_mermaid, read_mermaid};
pub(crate) use plantuml::{SkippedTo, skipped_behind};
pub use plantuml::{print_plantuml, read_plantuml};
pub use printer::Unprintable;

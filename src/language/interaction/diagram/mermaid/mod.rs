//! Interactions as sequence diagrams of Mermaid.

mod arrow;
mod print;
mod read;

pub use print::print_mermaid;
pub(super) use read::other_mermaid;
pub use read::read_mermaid;

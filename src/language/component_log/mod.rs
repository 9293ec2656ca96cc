//! Logs of runs of component systems: the order of interactions, and the states of the components at their ends.
//!
//! A line is an event, as JSON or as comma-separated values. [`EventReader`] reads lines against the composite that they
//! are about, [`EventWriter`] writes them.

pub mod codes;
mod csv;
mod event;
mod json;
mod reader;
mod write;

pub use event::{EventError, RunEvent};
pub use reader::{EventReader, LineFormat};
pub use write::{EventWriter, write_value};

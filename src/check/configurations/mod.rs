//! The configurations of a system as a transition system, in one word each.
//!
//! What configurations have in common is stored once: control states, the contents of all channels, and the words that
//! channels hold. [`growing_run`] sees runs that show that there are infinitely many configurations.

mod contents;
mod growth;
mod records;
mod space;
mod tables;
mod words;

pub use growth::growing_run;
pub use space::{ConfigurationScratch, ConfigurationSpace, ConfigurationView, PackedConfiguration};

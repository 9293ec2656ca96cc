//! The configurations of a system as a transition system, in one word each.
//!
//! What configurations have in common is stored once: control states, the contents of all channels, and the words that
//! channels hold.

mod space;
mod tables;
mod vectors;
mod words;

pub use space::{ConfigurationScratch, ConfigurationSpace, ConfigurationView, PackedConfiguration};

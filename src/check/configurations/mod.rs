//! The configurations of a system as a transition system, in few bytes each.

mod space;

pub use space::{ConfigurationScratch, ConfigurationSpace, PackedConfiguration};

//! Is a configuration of a regular set reachable?

mod answer;
mod finite;

pub use answer::{Answer, Gap, Ground, Outcome, Premise};
pub use finite::{
    CONFIGURATIONS, ConfigurationScratch, ConfigurationSpace, FiniteSystem, PackedConfiguration,
};

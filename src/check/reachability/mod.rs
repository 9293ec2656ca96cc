//! Is a configuration of a regular set reachable?

mod answer;

pub use answer::{Answer, Gap, Ground, Outcome, Premise};

//! What is said of a class.

use model::cfsm::System;
use model::evidence::Witness;

/// The words for a class of systems; functions take its bound, which is 0 for what is no family.
#[derive(Debug)]
pub struct ClassWords {
    /// The name of the class or family.
    pub class: &'static str,
    /// Returns what it means that a system is in the class, as a sentence.
    pub holds: fn(usize) -> String,
    /// That this is decided for channels without bound.
    pub decided: &'static str,
    /// That it is decided up to the bound only.
    pub up_to_bound: &'static str,
    /// In which sense the run of a system that is not in the class is the shortest.
    pub least: &'static str,
    /// Returns what a run shows at whose end it leaves the class, as a sentence.
    pub left: fn(&System, &Witness, usize) -> String,
}

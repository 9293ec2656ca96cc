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
    /// What follows from it, or why it is decided for channels without bound; empty if that is said by what it rests on.
    pub decided: &'static str,
    /// That it is decided up to the bound only; empty if it never is.
    pub up_to_bound: &'static str,
    /// In which sense the run of a system that is not in the class is the shortest; empty if no run shows that.
    pub least: &'static str,
    /// Returns what a run shows at whose end it leaves the class, as a sentence.
    pub left: fn(&System, &Witness, usize) -> String,
}

impl ClassWords {
    /// Returns the words for a class of which no run shows that a system is not in it.
    pub(super) const fn without_runs(
        class: &'static str,
        holds: fn(usize) -> String,
        decided: &'static str,
    ) -> Self {
        Self { class, holds, decided, up_to_bound: "", least: "", left: |_, _, _| String::new() }
    }
}

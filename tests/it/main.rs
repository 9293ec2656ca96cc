//! The integration tests, one binary.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests end where something is missing, and say what they skip"
)]

mod architecture;
mod borderline;
mod causality;
mod channels;
mod drawing;
mod engines;
mod example;
mod large_systems;
mod laws;
mod membership_corpora;
mod membership_random;
mod mutants;
mod oracle;
mod oracle_examples;
mod scm_corpus;
mod scripted;
mod search;
mod traps;
mod witness;

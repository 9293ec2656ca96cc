//! The integration tests, one binary.

mod engines;
mod example;
mod laws;
mod membership_random;
mod oracle;
mod oracle_examples;

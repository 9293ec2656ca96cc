//! The integration tests, one binary.

mod architecture;
mod causality;
mod engines;
mod example;
mod laws;
mod membership_random;
mod oracle;
mod oracle_examples;
mod scripted;
mod witness;

//! The integration tests, one binary.

mod architecture;
mod borderline;
mod causality;
mod engines;
mod mutants;
mod notation;
mod scripted;
mod witness;

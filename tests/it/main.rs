//! The integration tests, one binary.

mod architecture;
mod causality;
mod scripted;
mod witness;

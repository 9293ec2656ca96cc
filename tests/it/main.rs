//! The integration tests, one binary.

mod causality;
mod scripted;
mod witness;

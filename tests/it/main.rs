//! The integration tests, one binary.

mod causality;
mod drawing;
mod scripted;
mod witness;

//! The integration tests, one binary.

mod causality;
mod channels;
mod drawing;
mod scripted;
mod witness;

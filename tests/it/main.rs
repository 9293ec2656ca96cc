//! The integration tests, one binary.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests end where something is missing, and say what they counted"
)]

mod architecture;
mod check;
mod cli;
mod driver;
mod front;
mod kernel;
mod language;
mod model;
mod oracle;
mod render;
mod support;
mod verify;

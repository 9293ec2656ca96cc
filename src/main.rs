//! The program `scm-check`.

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    cli::run()
}

//! The program `scm-check`.

use std::process::ExitCode;

fn main() -> ExitCode {
    scm_check::cli::run()
}

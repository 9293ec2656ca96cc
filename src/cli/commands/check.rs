//! `check`: everything that the models state, compared with what they expect.

use super::verdicts::{Titles, run_modern};
use crate::cli::args::RscArguments;
use crate::cli::output::Failure;
use crate::cli::reporter::Layout;
use crate::cli::task::stated;

/// Runs the command, and returns the exit code: an expected violation is fine, a missed expectation
/// is not.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &RscArguments) -> Result<u8, Failure> {
    run_modern(arguments, Layout::Changes, Titles::WithChannels, &stated)
}

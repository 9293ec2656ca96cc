//! `rsc`: is every execution equivalent to a synchronous one?

use super::verdicts::{Titles, run_modern};
use crate::cli::args::RscArguments;
use crate::cli::output::Failure;
use crate::cli::reporter::Layout;
use crate::cli::task::rsc_with_reminder;
use crate::kernel::report::Amount;

/// Runs the command, and returns the exit code: that of the verdicts; an expected violation is
/// one, too.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &RscArguments) -> Result<u8, Failure> {
    run_modern(arguments, Layout::Blocks(Amount::Everything), Titles::Plain, &rsc_with_reminder)
}

//! `rsc`: is every execution equivalent to a synchronous one?

use super::verdicts::{self, Run, Titles};
use crate::cli::args::RscArguments;
use crate::cli::output::Failure;
use crate::cli::reporter::Layout;
use crate::cli::task::{Reading, rsc_with_reminder};
use crate::kernel::report::Amount;

/// Runs the command, and returns the exit code: that of the verdicts; an expected violation is
/// one, too.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &RscArguments) -> Result<u8, Failure> {
    let reading = Reading::new(&arguments.channels)?;
    let inputs = verdicts::inputs(&arguments.models.models);
    let layout = match (arguments.report.quiet, inputs.len()) {
        (true, _) => Layout::Blocks(Amount::Line),
        (false, 0 | 1) => Layout::Blocks(Amount::Everything),
        (false, _) => Layout::Table,
    };
    let run = Run {
        inputs,
        search: &arguments.search,
        report: &arguments.report,
        layout,
        hint: None,
        titles: Titles::Plain,
        ask: &|model| rsc_with_reminder(model, reading),
        attach: &mut verdicts::nothing,
    };
    verdicts::run(run)
}

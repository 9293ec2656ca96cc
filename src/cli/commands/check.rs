//! `check`: everything that the models state, compared with what they expect.

use super::verdicts::{self, Run, Titles};
use crate::cli::args::RscArguments;
use crate::cli::output::Failure;
use crate::cli::reporter::Layout;
use crate::cli::task::{Reading, stated};
use crate::kernel::report::Amount;

/// Runs the command, and returns the exit code: an expected violation is fine, a missed expectation
/// is not.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &RscArguments) -> Result<u8, Failure> {
    let reading = Reading::new(&arguments.channels)?;
    let inputs = verdicts::inputs(&arguments.models.models);
    let layout = match (arguments.report.quiet, inputs.len()) {
        (true, _) => Layout::Blocks(Amount::Line),
        (false, 0 | 1) => Layout::Changes,
        (false, _) => Layout::Table,
    };
    let run = Run {
        inputs,
        search: &arguments.search,
        report: &arguments.report,
        layout,
        hint: None,
        titles: Titles::WithChannels,
        ask: &|model| stated(model, reading),
        attach: &mut verdicts::nothing,
    };
    verdicts::run(run)
}

//! `rsc`: is every execution equivalent to a synchronous one?

use super::verdicts::{self, Run};
use crate::cli::args::RscArguments;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::Failure;
use crate::cli::reporter::Layout;
use crate::cli::task::Reading;
use crate::kernel::report::Amount;

/// Runs the command, and returns the exit code: that of the verdicts, whatever models expect.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &RscArguments, interrupt: &Interrupt) -> Result<u8, Failure> {
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
        ask: &verdicts::only_rsc(reading),
        attach: &mut verdicts::nothing,
    };
    verdicts::run(run, interrupt)
}

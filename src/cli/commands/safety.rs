//! `safety`: does a system have the safety properties?

use super::bad_states::emit;
use super::verdicts::{Titles, run_modern};
use crate::cli::args::SafetyArguments;
use crate::cli::failure::Failure;
use crate::cli::watch::Watch;
use scm_check::driver::system::{Task, named, safety, with_reminders};
use scm_check::render::report::Layout;

/// Runs the command, and returns the exit code, which depends on the safety properties only. The report also states
/// whether the models are RSC.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &SafetyArguments, watch: &Watch) -> Result<u8, Failure> {
    if arguments.emit_bad_states {
        return emit(arguments);
    }
    run_modern(
        "safety",
        watch,
        &arguments.common,
        Layout::Findings,
        Titles::WithChannels,
        &|model, reading| {
            let tasks = match arguments.properties.as_slice() {
                [] => safety(model, reading),
                names => names.iter().map(|name| named(model, reading, name)).collect(),
            };
            let mut tasks = with_reminders(model, reading, tasks);
            tasks.insert(0, Task::premise(reading));
            tasks
        },
    )
}

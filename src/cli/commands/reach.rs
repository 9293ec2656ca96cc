//! `reach`: can a bad configuration be reached?

use super::verdicts::{Titles, run_modern};
use crate::cli::args::ReachArguments;
use crate::cli::failure::Failure;
use crate::cli::watch::Watch;
use scm_check::driver::system::{Task, WithoutBadStates, bad_states, with_reminders};
use scm_check::render::report::{Amount, Layout};

/// Runs the command, and returns the exit code, which depends on the bad states only. The report also states whether
/// the models are RSC.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &ReachArguments, watch: &Watch) -> Result<u8, Failure> {
    let layout = Layout::Blocks(Amount::Everything);
    run_modern(
        "reach",
        watch,
        &arguments.common,
        layout,
        Titles::WithChannels,
        &|model, reading| {
            let absent = WithoutBadStates::new(arguments.allow_none);
            let tasks = bad_states(model, reading, arguments.spec, absent);
            let mut tasks = with_reminders(model, reading, tasks);
            if !model.bad.is_empty() {
                tasks.insert(0, Task::premise(reading));
            }
            tasks
        },
    )
}

//! `rsc`: is every execution equivalent to a synchronous one?

use super::verdicts::{Titles, run_modern};
use crate::cli::args::RscArguments;
use crate::cli::failure::Failure;
use crate::cli::watch::Watch;
use scm_check::driver::system::{Task, with_reminders};
use scm_check::render::report::{Amount, Layout};

/// Runs the command, and returns the exit code, which depends on the verdicts; an expected violation counts as a
/// violation.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &RscArguments, watch: &Watch) -> Result<u8, Failure> {
    if arguments.search.assume_eager {
        let why = "--assume-eager says nothing about whether a system is RSC; it is for reach, \
                   safety and check";
        return Err(Failure::usage(why));
    }
    let layout = Layout::Blocks(Amount::Everything);
    run_modern("rsc", watch, arguments, layout, Titles::Plain, &|model, reading| {
        with_reminders(model, reading, vec![Task::rsc(reading)])
    })
}

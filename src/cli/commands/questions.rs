//! `rsc`, `reach` and `safety`: questions about systems.

use super::bad_states::emit;
use super::verdicts::{SystemCommand, Titles, run_options};
use crate::cli::args::{ReachArguments, RscArguments, SafetyArguments};
use crate::cli::failure::Failure;
use crate::cli::input::expand;
use crate::cli::run::run_models;
use crate::cli::watch::Watch;
use scm_check::driver::system::{self, ChannelReading, Task, bad_states, named, with_reminders};
use scm_check::language::scm;
use scm_check::render::report::{Amount, ResultLayout, Shown};

/// Runs `rsc`: is every execution equivalent to a synchronous one? It returns the exit code, which depends on the verdicts; an expected violation counts as a
/// violation.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn rsc(arguments: &RscArguments, watch: &Watch) -> Result<u8, Failure> {
    if arguments.search.assume_eager {
        let why = "--assume-eager says nothing about whether a system is RSC; it is for reach, \
                   safety and check";
        return Err(Failure::usage(why));
    }
    let layout = ResultLayout::Blocks(Amount::Everything);
    run_modern("rsc", watch, arguments, layout, Titles::Plain, &|model, reading| {
        with_reminders(model, reading, vec![Task::rsc(reading)])
    })
}

/// Runs `reach`: can a bad configuration be reached? It returns the exit code, which depends on the bad states only. The report also states whether
/// the models are RSC.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn reach(arguments: &ReachArguments, watch: &Watch) -> Result<u8, Failure> {
    let layout = ResultLayout::Blocks(Amount::Everything);
    run_modern(
        "reach",
        watch,
        &arguments.common,
        layout,
        Titles::WithChannels,
        &|model, reading| {
            let tasks = bad_states(model, reading, arguments.spec, arguments.allow_none);
            let mut tasks = with_reminders(model, reading, tasks);
            if !model.bad.is_empty() {
                tasks.insert(0, Task::premise(reading));
            }
            tasks
        },
    )
}

/// Runs `safety`: does a system have the safety properties? It returns the exit code, which depends on the safety properties only. The report also states
/// whether the models are RSC.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn safety(arguments: &SafetyArguments, watch: &Watch) -> Result<u8, Failure> {
    if arguments.emit_bad_states {
        return emit(arguments);
    }
    run_modern(
        "safety",
        watch,
        &arguments.common,
        arguments.runs.layout(Shown::Violations),
        Titles::WithChannels,
        &|model, reading| {
            let tasks = match arguments.properties.as_slice() {
                [] => system::safety(model, reading),
                names => names.iter().map(|name| named(model, reading, name)).collect(),
            };
            let mut tasks = with_reminders(model, reading, tasks);
            tasks.insert(0, Task::premise(reading));
            tasks
        },
    )
}

/// Answers the questions of a modern command, and returns the exit code: one model is reported in `single` layout,
/// several as a table.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
fn run_modern(
    command: &'static str,
    watch: &Watch,
    arguments: &RscArguments,
    single: ResultLayout,
    titles: Titles,
    ask: &(dyn Fn(&scm::Model, ChannelReading) -> Vec<Task> + Sync),
) -> Result<u8, Failure> {
    let reading = arguments.channels.reading()?;
    let inputs = expand(&arguments.models);
    let ask = |model: &scm::Model| ask(model, reading);
    let questions = SystemCommand { titles, ask: &ask, attach: &|_, _| Ok(()) };
    let layout = arguments.report.layout(inputs.len(), single, ResultLayout::Table);
    run_models(&run_options(command, arguments, inputs, layout), watch, questions)
}

//! `batch`: a library of models, and the workers that answer it.

use super::ask::{AskCommand, AskedModel, REACH_OPTION, horizon, restate};
use crate::cli::batch;
use crate::cli::batch_args::BatchArguments;
use crate::cli::failure::Failure;
use crate::cli::file_kind::MODELS;
#[cfg(debug_assertions)]
use crate::cli::input::Input;
use crate::cli::models::LoadOptions;
use crate::cli::run::run_models;
use crate::cli::run_options::{Delivery, RunOptions};
#[cfg(debug_assertions)]
use crate::cli::test_faults::is_named;
use crate::cli::watch::Watch;
use scm_check::internals::driver::ask::{Asked, Questions};
use scm_check::internals::driver::system::{SystemSession, USUAL_BOUND};
use scm_check::internals::kernel::diagnostics::Severity;
use scm_check::internals::model::cfsm::Architecture;
use scm_check::internals::render::report::{Record, ResultLayout};

/// Runs the command, and returns the exit code: that of `check` about the same models.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &BatchArguments, watch: &Watch) -> Result<u8, Failure> {
    if arguments.worker {
        return serve(arguments, watch);
    }
    batch::run(arguments, watch)
}

/// Answers the models that come on standard input, and returns the exit code once there are no more.
///
/// # Errors
/// If the options do not fit, or nobody reads the answers.
fn serve(arguments: &BatchArguments, watch: &Watch) -> Result<u8, Failure> {
    let BatchArguments { properties, reach, search, report, update, summary, .. } = arguments;
    let asked = Asked::new(Questions::Everything, properties, arguments.readings());
    let classes = arguments.classes.then_some(USUAL_BOUND);
    let asked = &Asked { reach, reach_name: REACH_OPTION, classes, ..asked };
    let horizon = horizon(search);
    let attach = |subject: &AskedModel<'_>, session: &SystemSession<'_>| {
        if *summary {
            let architecture = Architecture::new(&session.model().system);
            subject.context.reporter.architecture(architecture.word());
        }
        if *update { restate(subject, session, horizon, report.quiet) } else { Ok(()) }
    };
    // Waiting for a job takes no time of a model.
    watch.begin_untimed();
    #[cfg(debug_assertions)]
    if std::env::var_os("SCM_CHECK_TEST_START").is_some() {
        return Err(Failure::usage("as the environment says"));
    }
    for job in batch::jobs() {
        let input = job.input();
        batch::say(&Record::Begun);
        #[cfg(debug_assertions)]
        test_faults(&input);
        watch.limit_models(job.time());
        let options = RunOptions::new("batch", vec![input], search, report, ResultLayout::Table);
        // A library may have very many warnings, which the parent counts.
        let mildest = if report.verbose { options.loading.mildest } else { Severity::Error };
        let options = RunOptions {
            properties: properties.clone(),
            delivery: Delivery::Records,
            loading: LoadOptions { mildest, ..options.loading },
            ..options
        };
        let command = AskCommand { attach: &attach, ..AskCommand::new(asked, MODELS) };
        run_models(&options, watch, command)?;
        watch.begin_untimed();
        #[cfg(debug_assertions)]
        test_end("end", "SCM_CHECK_TEST_END", &options.inputs[0]);
        batch::say(&Record::Done);
        #[cfg(debug_assertions)]
        test_end("done", "SCM_CHECK_TEST_DONE", &options.inputs[0]);
    }
    Ok(0)
}

/// Waits at a point between two records, and ends the worker there if a variable of the environment names the model.
#[cfg(debug_assertions)]
fn test_end(point: &str, variable: &str, input: &Input) {
    batch::pause(point);
    if is_named(variable, input) {
        std::process::abort();
    }
}

/// Does what the environment asks for in tests: nothing, unless it names a model at which a worker ends.
#[cfg(debug_assertions)]
fn test_faults(input: &Input) {
    let is_named = |variable: &str| is_named(variable, input);
    assert!(!is_named("SCM_CHECK_TEST_PANIC"), "as the environment says");
    if is_named("SCM_CHECK_TEST_ABORT") {
        std::process::abort();
    }
    while is_named("SCM_CHECK_TEST_SLEEP") {
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
}

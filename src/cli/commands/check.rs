//! `check`: everything that the models state, compared with what they expect.

use super::verdicts::{Asked, Titles, run_modern, run_modern_and};
use crate::cli::args::CheckArguments;
use crate::cli::output::Failure;
use crate::cli::reporter::{Layout, Reporter};
use crate::cli::task::everything;
use crate::cli::update::{Horizon, Update};

/// Runs the command, and returns the exit code: an expected violation is fine, a missed expectation
/// is not, even if it is updated.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &CheckArguments) -> Result<u8, Failure> {
    let CheckArguments { rsc: arguments, update } = arguments;
    let (layout, titles) = (Layout::Changes, Titles::WithChannels);
    if !update {
        return run_modern(arguments, layout, titles, &everything);
    }
    if arguments.models.models.iter().any(|model| model == "-") {
        let why = "`--update` rewrites files, and standard input is none";
        return Err(Failure::Usage(why.to_owned()));
    }
    if arguments.report.certificate.is_some() {
        let why = "`--update` rewrites the model, and a certificate is about the model as it was; \
                   ask for it afterwards";
        return Err(Failure::Usage(why.to_owned()));
    }
    let quiet = arguments.report.quiet;
    let chosen = arguments.search.max_states.is_some();
    let horizon = if chosen { Horizon::Chosen } else { Horizon::Usual };
    let mut update = |reporter: &mut Reporter, asked: &Asked<'_>| {
        let Some(update) = Update::of(asked.loaded, asked.model, asked.rows, horizon) else {
            return Ok(());
        };
        if update.is_change() || !quiet {
            reporter.remark(&update.describe())?;
        }
        if let Err(failure) = update.write(asked.input) {
            reporter.fault(&failure);
        }
        Ok(())
    };
    run_modern_and(arguments, layout, titles, &everything, &mut update)
}

//! `interaction`: sequence diagrams as terms.

mod accepts;
mod convert;
mod draw;
mod explore;
mod generate;
mod metrics;
mod nfa;
mod project;

use crate::cli::failure::Failure;
use crate::cli::interaction_args::InteractionCommand;
use crate::cli::watch::Watch;
use scm_check::internals::driver::interaction::refusal_reason;
use scm_check::internals::kernel::verdict::Reason;
use scm_check::internals::model::interaction::Refusal;
use scm_check::internals::render::interaction::refusal_text;

/// Runs a command about interactions, and returns the exit code.
///
/// # Errors
/// If the command could not be carried out.
pub(super) fn run(command: &InteractionCommand, watch: &Watch) -> Result<u8, Failure> {
    match command {
        InteractionCommand::Nfa(arguments) => nfa::run(arguments, watch),
        InteractionCommand::Accepts(arguments) => accepts::run(arguments, watch),
        InteractionCommand::Convert(arguments) => convert::run(arguments),
        InteractionCommand::Draw(arguments) => draw::run(arguments),
        InteractionCommand::Explore(arguments) => explore::run(arguments),
        InteractionCommand::Generate(arguments) => generate::run(arguments, watch),
        InteractionCommand::Project(arguments) => project::run(arguments, watch),
        InteractionCommand::Metrics(arguments) => metrics::run(arguments),
    }
}

/// Returns the reason for which there is no automaton, as a value and in words.
fn words(refusal: Refusal) -> (Reason, String) {
    (refusal_reason(refusal), refusal_text(refusal))
}

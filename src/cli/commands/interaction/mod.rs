//! `interaction`: sequence diagrams as terms.

mod nfa;

use crate::cli::interaction_args::InteractionCommand;
use crate::cli::output::Failure;

/// Runs a command about interactions, and returns the exit code.
///
/// # Errors
/// If the command could not be carried out.
pub(super) fn run(command: &InteractionCommand) -> Result<u8, Failure> {
    match command {
        InteractionCommand::Nfa(arguments) => nfa::run(arguments),
    }
}

//! One file a command.

mod check;
mod convert;
mod explain;
mod legacy;
mod rsc;
mod verdicts;

use super::args::Command;
use super::interrupt::Interrupt;
use super::output::Failure;

/// Runs a command, and returns the exit code.
///
/// # Errors
/// If the command could not be carried out.
pub(crate) fn run(command: &Command, interrupt: &Interrupt) -> Result<u8, Failure> {
    match command {
        Command::Check(arguments) => check::run(arguments, interrupt),
        Command::Rsc(arguments) => rsc::run(arguments, interrupt),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Legacy(arguments) => legacy::run(arguments, interrupt),
    }
}

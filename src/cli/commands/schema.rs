//! `schema`: the formats of files as JSON Schema.

use crate::cli::args::SchemaArguments;
use crate::cli::failure::Failure;
use crate::cli::output::put;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn run(arguments: &SchemaArguments) -> Result<u8, Failure> {
    put(arguments.text, &arguments.output, [])
}

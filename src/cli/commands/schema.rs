//! `schema`: the formats of files as JSON Schema.

use crate::cli::args::{SchemaArguments, SchemaName};
use crate::cli::failure::Failure;
use crate::cli::output::Output;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn run(arguments: &SchemaArguments) -> Result<u8, Failure> {
    let text = match arguments.name {
        SchemaName::Report => include_str!("../schema/report.json"),
        SchemaName::Witness => include_str!("../schema/witness.json"),
        SchemaName::Certificate => include_str!("../schema/certificate.json"),
    };
    Output::open(&arguments.output)?.put(text)?;
    Ok(0)
}

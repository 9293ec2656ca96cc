//! `generate`: a model of a family.

use crate::cli::args::GenerateArguments;
use crate::cli::output::{Failure, Output};
use crate::language::scm;
use crate::model::generate::{Size, generate};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the family has no model of that size, or the output cannot be written.
pub(super) fn run(arguments: &GenerateArguments) -> Result<u8, Failure> {
    let size = Size { participants: arguments.participants, messages: arguments.messages };
    let (system, bad) = generate(arguments.family, size, arguments.seed)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let text = scm::print(&system, &bad, &[]);
    Output::open(&arguments.output)?.write(|stream| stream.write_all(text.as_bytes()))?;
    Ok(0)
}

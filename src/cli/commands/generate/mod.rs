//! `generate`: models of families, multitraces, formulas.

mod multitraces;
mod satisfiability;

use std::fs;
use std::path::Path;

use crate::cli::draft;
use crate::cli::failure::Failure;
use crate::cli::generate_args::{GenerateArguments, GenerateCommand};
use crate::cli::output::put;
use scm_check::internals::language::scm;
use scm_check::internals::model::generate::{Size, generate};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such family, or the output cannot be written.
pub(super) fn run(arguments: &GenerateArguments) -> Result<u8, Failure> {
    match (&arguments.command, arguments.family) {
        (Some(GenerateCommand::Multitraces(arguments)), _) => multitraces::run(arguments),
        (Some(GenerateCommand::Satisfiability(arguments)), _) => satisfiability::run(arguments),
        (None, Some(family)) => {
            let size = Size { participants: arguments.participants, messages: arguments.messages };
            let (system, bad) = generate(family, size, arguments.seed).map_err(Failure::usage)?;
            put(scm::print(&system, &bad, &[]), &arguments.output, [])
        }
        (None, None) => Err(Failure::usage("name a family, or `multitraces`, or `3sat`")),
    }
}

/// Writes a file into a directory, which is created if it does not exist.
fn put_file(directory: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let path = directory.join(name);
    fs::create_dir_all(directory)
        .and_then(|()| draft::write(&path, text.as_bytes()))
        .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

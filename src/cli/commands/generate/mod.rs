//! `generate`: models of families, multitraces, formulas, instances of Post's correspondence problem.

mod multitraces;
mod satisfiability;

use std::fs;
use std::path::Path;

use crate::cli::draft;
use crate::cli::failure::Failure;
use crate::cli::generate_args::{GenerateArguments, GenerateCommand};
use crate::cli::output::put;
use scm_check::internals::language::scm;
use scm_check::internals::model::generate::{PostInstance, Size, generate, post_correspondence};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such family, or the output cannot be written.
pub(super) fn run(arguments: &GenerateArguments) -> Result<u8, Failure> {
    match (&arguments.command, arguments.family) {
        (Some(GenerateCommand::Multitraces(arguments)), _) => multitraces::run(arguments),
        (Some(GenerateCommand::Satisfiability(arguments)), _) => satisfiability::run(arguments),
        (Some(GenerateCommand::PostCorrespondence(arguments)), _) => {
            let pairs = arguments.pairs.iter().flat_map(|pairs| pairs.split_whitespace());
            let instance = PostInstance::read(pairs).map_err(Failure::usage)?;
            let (system, bad) = post_correspondence(&instance);
            let about = format!("// Post's correspondence problem with the pairs {instance}");
            put(format!("{about}\n{}", scm::print(&system, &bad, &[])), &arguments.output, [])
        }
        (None, Some(family)) => {
            let size = Size { participants: arguments.participants, messages: arguments.messages };
            let (system, bad) = generate(family, size, arguments.seed).map_err(Failure::usage)?;
            put(scm::print(&system, &bad, &[]), &arguments.output, [])
        }
        (None, None) => Err(Failure::usage("name a family, or `multitraces`, `3sat` or `pcp`")),
    }
}

/// Writes a file into a directory, which is created if it does not exist.
fn put_file(directory: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let path = directory.join(name);
    fs::create_dir_all(directory)
        .and_then(|()| draft::write(&path, text.as_bytes()))
        .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

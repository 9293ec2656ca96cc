//! `chor`: commands about choreographies.

mod convert;
mod draw;
mod extract;
mod project;

pub(super) use convert::printed;

use crate::cli::choreography_args::{ChoreographyCommand, ReadingArguments};
use crate::cli::commands::ask;
use crate::cli::failure::Failure;
use crate::cli::input::{Sought, only};
use crate::cli::models::{LoadOptions, Single};
use crate::cli::option_groups::Colour;
use crate::cli::watch::Watch;
use scm_check::internals::language::choreography::Model;
use scm_check::internals::language::kinds::Kind;

/// Runs a command about choreographies, and returns the exit code.
///
/// # Errors
/// If the command could not be carried out.
pub(super) fn run(command: &ChoreographyCommand, watch: &Watch) -> Result<u8, Failure> {
    match command {
        ChoreographyCommand::Check(arguments) => ask::choreographies(arguments, watch),
        ChoreographyCommand::Project(arguments) => project::run(arguments),
        ChoreographyCommand::Draw(arguments) => draw::run(arguments),
        ChoreographyCommand::Convert(arguments) => convert::run(arguments),
        ChoreographyCommand::Extract(arguments) => extract::run(arguments),
    }
}

/// Reads the one choreography that an argument names, and reports its errors.
///
/// # Errors
/// If the argument names several files.
fn single(
    argument: &std::ffi::OsString,
    arguments: ReadingArguments,
    colour: Colour,
) -> Result<Single<Model>, Failure> {
    let input = only(argument, Sought::Kinds(&[Kind::Choreography]))?;
    let single = Single::read(input, LoadOptions::by_path(colour), |input, source| {
        arguments.read(input, source)
    })?;
    match &single.model.unmade {
        None => Ok(single),
        Some(why) => Err(Failure::Usage(format!("{}: {why}", single.loaded.name))),
    }
}

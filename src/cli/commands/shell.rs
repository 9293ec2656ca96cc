//! `completions`, `man`, `schema` and `version`: what belongs to the program, and not to a model.

use clap::CommandFactory as _;
use clap_mangen::Man;

use crate::cli::args::{AFTER_HELP, Arguments, CompletionsArguments, SchemaArguments};
use crate::cli::failure::Failure;
use crate::cli::grammar::LEGACY_COMMAND;
use crate::cli::option_groups::{Colour, OutputArguments};
use crate::cli::output::{Output, put};

/// Writes the completions of a shell, and returns the exit code.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn completions(arguments: &CompletionsArguments) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut visible(), "scm-check", &mut script);
    put(&script, &arguments.output, [])
}

/// Writes the page for `man`, and returns the exit code.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn man(arguments: &OutputArguments) -> Result<u8, Failure> {
    let mut page = Vec::new();
    Man::new(visible()).render(&mut page).expect("a vector takes any bytes");
    put(&page, arguments, [])
}

/// Writes the format of a file as JSON Schema, and returns the exit code.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn schema(arguments: &SchemaArguments) -> Result<u8, Failure> {
    put(arguments.text, &arguments.output, [])
}

/// Prints the version, and returns the exit code.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn version() -> Result<u8, Failure> {
    Output::standard(Colour::Never).put(concat!("scm-check ", env!("CARGO_PKG_VERSION"), "\n"))?;
    Ok(0)
}

/// Returns the program without the command that no user types.
fn visible() -> clap::Command {
    let program = Arguments::command();
    let shown = program.get_subcommands().filter(|command| command.get_name() != LEGACY_COMMAND);
    clap::Command::new("scm-check")
        .about(program.get_about().cloned().unwrap_or_default())
        .version(env!("CARGO_PKG_VERSION"))
        .subcommands(shown.cloned().collect::<Vec<_>>())
        .after_help(AFTER_HELP)
}

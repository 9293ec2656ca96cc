//! `chor extract`: the synchronous behaviour of a system, as a choreography.

use std::fmt::Write as _;

use super::convert::printed;
use crate::cli::choreography_args::ExtractArguments;
use crate::cli::failure::Failure;
use crate::cli::input::only_model;
use crate::cli::models::{LoadOptions, Single};
use crate::cli::output::{put, refuse_input, tell};
use scm_check::internals::driver::choreography::{Losses, MAX_STATES};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::language::choreography::Format;
use scm_check::internals::model::choreography::{Description, synchronous};
use scm_check::internals::render::choreography::losses_text;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is more than one model, the result cannot be expressed, or the output cannot be written.
pub(super) fn run(arguments: &ExtractArguments) -> Result<u8, Failure> {
    let reading = arguments.channels.reading()?;
    let input = only_model(&arguments.model, "name")?;
    refuse_input(arguments.output.output.as_deref(), [&input])?;
    let colour = arguments.output.color;
    let options = LoadOptions::by_path(colour);
    let Single { input, loaded, model } = Single::system(input, options)?;
    let system = reading.of(&model.system);
    if system.channels().iter().any(|channel| channel.lossy) {
        let why =
            format!("{}: channels that lose messages have no synchronous meaning", loaded.name);
        return Err(Failure::Usage(why));
    }
    let automaton = synchronous(&system, MAX_STATES).ok_or_else(|| {
        Failure::Usage(format!("{}: there are too many synchronous states", loaded.name))
    })?;
    let exchanges = automaton.edges.iter().filter_map(|edge| edge.exchange);
    if let Some(own) = exchanges.into_iter().find(|exchange| exchange.sender == exchange.receiver) {
        let name = &automaton.participants[own.sender];
        let why = format!(
            "{}: {name} sends to itself, which no language of choreographies says",
            loaded.name
        );
        return Err(Failure::Usage(why));
    }
    let lines = losses_text(&system, &Losses::new(&system, &Control::unlimited()));
    let text =
        printed(&Description::from_automaton(&automaton), arguments.to, &loaded.name, colour)?;
    let comment = match arguments.to {
        Format::Automaton => "#",
        Format::ChorGram => "..",
        Format::Scribble | Format::Dot | Format::Sprout => "//",
    };
    let mut head = format!(
        "{comment} what {} does synchronously
",
        loaded.name
    );
    for line in &lines {
        let _ = writeln!(head, "{comment} {line}");
    }
    tell(colour, &format!("\x1b[1mnote:\x1b[0m {}: {}\n", loaded.name, lines[0]));
    put(head + &text, &arguments.output, [&input])
}

//! `chor convert`: a choreography in another language.

use super::single;
use crate::cli::choreography_args::ChoreographyConvertArguments;
use crate::cli::failure::Failure;
use crate::cli::models::Single;
use crate::cli::option_groups::Colour;
use crate::cli::output::{put, tell};
use scm_check::internals::language::choreography::{Format, Printed, print};
use scm_check::internals::model::cfsm::ChannelKind;
use scm_check::internals::model::choreography::{Architecture, ChannelChoice, Description};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the language cannot express the choreography, or the output cannot be written.
pub(super) fn run(arguments: &ChoreographyConvertArguments) -> Result<u8, Failure> {
    let colour = arguments.output.color;
    let Single { input, loaded, model } = single(&arguments.file, arguments.reading, colour)?;
    let choice = arguments.channels.choice().settled(&model.description);
    let description = if choice == ChannelChoice::default() {
        model.description
    } else {
        Description::from_automaton(&model.description.resolved(choice))
    };
    let is_silent = matches!(arguments.to, Format::ChorGram | Format::Scribble | Format::Sprout);
    if is_silent && says_channels(&description) {
        let text = "this language says nothing of channels: they are left out, and what is realisable \
                    may change; read it with --arch, --bag or --fifo";
        let name = &loaded.name;
        tell(colour, &format!("\x1b[1;33mwarning:\x1b[0m {name}: {text}\n"));
    }
    let text = printed(&description, arguments.to, &loaded.name, colour)?;
    put(&text, &arguments.output, [&input])
}

/// Returns the text of a description in a language, and warns if the converted choreography may end in other states.
///
/// # Errors
/// If the language cannot express the choreography.
pub(in crate::cli::commands) fn printed(
    description: &Description,
    language: Format,
    name: &str,
    colour: Colour,
) -> Result<String, Failure> {
    let Printed { text, moved_ends } =
        print(description, language).map_err(|why| Failure::Usage(format!("{name}: {why}")))?;
    if let Some(moved) = moved_ends {
        let text = format!("this language cannot say where the protocol ends: {moved}");
        tell(colour, &format!("\x1b[1;33mwarning:\x1b[0m {name}: {text}\n"));
    }
    Ok(text)
}

/// Returns `true` if the channels differ from one FIFO channel for each ordered pair of participants.
fn says_channels(description: &Description) -> bool {
    let is_usual =
        matches!(description.architecture, Architecture::PeerToPeer | Architecture::Free);
    let names = description.edges.iter().filter_map(|edge| edge.exchange);
    !is_usual
        || description.kind != ChannelKind::Fifo
        || description.buffers.iter().any(|buffer| buffer.kind.is_some())
        || names.into_iter().any(|exchange| exchange.channel.is_some())
}

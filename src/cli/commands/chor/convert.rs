//! `chor convert`: a choreography in another language.

use super::single;
use crate::cli::choreographies::{ChannelWords as _, choice};
use crate::cli::choreography_args::ChoreographyConvertArguments;
use crate::cli::output::{Failure, Output};
use crate::cli::reporter::refuse_input;
use crate::kernel::report::Standing;
use crate::language::choreography::print;
use crate::model::choreography::{ChannelChoice, Description};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the language cannot say it, or the output cannot be written.
pub(super) fn run(arguments: &ChoreographyConvertArguments) -> Result<u8, Failure> {
    let colour = arguments.output.color;
    let (inputs, loaded, model) = single(&arguments.file, arguments.reading, colour)?;
    let Some(model) = model else { return Ok(Standing::Refused.exit_code()) };
    let choice = choice(arguments.channels).settled(&model.description);
    let description = if choice == ChannelChoice::default() {
        model.description
    } else {
        Description::of(&model.description.resolved(choice))
    };
    let text = print(&description, arguments.to.format())
        .map_err(|why| Failure::Usage(format!("{}: {why}", loaded.name)))?;
    if let Some(path) = &arguments.output.output {
        refuse_input(path, &inputs)?;
    }
    Output::open(&arguments.output)?.write(|stream| stream.write_all(text.as_bytes()))?;
    Ok(0)
}

//! `chor draw`: pictures of choreographies.

use super::single;
use crate::cli::choreography_args::ChoreographyDrawArguments;
use crate::cli::commands::draw::no_verdict;
use crate::cli::failure::Failure;
use crate::cli::models::Single;
use crate::cli::output::{refuse_input, text_style};
use crate::cli::picture::{picture_format, write_picture};
use scm_check::internals::check::realisability::Question;
use scm_check::internals::render::diagrams::{
    ChoreographyDrawing, DrawnChoreography, PictureForm, choreography_picture,
};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such item to draw, or the output cannot be written.
pub(super) fn run(arguments: &ChoreographyDrawArguments) -> Result<u8, Failure> {
    let output = &arguments.output;
    let Single { input, loaded, model } = single(&arguments.file, arguments.reading, output.color)?;
    refuse_input(output.output.as_deref(), [&input])?;
    let subject = arguments.what.unwrap_or(match model.structure {
        Some(_) => ChoreographyDrawing::Sequence,
        None => ChoreographyDrawing::Automaton,
    });
    let drawing = match subject {
        ChoreographyDrawing::Violation(_) if arguments.strict => {
            ChoreographyDrawing::Violation(Question::WellFormed)
        }
        _ if arguments.strict => {
            return Err(Failure::usage("--strict is for --what witness"));
        }
        other => other,
    };
    let usual = match drawing {
        ChoreographyDrawing::Sequence | ChoreographyDrawing::Violation(_) => PictureForm::Text,
        _ => PictureForm::Dot,
    };
    let format = picture_format(arguments.format, output, usual)?;
    let drawn = DrawnChoreography {
        loaded: &loaded,
        model: &model,
        choice: arguments.channels.choice().settled(&model.description),
        max_states: arguments.max_states,
        extent: arguments.run.extent(),
    };
    match choreography_picture(&drawn, drawing) {
        Ok(picture) => {
            let style = text_style(arguments.signs, output);
            write_picture(&picture.encoded(format, style)?, format, output)
        }
        Err(why) => Err(match why.reason() {
            Some(reason) => no_verdict(&loaded.name, reason, &why.to_string(), output.color),
            None => Failure::usage(why),
        }),
    }
}

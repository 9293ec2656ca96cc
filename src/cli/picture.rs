//! The forms of pictures that options ask for, and where pictures go.

use super::failure::Failure;
use super::option_groups::OutputArguments;
use super::output::Output;
use scm_check::render::diagrams::{PictureForm, Undrawable};

impl From<Undrawable> for Failure {
    fn from(why: Undrawable) -> Self {
        Self::Usage(why.to_string())
    }
}

/// Returns the form that is asked for, or that the name of the output stands for, else `usual`.
///
/// # Errors
/// If it stands for none.
pub(crate) fn picture_format(
    asked: Option<PictureForm>,
    output: &OutputArguments,
    usual: PictureForm,
) -> Result<PictureForm, Failure> {
    Ok(match (asked, output.ending()) {
        (Some(format), _) => format,
        (None, Some("txt")) => PictureForm::Text,
        (None, Some("dot" | "gv")) => PictureForm::Dot,
        (None, Some("svg")) => PictureForm::Svg,
        (None, Some("json")) => PictureForm::Json,
        (None, Some("png")) => PictureForm::Png,
        (None, Some(ending)) => {
            let why = format!("there is no picture .{ending}; --format text|dot|svg|json|png");
            return Err(Failure::Usage(why));
        }
        (None, None) => usual,
    })
}

/// Refuses a file whose name stands for a form that a report has not, unless the form is asked for.
///
/// # Errors
/// If it is one.
pub(crate) fn refuse_picture(output: &OutputArguments) -> Result<(), Failure> {
    match output.ending() {
        Some(ending @ ("svg" | "dot" | "gv" | "png")) => {
            let why = format!("a report has no form .{ending}; see: scm-check draw --help");
            Err(Failure::Usage(why))
        }
        _ => Ok(()),
    }
}

/// Writes a picture that is encoded in a form.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn write_picture(
    picture: &[u8],
    format: PictureForm,
    output: &OutputArguments,
) -> Result<(), Failure> {
    let stream = Output::open(output)?;
    match format {
        PictureForm::Png => stream.put_bytes(picture),
        _ => stream.put(picture),
    }
}

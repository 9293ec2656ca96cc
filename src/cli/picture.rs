//! The forms of pictures that options ask for, and where pictures go.

use super::failure::Failure;
use super::option_groups::{OutputArguments, PictureFormat};
use super::output::Output;
use scm_check::render::diagrams::{PictureForm, Undrawable};

impl From<PictureFormat> for PictureForm {
    fn from(format: PictureFormat) -> Self {
        match format {
            PictureFormat::Text => Self::Text,
            PictureFormat::Dot => Self::Dot,
            PictureFormat::Svg => Self::Svg,
            PictureFormat::Json => Self::Json,
            PictureFormat::Png => Self::Png,
        }
    }
}

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
    asked: Option<PictureFormat>,
    output: &OutputArguments,
    usual: PictureFormat,
) -> Result<PictureFormat, Failure> {
    Ok(match (asked, output.ending()) {
        (Some(format), _) => format,
        (None, Some("txt")) => PictureFormat::Text,
        (None, Some("dot" | "gv")) => PictureFormat::Dot,
        (None, Some("svg")) => PictureFormat::Svg,
        (None, Some("json")) => PictureFormat::Json,
        (None, Some("png")) => PictureFormat::Png,
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
    format: PictureFormat,
    output: &OutputArguments,
) -> Result<(), Failure> {
    let stream = Output::open(output)?;
    match format {
        PictureFormat::Png => stream.put_bytes(picture),
        _ => stream.put(picture),
    }
}

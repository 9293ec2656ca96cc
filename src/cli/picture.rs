//! Formats of pictures, and their output.

use super::failure::Failure;
use super::option_groups::OutputArguments;
use super::output::Output;
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::render::diagrams::{PictureForm, Undrawable};

impl From<Undrawable> for Failure {
    fn from(why: Undrawable) -> Self {
        Self::Usage(why.to_string())
    }
}

/// Returns the requested format, or that of the output file's extension, else `usual`.
///
/// # Errors
/// If the extension is not that of a format.
pub(crate) fn picture_format(
    asked: Option<PictureForm>,
    output: &OutputArguments,
    usual: PictureForm,
) -> Result<PictureForm, Failure> {
    match (asked, output.ending()) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(usual),
        (None, Some(ending)) => form_of_extension(ending).ok_or_else(|| {
            Failure::Usage(format!(
                "there is no picture .{ending}; --format text|dot|svg|html|json|png"
            ))
        }),
    }
}

/// Returns the form of pictures in files with an extension.
pub(crate) fn form_of_extension(extension: &str) -> Option<PictureForm> {
    match extension {
        "txt" => Some(PictureForm::Text),
        "dot" | "gv" => Some(PictureForm::Dot),
        "svg" => Some(PictureForm::Svg),
        "json" => Some(PictureForm::Json),
        "png" => Some(PictureForm::Png),
        "html" | "htm" => Some(PictureForm::Html),
        _ => None,
    }
}

/// Rejects an output file whose extension is that of a picture format that reports do not have, unless the format is
/// requested.
///
/// # Errors
/// If the output is such a file.
pub(crate) fn refuse_picture(output: &OutputArguments) -> Result<(), Failure> {
    match output.ending() {
        Some(ending @ ("svg" | "dot" | "gv" | "png")) => {
            let why = format!("a report has no form .{ending}; see: scm-check draw --help");
            Err(Failure::Usage(why))
        }
        _ => Ok(()),
    }
}

/// Writes a picture in a format.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn write_picture(
    picture: &[u8],
    format: PictureForm,
    output: &OutputArguments,
) -> Result<u8, Failure> {
    let stream = Output::open(output)?;
    match format {
        PictureForm::Png => stream.put_bytes(picture)?,
        _ => stream.put(picture)?,
    }
    Ok(ExitStatus::Fine.exit_code())
}

//! `fmt`: models in the standard layout.

use crate::cli::args::FmtArguments;
use crate::cli::draft::replace;
use crate::cli::failure::Failure;
use crate::cli::file_kind::{kind, mistaken_kind};
use crate::cli::input::{Input, Naming, Sought, expand_to};
use crate::cli::models::{LoadOptions, load_as};
use crate::cli::output::Output;
use scm_check::kernel::diagnostics::Diagnostics;
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::ExitStatus;
use scm_check::language::kinds::Kind;
use scm_check::language::reading::Reading;
use scm_check::language::{component, interaction, scm};

/// The extensions of models in directories.
const EXTENSIONS: [&str; 4] = ["scm", "hsf", "hif", "bip"];

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If a file, or standard output, cannot be written.
pub(super) fn run(arguments: &FmtArguments) -> Result<u8, Failure> {
    let mut output = Output::standard(arguments.color);
    let options = LoadOptions::by_path(arguments.color);
    let mut exit_status = ExitStatus::Fine;
    for input in expand_to(&arguments.models, Sought::Endings(&EXTENSIONS)) {
        let name = input.name(Naming::Path);
        let Some((before, after)) = formatted(&input, options) else {
            exit_status = exit_status.max(ExitStatus::Refused);
            continue;
        };
        match input.path() {
            _ if arguments.check => {
                if before != after {
                    output.write(|stream| writeln!(stream, "{name}: would change"))?;
                    exit_status = exit_status.max(ExitStatus::Failed);
                }
            }
            Some(path) if before != after => {
                replace(path, before.as_bytes(), after.as_bytes())
                    .map_err(|error| Failure::writing(&name, &error))?;
                output.write(|stream| writeln!(stream, "{name}: changed"))?;
            }
            Some(_) => {}
            None => output.write(|stream| stream.write_all(after.as_bytes()))?,
        }
    }
    Ok(exit_status.exit_code())
}

/// Returns a model before and after formatting; if there is none, reports the reason and returns `None`.
fn formatted(input: &Input, options: LoadOptions) -> Option<(String, String)> {
    let format = |source: &Source| {
        let formatted = match input.extension() {
            _ if kind(input, source) == Some(Kind::Components) => component::format(source),
            Some("hif" | "hsf") => interaction::format(source),
            _ => match mistaken_kind(input, &[Kind::System]) {
                Some(mistaken) => Err(Diagnostics(vec![mistaken])),
                None => scm::format(source),
            },
        };
        match formatted {
            Ok(after) => {
                Reading { diagnostics: Vec::new(), model: Some((source.text().to_owned(), after)) }
            }
            Err(diagnostics) => Reading { diagnostics: diagnostics.0, model: None },
        }
    };
    load_as(input, options, format).1
}

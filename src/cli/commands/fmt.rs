//! `fmt`: models in the standard layout.

use crate::cli::args::FmtArguments;
use crate::cli::draft::replace;
use crate::cli::failure::Failure;
use crate::cli::feed;
use crate::cli::input::{Input, Naming, expand_to};
use crate::cli::models::{LoadOptions, show, unreadable};
use crate::cli::option_groups::OutputArguments;
use crate::cli::output::Output;
use scm_check::driver::null_bytes;
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::ExitStatus;
use scm_check::language::{interaction, scm};

/// The extensions of models in directories.
const EXTENSIONS: [&str; 3] = ["scm", "hsf", "hif"];

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If a file, or standard output, cannot be written.
pub(super) fn run(arguments: &FmtArguments) -> Result<u8, Failure> {
    let output = OutputArguments { output: None, color: arguments.color };
    let mut output = Output::open(&output)?;
    let options = LoadOptions::by_path(arguments.color);
    let mut exit_status = ExitStatus::Fine;
    for input in expand_to(&arguments.models, &EXTENSIONS) {
        let name = input.name(Naming::Path);
        exit_status = exit_status.max(match formatted(&input, name, options) {
            None => ExitStatus::Refused,
            Some(Formatted { before, after, name }) => {
                let changed = before != after;
                match input.path() {
                    _ if arguments.check => {
                        if changed {
                            output.write(|stream| writeln!(stream, "{name}: would change"))?;
                        }
                    }
                    Some(path) if changed => {
                        replace(path, before.as_bytes(), after.as_bytes())
                            .map_err(|error| Failure::writing(&name, &error))?;
                        output.write(|stream| writeln!(stream, "{name}: changed"))?;
                    }
                    Some(_) => {}
                    None => output.write(|stream| stream.write_all(after.as_bytes()))?,
                }
                if changed && arguments.check { ExitStatus::Failed } else { ExitStatus::Fine }
            }
        });
    }
    Ok(exit_status.exit_code())
}

/// A model before and after formatting.
struct Formatted {
    name: String,
    before: String,
    after: String,
}

/// Returns a model in the standard layout; if there is none, reports the reason and returns `None`.
fn formatted(input: &Input, name: String, options: LoadOptions) -> Option<Formatted> {
    let bytes = match feed::text(input) {
        Ok(bytes) => bytes,
        Err(why) => {
            unreadable(&name, &why, options.colour);
            return None;
        }
    };
    let source = Source::from_bytes(&*name, bytes);
    let extension = std::path::Path::new(&name).extension().and_then(|name| name.to_str());
    if let Some(diagnostic) = null_bytes(&source) {
        show(&source, &[diagnostic], options);
        return None;
    }
    let formatted = match extension {
        Some("hif" | "hsf") => interaction::format(&source),
        _ => scm::format(&source),
    };
    match formatted {
        Ok(after) => Some(Formatted { name, before: source.text().to_owned(), after }),
        Err(diagnostics) => {
            show(&source, &diagnostics.0, options);
            None
        }
    }
}

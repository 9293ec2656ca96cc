//! `fmt`: models in the standard layout.

use crate::cli::args::FmtArguments;
use crate::cli::companions::FilesBeside;
use crate::cli::draft::replace;
use crate::cli::failure::Failure;
use crate::cli::file_kind::MODELS;
use crate::cli::input::{Input, Naming, Sought, expand_to};
use crate::cli::models::{LoadOptions, load_as};
use crate::cli::output::Output;
use scm_check::internals::driver::{AnyModel, ReadingOptions, codes};
use scm_check::internals::kernel::diagnostics::Diagnostics;
use scm_check::internals::kernel::source::{Source, Span};
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::language::kinds::{Kind, Language};
use scm_check::internals::language::layout::layout;
use scm_check::internals::language::reading::Reading;
use scm_check::internals::language::{component, interaction, scm};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If a file, or standard output, cannot be written.
pub(super) fn run(arguments: &FmtArguments) -> Result<u8, Failure> {
    let mut output = Output::standard(arguments.color);
    let options = LoadOptions::by_path(arguments.color);
    let mut exit_status = ExitStatus::Fine;
    for input in expand_to(&arguments.models, Sought::WithCompanions(MODELS)) {
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
        let language = Language::of(input.extension(), source);
        let formatted = match language {
            _ if matches!(input, Input::Block(..)) => {
                refused("this is one of several diagrams of a file, which is not laid out")
            }
            Some(language) if language.kind == Kind::Components => component::format(source),
            Some(Language { name: "interaction" | "signature", .. }) => interaction::format(source),
            Some(language) if language.name != "SCM" => laid_out(language, input, source),
            _ => scm::format(source),
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

/// Returns a text without errors in the standard layout of its language.
fn laid_out(language: &Language, input: &Input, source: &Source) -> Result<String, Diagnostics> {
    if !MODELS.contains(&language.kind) {
        return refused(&format!("this is {}, which is not laid out", language.kind.described()));
    }
    let mut files = FilesBeside::new(input, None, &|_| {});
    let Reading { diagnostics, model } =
        AnyModel::read(source, MODELS, ReadingOptions::default(), &mut files);
    match model.and_then(|_| layout(language, source)) {
        Some(text) => Ok(text),
        None => Err(Diagnostics(diagnostics)),
    }
}

fn refused(why: &str) -> Result<String, Diagnostics> {
    Err(Diagnostics(vec![codes::UNREADABLE.at(Span::default(), why)]))
}

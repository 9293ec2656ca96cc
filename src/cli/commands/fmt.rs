//! `fmt`: models in the standard layout.

use crate::cli::args::FmtArguments;
use crate::cli::companions::FilesBeside;
use crate::cli::draft::replace;
use crate::cli::failure::Failure;
use crate::cli::file_kind::{MODELS, kind_by_name};
use crate::cli::input::{Input, Naming, Sought, expand_to};
use crate::cli::models::{LoadOptions, load_as};
use crate::cli::output::{Output, tell};
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
        let is_named = input.path().is_none_or(|path| {
            arguments.models.iter().any(|named| std::path::Path::new(named) == path)
        });
        if !is_named && is_other_diagram(&input) {
            tell(arguments.color, &format!("\x1b[1mnote:\x1b[0m left out: {name}\n"));
            continue;
        }
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
                refused("of a file with several diagrams, or a document, nothing is laid out")
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

/// Returns `true` for a file that is called like a sequence diagram and is another one, or several.
fn is_other_diagram(input: &Input) -> bool {
    let is_diagram = kind_by_name(input) == Some(Kind::Interaction);
    let source = Source::from_bytes("", input.begin());
    let is_known = Language::of_text(&source).is_some() || input.extension() != Some("mmd");
    matches!(input, Input::Block(..)) || is_diagram && !is_known
}

/// Returns a text without errors in the standard layout of its language.
fn laid_out(language: &Language, input: &Input, source: &Source) -> Result<String, Diagnostics> {
    if !MODELS.contains(&language.kind) {
        return refused(&format!("this is {}, which is not laid out", language.kind.described()));
    }
    let mut files = FilesBeside::new(input, None, &|_| {});
    let Reading { diagnostics, model } =
        AnyModel::read(source, MODELS, ReadingOptions::default(), &mut files);
    let laid_out = model.and_then(|before| Some((before, layout(language, source)?)));
    let Some((before, text)) = laid_out else { return Err(Diagnostics(diagnostics)) };
    let again = Source::new(source.name(), text.as_str());
    let after = AnyModel::read(&again, MODELS, ReadingOptions::default(), &mut files).model;
    if !after.is_some_and(|after| after.says_the_same(&before)) {
        return refused("its blanks mean something, so that it is not laid out");
    }
    Ok(text)
}

fn refused(why: &str) -> Result<String, Diagnostics> {
    Err(Diagnostics(vec![codes::UNREADABLE.at(Span::default(), why)]))
}

//! Reads interactions from files.

use std::ffi::OsStr;

use crate::cli::failure::Failure;
use crate::cli::file_kind::INTERACTION_EXTENSIONS;
use crate::cli::input::{Input, only};
use crate::cli::interaction_args::InteractionReading;
use crate::cli::models::{LoadOptions, Single, load_as};
use crate::cli::option_groups::Colour;
use scm_check::driver::codes;
use scm_check::driver::interaction::without_lifelines;
use scm_check::kernel::diagnostics::Diagnostic;
use scm_check::kernel::source::{Source, Span};
use scm_check::language::interaction::{Model, read, read_plantuml, read_signature};
use scm_check::model::interaction::Interaction;
use scm_check::model::trace::Signature;

/// Options for reading interactions, and for reporting errors in their signatures.
#[derive(Clone, Debug)]
pub(crate) struct Read<'a> {
    pub(crate) reading: &'a InteractionReading,
    pub(crate) colour: Colour,
}

impl Read<'_> {
    /// Reads an interaction, and reports the errors in its signature.
    pub(crate) fn read(&self, input: &Input, source: &Source) -> (Vec<Diagnostic>, Option<Model>) {
        let ending = input.path().and_then(|path| path.extension()).and_then(OsStr::to_str);
        let begins_so = source.text().trim_start().starts_with("@startuml");
        if matches!(ending, Some("puml" | "plantuml")) || begins_so {
            let reading = read_plantuml(source);
            return (reading.diagnostics, reading.model);
        }
        match self.signature(input) {
            Ok(signature) => {
                let reading = read(source, signature.as_ref());
                (reading.diagnostics, reading.model)
            }
            // The error was reported before.
            Err(diagnostic) => (vec![*diagnostic], None),
        }
    }

    /// Returns the requested signature, or the one in the file next to the interaction.
    fn signature(&self, input: &Input) -> Result<Option<Signature>, Box<Diagnostic>> {
        let file = match &self.reading.signature {
            Some(file) => Input::named(file),
            None => {
                let Some(path) = input.path() else { return Ok(None) };
                let beside = path.with_extension("hsf");
                if beside == path || !beside.is_file() {
                    return Ok(None);
                }
                Input::named(beside.as_os_str())
            }
        };
        let options = LoadOptions::by_path(self.colour);
        let (loaded, signature) = load_as(&file, options, read_signature);
        signature.map(Some).ok_or_else(|| {
            let message = format!("its signature {}: {}", loaded.name, loaded.failure());
            let diagnostic = Diagnostic::new(codes::UNREADABLE, Span::default(), message)
                .help("correct the signature, or name another with --signature");
            Box::new(diagnostic)
        })
    }
}

/// Reads the one interaction that an argument names, and reports its errors.
///
/// # Errors
/// If the argument names several files, or lifelines to be removed do not exist.
pub(crate) fn single(
    argument: &OsStr,
    reading: &InteractionReading,
    colour: Colour,
) -> Result<(Single<Model>, Interaction), Failure> {
    let input = only(argument, &INTERACTION_EXTENSIONS)?;
    let read = Read { reading, colour };
    let options = LoadOptions::by_path(colour);
    let single = Single::read(input, options, |input, source| read.read(input, source))?;
    let interaction = without_lifelines(&single.model, &reading.remove)
        .map_err(|why| Failure::Usage(format!("{}: {why}", single.loaded.name)))?;
    Ok((single, interaction))
}

//! From an input to a model: reading, telling what is wrong with it, and recording that.

use super::failure::Failure;
use super::feed;
use super::file_kind::binary_kind;
use super::input::{Input, Naming};
use super::option_groups::{Colour, ReportArguments};
use super::output::tell;
use scm_check::driver::{Loaded, codes, load as driver_load};
use scm_check::kernel::diagnostics::{Code, Colours, Diagnostic, Severity, render_all};
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::ExitStatus;
use scm_check::language::scm;
use scm_check::render::report::Note;

/// At most so many diagnostics of one input are shown.
const SHOWN: usize = 20;

/// How an input is read and what is said about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LoadOptions {
    /// How it is called.
    pub(crate) naming: Naming,
    /// Whether standard error is coloured.
    pub(crate) colour: Colour,
    /// The mildest severity that is worth a word on standard error.
    pub(crate) mildest: Severity,
}

impl LoadOptions {
    /// Returns how the inputs of a report are read.
    pub(crate) fn new(report: &ReportArguments) -> Self {
        Self {
            naming: if report.reproducible { Naming::FileName } else { Naming::Path },
            colour: report.output.color,
            mildest: if report.quiet { Severity::Error } else { Severity::Warning },
        }
    }

    /// Returns how an input is read that is called by its path, where warnings are told, too.
    pub(crate) fn by_path(colour: Colour) -> Self {
        Self { naming: Naming::Path, colour, mildest: Severity::Warning }
    }
}

/// Tells on standard error what is odd about an input, or that it cannot be had.
pub(crate) fn tell_about(loaded: &Loaded, options: LoadOptions) {
    match &loaded.text {
        Ok(source) => show(source, &loaded.diagnostics, options),
        Err(why) => unreadable(&loaded.name, why, options.colour),
    }
}

/// One input of a command that takes one.
pub(crate) struct Single<M> {
    /// Where it comes from.
    pub(crate) input: Input,
    /// The text and what is wrong with it.
    pub(crate) loaded: Loaded,
    /// What was read.
    pub(crate) model: M,
}

impl<M> Single<M> {
    /// Reads an input, and tells what is wrong with it.
    ///
    /// # Errors
    /// If it is none that `read` makes a model of.
    pub(crate) fn read(
        input: Input,
        options: LoadOptions,
        read: impl FnOnce(&Input, &Source) -> (Vec<Diagnostic>, Option<M>),
    ) -> Result<Self, Failure> {
        let (loaded, model) = load_as(&input, options, |source| read(&input, source));
        let model = model.ok_or(Failure::Told(ExitStatus::Refused))?;
        Ok(Self { input, loaded, model })
    }
}

impl Single<scm::Model> {
    /// Reads a system, and tells what is wrong with it.
    ///
    /// # Errors
    /// If it is none.
    pub(crate) fn system(input: Input, options: LoadOptions) -> Result<Self, Failure> {
        Self::read(input, options, read_system)
    }
}

/// Reads a system in SCM.
pub(crate) fn read_system(input: &Input, source: &Source) -> (Vec<Diagnostic>, Option<scm::Model>) {
    if let Some(diagnostic) = binary_kind(input) {
        return (vec![diagnostic], None);
    }
    let reading = scm::read(source);
    (reading.diagnostics, reading.model)
}

/// Makes a model of the bytes of `input` by the language that `read` reads, if there is no error, and tells on standard
/// error what is wrong with it.
pub(crate) fn load_as<M>(
    input: &Input,
    options: LoadOptions,
    read: impl FnOnce(&Source) -> (Vec<Diagnostic>, Option<M>),
) -> (Loaded, Option<M>) {
    let (loaded, model) = driver_load(input.name(options.naming), feed::text(input), read);
    tell_about(&loaded, options);
    (loaded, model)
}

/// Returns what reports say of an input whose bytes cannot be had.
pub(crate) fn cannot_be_had(name: &str, why: &str) -> Note {
    Note {
        code: codes::UNREADABLE.name.to_owned(),
        severity: Severity::Error,
        message: why.to_owned(),
        file: name.to_owned(),
        line: None,
        column: None,
    }
}

/// Tells on standard error that the bytes of an input cannot be had.
pub(crate) fn unreadable(name: &str, why: &str, colour: Colour) {
    refused(codes::UNREADABLE, name, why, colour);
}

/// Tells on standard error that nothing is made of an input, with the code that says why.
pub(crate) fn refused(code: Code, name: &str, why: &str, colour: Colour) {
    tell(colour, &format!("\x1b[1;31merror[{}]\x1b[0m: {name}: {why}\n", code.name));
}

/// Shows diagnostics on standard error, errors first among those that are shown at all.
pub(crate) fn show(source: &Source, all: &[Diagnostic], options: LoadOptions) {
    let shown: Vec<Diagnostic> =
        all.iter().filter(|diagnostic| diagnostic.severity() <= options.mildest).cloned().collect();
    if !shown.is_empty() {
        // Colours are stripped on the way where they are not wanted.
        let text = render_all(source, &shown, SHOWN, Colours::Coloured);
        tell(options.colour, &format!("{text}\n"));
    }
}

/// Returns what is odd about an input, as it stands in reports.
pub(crate) fn notes(loaded: &Loaded) -> Vec<Note> {
    match &loaded.text {
        Ok(source) => Note::all(source, &loaded.diagnostics),
        Err(why) => vec![cannot_be_had(&loaded.name, why)],
    }
}

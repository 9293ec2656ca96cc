//! Finds models, reads one from an input, and reports and records its errors.

use std::ffi::OsString;

use super::companions::FilesBeside;
use super::failure::Failure;
use super::feed;
use super::file_kind::{MODELS, advise, mistaken_kind};
use super::input::{Input, Naming, Sought, expand_noting};
use super::option_groups::{Colour, ReportArguments};
use super::output::tell;
use scm_check::internals::driver::{
    AnyModel, Loaded, ReadingOptions, codes, load as driver_load, read_system,
};
use scm_check::internals::kernel::diagnostics::{Colours, Diagnostic, Severity, render_all};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::language::kinds::Kind;
use scm_check::internals::language::reading::Reading;
use scm_check::internals::language::system;
use scm_check::internals::render::report::Note;

/// Maximum number of diagnostics of one input that are shown.
const SHOWN: usize = 20;

/// Options for reading an input and reporting its diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LoadOptions {
    /// Form of the input's name.
    pub(crate) naming: Naming,
    /// Whether standard error is coloured.
    pub(crate) colour: Colour,
    /// The lowest severity that is reported on standard error.
    pub(crate) mildest: Severity,
}

impl LoadOptions {
    /// Returns the options for the inputs of a report.
    pub(crate) fn new(report: &ReportArguments) -> Self {
        let mildest = match (report.quiet, report.verbose) {
            (true, _) => Severity::Error,
            (false, true) => Severity::Note,
            (false, false) => Severity::Warning,
        };
        Self {
            naming: if report.reproducible { Naming::FileName } else { Naming::Path },
            colour: report.output.color,
            mildest,
        }
    }

    /// Returns the options for an input that is named by its path and whose warnings are reported.
    pub(crate) fn by_path(colour: Colour) -> Self {
        Self { naming: Naming::Path, colour, mildest: Severity::Warning }
    }
}

/// Returns the models of some kinds that `arguments` name, in order, as [`expand_to`](super::input::expand_to) does, and says
/// which files of directories are of other kinds.
pub(crate) fn named(
    arguments: &[OsString],
    kinds: &[Kind],
    report: &ReportArguments,
) -> Vec<Input> {
    /// Number of files that are named.
    const NAMED: usize = 3;
    let mut others = Vec::new();
    let inputs = expand_noting(arguments, Sought::Kinds(kinds), &mut others);
    let (count, named) = (others.len(), others.len().min(NAMED));
    if count > 0 && !report.quiet {
        let mut list = others[..named].join(", ");
        if named < count {
            list.push_str(", ...");
        }
        let files = if count == 1 { "file of another kind" } else { "files of other kinds" };
        tell(
            report.output.color,
            &format!("\x1b[1mnote:\x1b[0m left out: {count} {files}: {list}\n"),
        );
    }
    inputs
}

/// Reports on standard error the diagnostics of an input, or that it cannot be read.
pub(crate) fn tell_about(loaded: &Loaded, options: LoadOptions) {
    if let Some(text) = complaints(loaded, options.mildest) {
        tell(options.colour, &text);
    }
}

/// Returns the diagnostics of an input that are at least as severe as `mildest`, or that it cannot be read; `None` if
/// there is nothing to say.
pub(crate) fn complaints(loaded: &Loaded, mildest: Severity) -> Option<String> {
    match &loaded.text {
        Ok(source) => shown(source, &loaded.diagnostics, mildest),
        Err(why) => Some(unreadable_text(&loaded.name, why)),
    }
}

/// The input of a command that takes exactly one.
pub(crate) struct Single<M> {
    /// The input.
    pub(crate) input: Input,
    /// The text with its diagnostics.
    pub(crate) loaded: Loaded,
    /// The model.
    pub(crate) model: M,
}

impl<M> Single<M> {
    /// Reads an input, and reports its diagnostics.
    ///
    /// # Errors
    /// If `read` does not return a model.
    pub(crate) fn read(
        input: Input,
        options: LoadOptions,
        read: impl FnOnce(&Input, &Source) -> Reading<M>,
    ) -> Result<Self, Failure> {
        let (loaded, model) = load_as(&input, options, |source| read(&input, source));
        let model = model.ok_or(Failure::Told(ExitStatus::Refused))?;
        Ok(Self { input, loaded, model })
    }
}

impl Single<AnyModel> {
    /// Reads a model of any kind, with the files beside it, and reports its diagnostics.
    ///
    /// # Errors
    /// If the input is not a model.
    pub(crate) fn any(input: Input, options: LoadOptions) -> Result<Self, Failure> {
        Self::read(input, options, |input, source| {
            let tell_about = |signature: &Loaded| tell_about(signature, options);
            let mut files = FilesBeside::new(input, None, &tell_about);
            AnyModel::read(source, MODELS, ReadingOptions::default(), &mut files)
        })
    }
}

impl Single<system::Model> {
    /// Reads a system, and reports its diagnostics.
    ///
    /// # Errors
    /// If the input is not a system.
    pub(crate) fn system(input: Input, options: LoadOptions) -> Result<Self, Failure> {
        Self::read(input, options, read_system_of)
    }
}

/// Reads a system.
fn read_system_of(input: &Input, source: &Source) -> Reading<system::Model> {
    let read = || read_system(source, input.extension());
    mistaken_kind(input, &[Kind::System]).map_or_else(read, Reading::refused)
}

/// Makes a model of the bytes of `input` with `read`, if there is no error, and reports the diagnostics on standard
/// error.
pub(crate) fn load_as<M>(
    input: &Input,
    options: LoadOptions,
    read: impl FnOnce(&Source) -> Reading<M>,
) -> (Loaded, Option<M>) {
    let (mut loaded, model) = driver_load(input.name(options.naming), feed::text(input), read);
    advise(&mut loaded);
    tell_about(&loaded, options);
    (loaded, model)
}

/// Returns the note in reports about an input whose bytes cannot be read.
pub(crate) fn cannot_be_had(name: &str, why: &str) -> Note {
    Note::without_place(codes::UNREADABLE.name, why, name)
}

/// Reports on standard error that the bytes of an input cannot be read.
pub(crate) fn unreadable(name: &str, why: &str, colour: Colour) {
    tell(colour, &unreadable_text(name, why));
}

fn unreadable_text(name: &str, why: &str) -> String {
    format!("\x1b[1;31merror[{}]\x1b[0m: {name}: {why}\n", codes::UNREADABLE.name)
}

/// Returns diagnostics as text, errors first.
pub(crate) fn shown(source: &Source, all: &[Diagnostic], mildest: Severity) -> Option<String> {
    let shown: Vec<Diagnostic> =
        all.iter().filter(|diagnostic| diagnostic.severity() <= mildest).cloned().collect();
    if shown.is_empty() {
        return None;
    }
    // Unwanted colours are removed when the text is written.
    let text = render_all(source, &shown, SHOWN, Colours::Coloured);
    let mut codes: Vec<&str> = shown.iter().take(SHOWN).map(|one| one.code.name).collect();
    codes.sort_unstable();
    codes.dedup();
    Some(format!("{text}see: scm-check explain {}\n\n", codes.join(" ")))
}

/// Returns the diagnostics of an input as notes for reports.
pub(crate) fn notes(loaded: &Loaded) -> Vec<Note> {
    match &loaded.text {
        Ok(source) => Note::all(source, &loaded.diagnostics),
        Err(why) => vec![cannot_be_had(&loaded.name, why)],
    }
}

/// Returns the first error of an input as a note, which a table shows in its row.
pub(crate) fn first_error(loaded: &Loaded) -> Vec<Note> {
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity() == Severity::Error;
    match (loaded.source(), loaded.diagnostics.iter().find(is_error)) {
        (Some(source), Some(error)) => Note::all(source, std::slice::from_ref(error)),
        _ => Vec::new(),
    }
}

//! From an input to a model: reading, telling what is wrong with it, and recording that.

use sha2::{Digest as _, Sha256};

use super::file_kind::foreign;
use super::input::{Input, Naming, UNREADABLE};
use super::option_groups::Colour;
use super::output::tell;
use scm_check::kernel::base::hexadecimal;
use scm_check::kernel::diagnostics::{Code, Colours, Diagnostic, Severity, render_all};
use scm_check::kernel::source::{Source, Span};
use scm_check::kernel::verdict::Verdict;
use scm_check::language::scm;
use scm_check::model::evidence::Lines;
use scm_check::render::report::{Note, Row};

/// At most so many diagnostics of one input are shown.
const SHOWN: usize = 20;

/// The size of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Size {
    /// The number of participants.
    pub(crate) participants: usize,
    /// The number of channels.
    pub(crate) channels: usize,
}

/// How an input is read and what is said about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Manner {
    /// How it is called.
    pub(crate) naming: Naming,
    /// Whether standard error is coloured.
    pub(crate) colour: Colour,
    /// The mildest severity that is worth a word on standard error.
    pub(crate) mildest: Severity,
}

/// An input after reading.
pub(crate) struct Loaded {
    /// What reports call it.
    pub(crate) name: String,
    /// The digest of its bytes.
    pub(crate) sha256: Option<String>,
    /// What is odd about it.
    pub(crate) notes: Vec<Note>,
    /// The same, as it is told.
    diagnostics: Vec<Diagnostic>,
    /// The text.
    pub(crate) source: Option<Source>,
    /// What the result says if there is no model: how much is wrong.
    pub(crate) failure: String,
}

impl Loaded {
    /// Tells on standard error what is odd about it, or that it cannot be had.
    pub(crate) fn tell(&self, manner: Manner) {
        match &self.source {
            Some(source) => show(source, &self.diagnostics, manner),
            None => unreadable(&self.name, &self.failure, manner.colour),
        }
    }

    /// Returns a row about a property of the model that says nothing else yet.
    pub(crate) fn row(&self, property: &str, verdict: Verdict) -> Row {
        Row {
            sha256: self.sha256.clone(),
            property: Some(property.to_owned()),
            verdict,
            ..Row::unreadable(&self.name, "")
        }
    }

    /// Returns the row of a model that could not be read.
    pub(crate) fn unreadable(&self) -> Row {
        let message = format!("{}, nothing checked", self.failure);
        Row { sha256: self.sha256.clone(), ..Row::unreadable(&self.name, message) }
    }

    /// Returns the source lines of the transitions of `model`.
    pub(crate) fn lines(&self, model: &scm::Model) -> Lines {
        let Some(source) = &self.source else { return Lines::default() };
        let line = |span: &Span| u32::try_from(source.line_of(span.start())).ok();
        Lines {
            file: self.name.clone(),
            transitions: model
                .places
                .transitions
                .iter()
                .map(|spans| spans.iter().map(line).collect())
                .collect(),
        }
    }
}

/// Makes a model of SCM of the bytes of `input`, if there is no error, and tells on standard error
/// what is wrong with it.
pub(crate) fn load(
    input: &Input,
    bytes: Result<Vec<u8>, String>,
    manner: Manner,
) -> (Loaded, Option<scm::Model>) {
    load_as(input, bytes, manner, |source| {
        if let Some(diagnostic) = foreign(input) {
            return (vec![diagnostic], None);
        }
        let reading = scm::read(source);
        (reading.diagnostics, reading.model)
    })
}

/// The same, for the language that `read` reads.
pub(crate) fn load_as<M>(
    input: &Input,
    bytes: Result<Vec<u8>, String>,
    manner: Manner,
    read: impl FnOnce(&Source) -> (Vec<Diagnostic>, Option<M>),
) -> (Loaded, Option<M>) {
    let (loaded, model) = load_silently(input, bytes, manner, read);
    loaded.tell(manner);
    (loaded, model)
}

/// The same, and tells nothing yet.
pub(crate) fn load_silently<M>(
    input: &Input,
    bytes: Result<Vec<u8>, String>,
    manner: Manner,
    read: impl FnOnce(&Source) -> (Vec<Diagnostic>, Option<M>),
) -> (Loaded, Option<M>) {
    let name = input.name(manner.naming);
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(why) => return (missing(name, why), None),
    };
    let sha256 = Some(hexadecimal(&Sha256::digest(&bytes)));
    let source = Source::from_bytes(&*name, bytes);
    let (diagnostics, model) = match zero(&source) {
        Some(diagnostic) => (vec![diagnostic], None),
        None => read(&source),
    };
    let notes = notes(&source, &diagnostics);
    let errors = notes.iter().filter(|note| note.severity == Severity::Error).count();
    let failure = format!("{errors} {}", if errors == 1 { "error" } else { "errors" });
    (Loaded { name, sha256, notes, diagnostics, source: Some(source), failure }, model)
}

/// Returns what to say of a text with bytes that are zero: of all of them together, whatever language it is in.
pub(crate) fn zero(source: &Source) -> Option<Diagnostic> {
    let place = source.text().find('\0').filter(|&place| u32::try_from(place + 1).is_ok())?;
    let message = if source.text()[place + 1..].contains('\0') {
        "the byte 0x00 is no part of a text; it stands at several places"
    } else {
        "the byte 0x00 is no part of a text"
    };
    let place = Span::new(place, place + 1);
    Some(Diagnostic::new(&UNREADABLE, place, message).label("not understood").help("delete it"))
}

/// Returns what reports say of an input whose bytes cannot be had.
pub(crate) fn cannot_be_had(name: &str, why: &str) -> Note {
    Note {
        code: UNREADABLE.name.to_owned(),
        severity: Severity::Error,
        message: why.to_owned(),
        file: name.to_owned(),
        line: None,
        column: None,
    }
}

fn missing(name: String, why: String) -> Loaded {
    let note = cannot_be_had(&name, &why);
    let diagnostics = Vec::new();
    Loaded { name, sha256: None, notes: vec![note], diagnostics, source: None, failure: why }
}

/// Tells on standard error that the bytes of an input cannot be had.
pub(crate) fn unreadable(name: &str, why: &str, colour: Colour) {
    refused(&UNREADABLE, name, why, colour);
}

/// Tells on standard error that nothing is made of an input, with the code that says why.
pub(crate) fn refused(code: &Code, name: &str, why: &str, colour: Colour) {
    tell(colour, &format!("\x1b[1;31merror[{}]\x1b[0m: {name}: {why}\n", code.name));
}

/// Shows diagnostics on standard error, errors first among those that are shown at all.
pub(crate) fn show(source: &Source, all: &[Diagnostic], manner: Manner) {
    let shown: Vec<Diagnostic> =
        all.iter().filter(|diagnostic| diagnostic.severity() <= manner.mildest).cloned().collect();
    if !shown.is_empty() {
        // Colours are stripped on the way where they are not wanted.
        let text = render_all(source, &shown, SHOWN, Colours::Coloured);
        tell(manner.colour, &format!("{text}\n"));
    }
}

/// Returns diagnostics as they stand in reports.
pub(crate) fn notes(source: &Source, all: &[Diagnostic]) -> Vec<Note> {
    all.iter()
        .map(|diagnostic| {
            let position = source.line_column(diagnostic.primary.span.start());
            Note {
                code: diagnostic.code.name.to_owned(),
                severity: diagnostic.severity(),
                message: diagnostic.message.clone(),
                file: source.name().to_owned(),
                line: Some(position.line as u64),
                column: Some(position.column as u64),
            }
        })
        .collect()
}

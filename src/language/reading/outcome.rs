//! The result of reading a text.

use super::{codes, foreign};
use kernel::diagnostics::{Diagnostic, Severity, Sink};
use kernel::source::{Source, Span};

/// Maximum number of diagnostics that are kept.
pub(crate) const MAX_DIAGNOSTICS: usize = 1_000;

/// The result of reading a text.
#[derive(Clone, Debug)]
pub struct Reading<M> {
    /// Errors and warnings in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// The model, unless there is an error.
    pub model: Option<M>,
}

impl<M> Reading<M> {
    /// Returns the result of a text that cannot be read, for one reason.
    pub fn refused(diagnostic: Diagnostic) -> Self {
        Self { diagnostics: vec![diagnostic], model: None }
    }

    /// Returns the reading with `f` applied to its model.
    pub fn map<N>(self, f: impl FnOnce(M) -> N) -> Reading<N> {
        Reading { diagnostics: self.diagnostics, model: self.model.map(f) }
    }
}

/// Reads a text by `build`, which reports errors and builds a model as far as possible. There is a model iff there
/// was no error. Where a text with errors is written in another language than the `expected` ones, this is reported
/// instead; without expected ones, it is not asked.
pub(crate) fn read<M>(
    source: &Source,
    expected: &[&str],
    build: impl FnOnce(&mut Sink) -> Option<M>,
) -> Reading<M> {
    let Some(mut sink) = begin(source) else {
        return Reading::refused(too_large());
    };
    let model = build(&mut sink).filter(|_| !sink.has_errors());
    if let (None, Some(other)) = (&model, foreign(source, expected)) {
        return Reading::refused(other);
    }
    Reading { diagnostics: finish(source, sink, model.is_some()), model }
}

/// Returns the report of a text of four gigabytes or more, whose places do not fit into a [`Span`].
pub fn too_large() -> Diagnostic {
    codes::FILE_TOO_LARGE.at(Span::default(), "the file has four gigabytes or more")
}

/// Returns a sink with the encoding errors of a text; `None` if the text is [`too_large`].
pub(crate) fn begin(source: &Source) -> Option<Sink> {
    u32::try_from(source.text().len()).ok()?;
    let mut sink = Sink::new(MAX_DIAGNOSTICS);
    check_encoding(source, &mut sink);
    Some(sink)
}

/// Reports a text that is not UTF-8.
pub(crate) fn check_encoding(source: &Source, sink: &mut Sink) {
    if let Some(place) = source.invalid() {
        let invalid = codes::INVALID_UTF8.at(place, "the file is not UTF-8");
        let label = "these bytes encode no character";
        sink.push(invalid.label(label).help("save the file as UTF-8"));
    }
}

/// Returns the diagnostics of a text, in order.
pub(crate) fn finish(source: &Source, sink: Sink, is_right: bool) -> Vec<Diagnostic> {
    let full = sink.is_full();
    let mut diagnostics = sink.into_sorted();
    if !is_right {
        // A warning is about a model, and there is none if the text has errors.
        diagnostics.retain(|diagnostic| diagnostic.severity() == Severity::Error);
    }
    if full {
        let end = source.text().len();
        let message = format!("reading stops after {MAX_DIAGNOSTICS} mistakes");
        let too_many = codes::TOO_MANY_MISTAKES.at(Span::new(end, end), message);
        diagnostics.push(too_many.help("correct the first ones: others may follow from them"));
    }
    diagnostics
}

/// Returns the name of a file without its directory and its ending.
pub(crate) fn stem(name: &str) -> &str {
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    base.rsplit_once('.').map_or(base, |(stem, _)| stem)
}

//! Reading a text.

use super::codes;
use super::parser::ROOM;
use super::{Reading, directive, lower, parser};
use kernel::diagnostics::{Diagnostic, Severity, Sink};
use kernel::source::{Source, Span};

/// Reads a text.
///
/// There is a model iff there is no error; one run reports as many errors as can be found, in
/// the order of their places.
///
/// ```
/// use kernel::source::Source;
/// use language::scm;
///
/// let text = "scm t : nb_channels = 1 ; parameters : int m ;
///     automaton p : initial : 0 state 0 : to 0 : when true , 0 ! m ;";
/// let reading = scm::read(&Source::new("t.scm", text));
/// let model = reading.model.expect("the text is right");
/// assert_eq!(model.system.automata().len(), 1);
/// ```
///
/// # Complexity
/// Linear in the text where it has no syntax errors.
pub fn read(source: &Source) -> Reading {
    if u32::try_from(source.text().len()).is_err() {
        return Reading { model: None, diagnostics: vec![too_large()] };
    }
    let mut parse = parser::parse(source);
    check_encoding(source, &mut parse.sink);
    if parse.tree.file.name.is_none() && parse.tree.file.sections.is_empty() {
        return no_model(parse.sink);
    }
    let directives = directive::read(source, &parse.comments, &mut parse.sink);
    let (model, sink) = lower::lower(source, parse, directives);
    let diagnostics = finish(source, sink, model.is_some());
    Reading { model, diagnostics }
}

/// Returns what [`read`] reports of a text of four gigabytes or more, whose places do not fit into a [`Span`].
pub fn too_large() -> Diagnostic {
    let message = "the file has four gigabytes or more";
    codes::FILE_TOO_LARGE.at(Span::default(), message)
}

/// Reports a text that is not UTF-8.
pub(super) fn check_encoding(source: &Source, sink: &mut Sink) {
    if let Some(place) = source.invalid() {
        sink.push(
            codes::INVALID_UTF8
                .at(place, "the file is not UTF-8")
                .label("these bytes encode no character")
                .help("save the file as UTF-8"),
        );
    }
}

/// Reports a text in which nothing was recognised: whatever its first mistake is, the others say
/// nothing more.
fn no_model(sink: Sink) -> Reading {
    let mut diagnostics = sink.into_sorted();
    if diagnostics.len() > 1 {
        diagnostics.truncate(1);
        diagnostics[0].help = vec!["a model begins with `scm` and its name".to_owned()];
    }
    Reading { model: None, diagnostics }
}

/// Returns an empty sink for a text, whatever language it is in, or why it cannot be read at all.
pub(crate) fn begin(source: &Source) -> Result<Sink, Diagnostic> {
    if u32::try_from(source.text().len()).is_err() {
        return Err(too_large());
    }
    let mut sink = Sink::new(ROOM);
    check_encoding(source, &mut sink);
    Ok(sink)
}

/// Returns what was found in a text, whatever language it is in, in order.
pub(crate) fn finish(source: &Source, sink: Sink, is_right: bool) -> Vec<Diagnostic> {
    let full = sink.is_full();
    let mut diagnostics = sink.into_sorted();
    if !is_right {
        // A warning is about a model, and what is read of a wrong text is none.
        diagnostics.retain(|diagnostic| diagnostic.severity() == Severity::Error);
    }
    if full {
        let end = source.text().len();
        let message = format!("reading stops after {ROOM} mistakes");
        let help = "correct the first ones: others may follow from them";
        diagnostics.push(codes::TOO_MANY_MISTAKES.at(Span::new(end, end), message).help(help));
    }
    diagnostics
}

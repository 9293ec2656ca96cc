//! Reading an SCM text.

use super::{directive, lower, parser};
use crate::reading::{Reading, check_encoding, finish, foreign, too_large};
use crate::system::Model;
use kernel::diagnostics::Sink;
use kernel::source::Source;

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
pub fn read(source: &Source) -> Reading<Model> {
    if u32::try_from(source.text().len()).is_err() {
        return Reading::refused(too_large());
    }
    let mut parse = parser::parse(source);
    check_encoding(source, &mut parse.sink);
    if let (None, Some(other)) = (parse.tree.file.name, foreign(source, &["SCM"])) {
        return Reading::refused(other);
    }
    if parse.tree.file.name.is_none() && parse.tree.file.keywords.is_empty() {
        return no_model(parse.sink);
    }
    let directives = directive::read(source, &parse.comments, &mut parse.sink);
    let (model, sink) = lower::lower(source, parse, directives);
    let mut diagnostics = finish(source, sink, model.is_some());
    if source.text().starts_with(PROJECTIONS) {
        // Projection declares these final states, and not the user.
        diagnostics.retain(|one| one.code != super::codes::FINAL_BUT_ACTIVE);
    }
    Reading { diagnostics, model }
}

/// How the text of projections begins.
pub const PROJECTIONS: &str = "// the projections of ";

/// Reports a text in which no part of a model was recognised: only the first error is
/// informative.
fn no_model(sink: Sink) -> Reading<Model> {
    let mut diagnostics = sink.into_sorted();
    if diagnostics.len() > 1 {
        diagnostics.truncate(1);
        diagnostics[0].help = vec!["a model begins with `scm` and its name".to_owned()];
    }
    Reading { model: None, diagnostics }
}

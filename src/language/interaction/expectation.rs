//! Comments that state answers: `/*# expect: nfa_states = 8 */`.

use rustc_hash::FxHashMap;

use super::codes;
use crate::reading::{Piece, nearest};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};

/// An answer that a file states: the question and its answer.
///
/// Both are kept as text; the caller interprets them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expectation {
    /// The question, such as `nfa_states`.
    pub property: String,
    /// The answer, such as `8`.
    pub value: String,
    /// The place of both in the text.
    pub place: Span,
}

/// The prefix of comments that are directives.
pub(crate) const OPENING: &str = "/*#";

/// Reads the comments that state answers, which begin with `opening`.
pub(crate) fn read(
    source: &Source,
    comments: &[Span],
    opening: &str,
    sink: &mut Sink,
) -> Vec<Expectation> {
    let mut found = Vec::new();
    let mut stated: FxHashMap<String, Span> = FxHashMap::default();
    for &place in comments {
        let Some(body) = Piece::new(source, place).after(opening) else { continue };
        let end = body.text.strip_suffix("*/").map_or(body.text.len(), str::len);
        let body = body.part(0, end).trimmed();
        let end = body.text.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (word, rest) = body.split_at(end.unwrap_or(body.text.len()));
        if word.text != "expect" {
            // Other comments are ordinary ones, unless they look like a misspelt directive.
            if nearest(&word.text.to_ascii_lowercase(), ["expect"].into_iter()).is_some() {
                sink.push(malformed(word.span(), "unknown word").help("did you mean `expect`?"));
            }
            continue;
        }
        let rest = rest.trimmed();
        let Some(list) = rest.after(":") else {
            sink.push(malformed(rest.span(), "expected `:` behind `expect`"));
            continue;
        };
        for item in list.items() {
            let item = item.trimmed();
            let place = item.span();
            let Some((property, value)) = parts(item.text) else {
                sink.push(malformed(place, "expected `property = value`"));
                continue;
            };
            if let Some(&first) = stated.get(property) {
                let message = "this answer is stated twice";
                sink.push(codes::REPEATED_EXPECTATION.at(place, message).also(first, "first here"));
                continue;
            }
            stated.insert(property.to_owned(), place);
            let (property, value) = (property.to_owned(), value.to_owned());
            found.push(Expectation { property, value, place });
        }
    }
    found
}

/// Returns the property and the value of an answer.
fn parts(text: &str) -> Option<(&str, &str)> {
    let (property, value) = text.split_once('=')?;
    let (property, value) = (property.trim(), value.trim());
    (property.starts_with(char::is_alphabetic) && !value.is_empty()).then_some((property, value))
}

fn malformed(place: Span, message: &str) -> Diagnostic {
    codes::MALFORMED_EXPECTATION.at(place, message).help("write `/*# expect: nfa_states = 8 */`")
}

//! Comments that state expected answers.

use rustc_hash::FxHashMap;

use super::Format;
use crate::scm::{self, Expectation, Piece, expectations};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};

/// Reads those of the comments that state answers, such as `//# expect: realisable = holds`.
pub(super) fn read(
    source: &Source,
    format: Format,
    comments: &[Span],
    sink: &mut Sink,
) -> Vec<Expectation> {
    let mut found = Vec::new();
    let mut stated: FxHashMap<(String, Vec<String>), Span> = FxHashMap::default();
    let opening = format.directive();
    for &place in comments {
        let Some(text) = source.slice(place).strip_prefix(opening) else { continue };
        let body = Piece { text, start: place.start() + opening.len() }.trimmed();
        let Some(rest) = body.text.strip_prefix("expect") else { continue };
        let rest = Piece { text: rest, start: body.start + "expect".len() }.trimmed();
        match expectations(rest) {
            Ok(items) => {
                for item in items {
                    let expectation = item.expectation;
                    let key = (expectation.property.clone(), expectation.variant.clone());
                    if let Some(&first) = stated.get(&key) {
                        let code = scm::codes::REPEATED_DIRECTIVE;
                        let message = "this answer is stated twice";
                        sink.push(
                            Diagnostic::new(code, item.piece.span(), message)
                                .also(first, "first here"),
                        );
                    } else {
                        stated.insert(key, item.piece.span());
                        found.push(expectation);
                    }
                }
            }
            Err((piece, message)) => sink.push(
                Diagnostic::new(scm::codes::MALFORMED_DIRECTIVE, piece.span(), message)
                    .help(format!("write `{opening} expect: realisable = holds`")),
            ),
        }
    }
    found
}

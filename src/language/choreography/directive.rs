//! Comments that state expected answers.

use super::Format;
use crate::reading::{Expectation, Piece, StatedAnswers};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};

/// Reads the comments that state answers, such as `//# expect: realisable = holds`.
pub(super) fn read(
    source: &Source,
    format: Format,
    comments: &[Span],
    sink: &mut Sink,
) -> Vec<Expectation> {
    let opening = format.directive();
    let help = format!("write `{opening} expect: realisable = holds`");
    let mut answers = StatedAnswers::default();
    for &place in comments {
        let body = Piece::new(source, place).after(opening);
        if let Some(rest) = body.and_then(|body| body.after("expect")) {
            answers.read(place, rest, &help, sink);
        }
    }
    answers.expectations
}

//! Warnings about interactions that say what their authors hardly mean.

use super::codes;
use super::parts::Parts;
use crate::reading::{equal_parts, shortened};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};
use model::interaction::{Expression, Operator};

/// Warns about operands of `alt` that are equal, and about loops and options in which nothing happens.
///
/// # Complexity
/// Linear in the parts and in the text.
pub(super) fn warn_of_parts(source: &Source, parts: &Parts, sink: &mut Sink) {
    for (id, part) in parts.all.enumerate() {
        match part {
            Expression::Compound(Operator::Alt, operands) => {
                let places: Vec<Span> = operands.iter().map(|&one| parts.spans[one]).collect();
                if let Some(equal) = equal_parts(codes::WITHOUT_EFFECT, source, &places) {
                    sink.push(equal);
                }
            }
            Expression::Optional(body) | Expression::Loop(_, body)
                if parts.all[*body] == Expression::Empty =>
            {
                let message = "nothing happens in this part";
                sink.push(codes::WITHOUT_EFFECT.at(parts.spans[id], message));
            }
            _ => {}
        }
    }
}

/// Returns the warning about a lifeline that no message touches.
pub(super) fn idle(lifeline: &str, place: Span) -> Diagnostic {
    let message = format!("lifeline `{}` takes part in nothing", shortened(lifeline));
    codes::IDLE_LIFELINE.at(place, message)
}

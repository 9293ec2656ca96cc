//! Warnings about interactions that say what their authors hardly mean.

use super::codes;
use super::parts::Parts;
use crate::reading::{Shape, beginning, beginnings, equal_parts, shortened};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};
use model::interaction::{Expression, ExpressionId, Operator, Passing, Target};
use model::trace::Signature;

/// Warns about operands of `alt` that are equal or the beginning of another one, and about loops and options in which
/// nothing happens.
///
/// # Complexity
/// Linear in the parts and in the text.
pub(super) fn warn_of_parts(
    source: &Source,
    (parts, signature): (&Parts, &Signature),
    sink: &mut Sink,
) {
    for (id, part) in parts.all.enumerate() {
        match part {
            Expression::Compound(Operator::Alt, operands) => {
                let places: Vec<Span> = operands.iter().map(|&one| parts.spans[one]).collect();
                if let Some(equal) = equal_parts(codes::WITHOUT_EFFECT, source, &places) {
                    sink.push(equal);
                }
                for found in beginnings(operands, |part| shape(parts, signature, part)) {
                    let Some(&Target::Lifeline(receiver)) = found.next.targets.first() else {
                        continue;
                    };
                    let places = found.first.map(|message| parts.spans[message]);
                    let receiver = &signature.lifelines()[receiver];
                    sink.push(beginning(codes::BEGINNING, source, places, receiver));
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

/// Returns what a part is for the comparison of branches; internal steps are no messages.
fn shape<'a>(
    parts: &'a Parts,
    signature: &Signature,
    part: ExpressionId,
) -> Shape<'a, ExpressionId, &'a Passing> {
    match &parts.all[part] {
        Expression::Empty => Shape::Nothing,
        Expression::Passing(passing) if passing.is_internal(signature) => Shape::Nothing,
        Expression::Passing(passing) => Shape::Message(passing),
        Expression::Compound(Operator::Strict | Operator::Seq, operands) => {
            Shape::Sequence(operands)
        }
        Expression::Compound(_, operands) => {
            operands.first().map_or(Shape::Nothing, |&first| Shape::Other(first))
        }
        &(Expression::Optional(body) | Expression::Loop(_, body)) => Shape::Other(body),
    }
}

/// Returns the warning about a lifeline that no message touches.
pub(super) fn idle(lifeline: &str, place: Span) -> Diagnostic {
    let message = format!("lifeline `{}` takes part in nothing", shortened(lifeline));
    codes::IDLE_LIFELINE.at(place, message)
}

//! Warnings about interactions that say what their authors hardly mean: lifelines without actions, and parts that
//! change nothing.

use super::codes;
use super::parts::Parts;
use crate::reading::{equal_texts, shortened};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::interaction::{Expression, Operator, Origin, Target};
use model::trace::{LifelineSet, Signature};

/// Warns about operands of `alt` that are equal, and about loops and options in which nothing happens.
///
/// # Complexity
/// Linear in the parts and in the text.
pub(super) fn warn_of_parts(source: &Source, parts: &Parts, sink: &mut Sink) {
    for (id, part) in parts.all.enumerate() {
        match part {
            Expression::Compound(Operator::Alt, operands) => {
                let places: Vec<Span> = operands.iter().map(|&one| parts.spans[one]).collect();
                if let Some([first, second]) = equal_texts(source, &places) {
                    let message = "two operands of this `alt` are equal";
                    let equal = codes::WITHOUT_EFFECT.at(second, message);
                    sink.push(equal.also(first, "the same as here"));
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

/// Warns about lifelines without actions; `place` returns where a lifeline is declared.
///
/// # Complexity
/// Linear in the parts and in the signature, apart from `place`.
pub(super) fn warn_of_lifelines(
    parts: &Parts,
    signature: &Signature,
    place: impl Fn(&str) -> Option<Span>,
    sink: &mut Sink,
) {
    let mut used = LifelineSet::new();
    for part in &parts.all {
        let Expression::Passing(passing) = part else { continue };
        if let Origin::Lifeline(lifeline) = passing.origin {
            used.insert(lifeline);
        }
        for target in &passing.targets {
            if let Target::Lifeline(lifeline) = *target {
                used.insert(lifeline);
            }
        }
    }
    let lifelines = signature.lifelines();
    for (_, name) in lifelines.enumerate().filter(|(id, _)| !used.contains(*id) && !used.is_empty())
    {
        let Some(place) = place(name) else { continue };
        let message = format!("lifeline `{}` takes part in nothing", shortened(name));
        sink.push(codes::IDLE_LIFELINE.at(place, message));
    }
}

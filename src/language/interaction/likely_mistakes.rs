//! Warnings about interactions that say what their authors hardly mean: lifelines without actions, and parts that
//! change nothing.

use rustc_hash::FxHashMap;

use super::codes;
use super::parts::Parts;
use crate::reading::shortened;
use kernel::base::{IndexVec, Interner};
use kernel::diagnostics::Sink;
use kernel::source::Span;
use model::interaction::{Expression, ExpressionId, Operator, Origin, Target};
use model::trace::{LifelineSet, Signature};

/// Warns about operands that are written twice, and about loops and options in which nothing happens.
///
/// # Complexity
/// Linear in the parts.
pub(super) fn warn_of_parts(parts: &Parts, sink: &mut Sink) {
    // Equal parts have the same number.
    let mut numbers: Interner<ExpressionId, Expression> = Interner::default();
    let mut number: IndexVec<ExpressionId, ExpressionId> = IndexVec::new();
    for (id, part) in parts.all.enumerate() {
        let mut plain = part.clone();
        match &mut plain {
            Expression::Empty | Expression::Passing(_) => {}
            Expression::Compound(operator, operands) => {
                let mut seen = FxHashMap::default();
                for operand in operands {
                    let place = parts.spans[*operand];
                    *operand = number[*operand];
                    let first = seen.insert(*operand, place);
                    if let (Some(first), Operator::Alt) = (first, &*operator) {
                        let message = "two operands of this `alt` are equal";
                        let equal = codes::WITHOUT_EFFECT.at(place, message);
                        sink.push(equal.also(first, "the same as here"));
                    }
                }
            }
            Expression::Optional(body) | Expression::Loop(_, body) => {
                if parts.all[*body] == Expression::Empty {
                    let message = "nothing happens in this part";
                    sink.push(codes::WITHOUT_EFFECT.at(parts.spans[id], message));
                }
                *body = number[*body];
            }
        }
        number.push(numbers.id(&plain));
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
        let origin = match passing.origin {
            Origin::Lifeline(lifeline) => Some(lifeline),
            Origin::Gate(_) | Origin::Environment => None,
        };
        let targets = passing.targets.iter().filter_map(|target| match *target {
            Target::Lifeline(lifeline) => Some(lifeline),
            Target::Gate(_) => None,
        });
        origin.into_iter().chain(targets).for_each(|lifeline| used.insert(lifeline));
    }
    let lifelines = signature.lifelines();
    if used.is_empty() {
        return;
    }
    for (_, name) in lifelines.enumerate().filter(|(id, _)| !used.contains(*id)) {
        let Some(place) = place(name) else { continue };
        let message = format!("lifeline `{}` takes part in nothing", shortened(name));
        sink.push(codes::IDLE_LIFELINE.at(place, message));
    }
}

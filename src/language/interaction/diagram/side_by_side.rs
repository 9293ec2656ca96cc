//! Frames whose parts are drawn side by side: `par2`.

use super::super::parts::Parts;
use model::interaction::{Expression, ExpressionId, Operator, Passing};
use model::trace::{LifelineId, Signature};

/// Returns `true` if each part sends on what the part before it has received: the receiver of its last message is the
/// sender of the first message of the next part.
///
/// # Complexity
/// Linear in the parts.
pub(super) fn are_linked(branches: &[ExpressionId], parts: &Parts, signature: &Signature) -> bool {
    branches.windows(2).all(|pair| {
        let sender = outermost(pair[1], parts, signature, End::First).and_then(Passing::sender);
        let last = outermost(pair[0], parts, signature, End::Last);
        let mut receivers = last.into_iter().flat_map(Passing::receivers);
        sender.is_some_and(|sender: LifelineId| receivers.any(|receiver| receiver == sender))
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

/// Returns the first or the last message of a part; `None` if it has none, or a frame stands there.
fn outermost<'p>(
    part: ExpressionId,
    parts: &'p Parts,
    signature: &Signature,
    end: End,
) -> Option<&'p Passing> {
    // The parts to look at, the next one last.
    let mut open = vec![part];
    while let Some(part) = open.pop() {
        match &parts.all[part] {
            Expression::Empty => {}
            Expression::Passing(passing) if passing.is_internal(signature) => {}
            Expression::Passing(passing) => return Some(passing),
            Expression::Compound(Operator::Seq | Operator::Strict, operands) => match end {
                End::First => open.extend(operands.iter().rev()),
                End::Last => open.extend(operands),
            },
            Expression::Compound(..) | Expression::Optional(_) | Expression::Loop(..) => {
                return None;
            }
        }
    }
    None
}

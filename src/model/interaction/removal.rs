//! Interactions without some of their lifelines.

use super::{Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target};
use crate::trace::LifelineSet;
use kernel::base::IndexVec;

/// Why lifelines cannot be removed: this part does letters of several operands at once, and its words without
/// some of their actions are not determined by its operands without them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no lifelines are removed where operands are synchronised: what is left then is not known")]
pub struct Synchronised(pub ExpressionId);

impl Interaction {
    /// Returns the interaction without the actions on some lifelines.
    ///
    /// Its words include those of this one with their actions on these lifelines erased, and without letters
    /// that become empty. There may be more: an order that a removed lifeline imposed between others is lost.
    /// Without h, `seq(a -- m -> h, h -- n -> b)` may begin with `b?n`. The view of a single lifeline is the
    /// same if no letters are interleaved on it.
    ///
    /// Parts keep their ids. The names of the removed lifelines stay in the signature. A loop H in which a
    /// removed lifeline takes part becomes a loop W: the first action of a round may be a removed one.
    ///
    /// Source: \[OVM\] Definition 5, corrected for loop H.
    ///
    /// # Errors
    /// If operands are synchronised.
    ///
    /// # Complexity
    /// Linear in the number of parts, times that of the lifelines.
    pub fn without(&self, removed: &LifelineSet) -> Result<Self, Synchronised> {
        let mut parts: IndexVec<ExpressionId, Expression> = IndexVec::new();
        // For each part, whether removed lifelines take part in it.
        let mut concerned: IndexVec<ExpressionId, bool> = IndexVec::new();
        for (id, part) in self.parts.enumerate() {
            let mut is_concerned = part.operands().iter().any(|&operand| concerned[operand]);
            let part = match part.clone() {
                Expression::Passing(passing) => {
                    is_concerned =
                        passing.actions().any(|action| removed.contains(action.lifeline));
                    without_lifelines(passing, removed)
                }
                Expression::Loop(Repetition::Head, body) if is_concerned => {
                    Expression::Loop(Repetition::Weak, body)
                }
                Expression::Compound(Operator::Sync(_), _) => return Err(Synchronised(id)),
                Expression::Compound(Operator::Coreg(mut region), operands) => {
                    region.retain(|&lifeline| !removed.contains(lifeline));
                    let is_seq = region.is_empty();
                    let operator = if is_seq { Operator::Seq } else { Operator::Coreg(region) };
                    Expression::Compound(operator, operands)
                }
                other => other,
            };
            parts.push(part);
            concerned.push(is_concerned);
        }
        Ok(Self { signature: self.signature.clone(), parts, root: self.root })
    }
}

fn without_lifelines(mut passing: Passing, removed: &LifelineSet) -> Expression {
    if passing.sender().is_some_and(|sender| removed.contains(sender)) {
        passing.origin = Origin::Environment;
    }
    passing.targets.retain(|target| match target {
        Target::Lifeline(receiver) | Target::Lost(receiver) | Target::Unshown(receiver) => {
            !removed.contains(*receiver)
        }
        Target::Gate(_) => true,
    });
    let actions = passing.actions().count();
    if actions == 0 {
        return Expression::Empty;
    }
    // A single action is always a letter of its own.
    passing.synchronous &= actions > 1;
    Expression::Passing(passing)
}

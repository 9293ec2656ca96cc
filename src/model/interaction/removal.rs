//! Interactions without some of their lifelines.

use super::{Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target};
use crate::trace::{LifelineId, LifelineSet};
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
            let part = match part {
                Expression::Passing(passing) => {
                    is_concerned =
                        passing.actions().any(|action| removed.contains(action.lifeline));
                    without_lifelines(passing, removed)
                }
                Expression::Loop(Repetition::Head, body) if is_concerned => {
                    Expression::Loop(Repetition::Weak, *body)
                }
                Expression::Empty | Expression::Optional(_) | Expression::Loop(..) => part.clone(),
                Expression::Compound(operator, operands) => {
                    let operator = match operator {
                        Operator::Sync(_) => return Err(Synchronised(id)),
                        Operator::Coreg(region) => {
                            let kept: Vec<LifelineId> = region
                                .iter()
                                .copied()
                                .filter(|&lifeline| !removed.contains(lifeline))
                                .collect();
                            if kept.is_empty() { Operator::Seq } else { Operator::Coreg(kept) }
                        }
                        other => other.clone(),
                    };
                    Expression::Compound(operator, operands.clone())
                }
            };
            parts.push(part);
            concerned.push(is_concerned);
        }
        Ok(Self { signature: self.signature.clone(), parts, root: self.root })
    }
}

fn without_lifelines(passing: &Passing, removed: &LifelineSet) -> Expression {
    let is_removed = |lifeline: LifelineId| removed.contains(lifeline);
    let origin = match passing.origin {
        Origin::Lifeline(sender) if is_removed(sender) => Origin::Environment,
        origin => origin,
    };
    let kept = passing.targets.iter().copied().filter(|target| match target {
        Target::Lifeline(receiver) => !is_removed(*receiver),
        Target::Gate(_) => true,
    });
    let passing = Passing { origin, targets: kept.collect(), ..*passing };
    let actions = passing.actions().count();
    if actions == 0 {
        return Expression::Empty;
    }
    // A single action is always a letter of its own.
    let synchronous = passing.synchronous && actions > 1;
    Expression::Passing(Passing { synchronous, ..passing })
}

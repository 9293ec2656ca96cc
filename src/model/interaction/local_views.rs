//! Interactions as their lifelines see them, each alone.

use std::collections::BTreeMap;

use super::{Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target};
use crate::trace::{LifelineId, Signature};
use kernel::base::{Id as _, IndexVec};

/// What one lifeline does in an interaction.
#[derive(Debug)]
pub(super) struct LocalView {
    /// The actions of the lifeline, as those of the first lifeline of a signature of its own, which has no messages.
    pub(super) interaction: Interaction,
    /// For each part, the one that it is made of.
    pub(super) parts: IndexVec<ExpressionId, ExpressionId>,
}

impl LocalView {
    fn push(&mut self, part: Expression, origin: ExpressionId) -> ExpressionId {
        self.parts.push(origin);
        self.interaction.parts.push(part)
    }
}

impl Interaction {
    /// Returns for each lifeline [the interaction without all others](Self::without), and without the parts in which the
    /// lifeline does nothing. There must be no coregion and no synchronisation.
    ///
    /// # Complexity
    /// Linear in the parts, each times the number of its lifelines.
    pub(super) fn local_views(&self) -> IndexVec<LifelineId, LocalView> {
        let mut signature = Signature::new();
        let own = signature.add_lifeline("");
        let empty = |_| LocalView {
            interaction: Interaction {
                signature: signature.clone(),
                parts: IndexVec::filled(Expression::Empty, 1),
                root: ExpressionId::from_index(0),
            },
            parts: IndexVec::filled(self.root, 1),
        };
        let mut views: IndexVec<LifelineId, LocalView> =
            self.signature.lifelines().ids().map(empty).collect();
        // For each part its lifelines, with the part of the view of each.
        let mut seen: IndexVec<ExpressionId, Vec<(LifelineId, ExpressionId)>> = IndexVec::new();
        for (id, part) in self.parts.enumerate() {
            let mut local: BTreeMap<LifelineId, Vec<ExpressionId>> = BTreeMap::new();
            for &operand in part.operands() {
                for &(lifeline, part) in &seen[operand] {
                    local.entry(lifeline).or_default().push(part);
                }
            }
            if let Expression::Passing(passing) = part {
                local.extend(passing.actions().map(|action| (action.lifeline, Vec::new())));
            }
            let is_shared = local.len() > 1;
            let here = local.into_iter().map(|(lifeline, operands)| {
                let view = &mut views[lifeline];
                let found = match part {
                    Expression::Empty => Expression::Empty,
                    Expression::Passing(passing) => alone(passing, lifeline, own),
                    // The first action of a round may be that of another lifeline.
                    Expression::Loop(Repetition::Head, _) if is_shared => {
                        Expression::Loop(Repetition::Weak, operands[0])
                    }
                    Expression::Loop(kind, _) => Expression::Loop(*kind, operands[0]),
                    Expression::Optional(_) => Expression::Optional(operands[0]),
                    Expression::Compound(Operator::Alt, all) if operands.len() < all.len() => {
                        let some = match operands[..] {
                            [only] => only,
                            _ => view.push(Expression::Compound(Operator::Alt, operands), id),
                        };
                        Expression::Optional(some)
                    }
                    Expression::Compound(operator, _) => match operands[..] {
                        [only] => return (lifeline, only),
                        _ => Expression::Compound(operator.clone(), operands),
                    },
                };
                (lifeline, view.push(found, id))
            });
            seen.push(here.collect());
        }
        for &(lifeline, part) in &seen[self.root] {
            views[lifeline].interaction.root = part;
        }
        views
    }
}

/// Returns what a lifeline does in a passing, as `own`.
fn alone(passing: &Passing, lifeline: LifelineId, own: LifelineId) -> Expression {
    let is_sent = passing.sender() == Some(lifeline);
    let received = passing.receivers().filter(|&receiver| receiver == lifeline);
    Expression::Passing(Passing {
        origin: if is_sent { Origin::Lifeline(own) } else { Origin::Environment },
        synchronous: false,
        message: passing.message,
        targets: received.map(|_| Target::Lifeline(own)).collect(),
    })
}

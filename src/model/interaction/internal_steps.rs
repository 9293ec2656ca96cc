//! Internal steps of lifelines, and interactions without them.

use super::{Expression, ExpressionId, Interaction, Operator, Passing, Repetition};
use crate::trace::{LifelineSet, Signature};
use kernel::base::IndexVec;

/// Why internal steps cannot be left out: this one orders actions of different lifelines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this part orders actions by an internal step, which nobody else sees")]
pub struct OrderedByInternalStep(pub ExpressionId);

/// The lifelines of the letters of a part.
#[derive(Clone, Default)]
struct PartLifelines {
    /// Those with letters.
    on: LifelineSet,
    /// Those with an action that is no internal step, whatever happens.
    sure: LifelineSet,
    /// Those with an internal step that may have no such action beside it.
    alone: LifelineSet,
    /// Those with such an internal step in a strict sequence with other letters.
    bound: LifelineSet,
    /// Whether there is an internal step.
    is_concerned: bool,
}

impl Passing {
    /// Returns `true` if this is an internal step of a lifeline, not a message to somebody.
    pub fn is_internal(&self, signature: &Signature) -> bool {
        signature.is_internal(self.message)
    }
}

impl Interaction {
    /// Returns `true` if lifelines do internal steps.
    pub fn has_internal_steps(&self) -> bool {
        self.internal_steps().next().is_some()
    }

    /// Returns the internal steps.
    pub fn internal_steps(&self) -> impl Iterator<Item = ExpressionId> + '_ {
        let internal = self.passings().filter(|(_, passing)| passing.is_internal(&self.signature));
        internal.map(|(id, _)| id)
    }

    /// Returns the interaction in which nothing happens where a lifeline does an internal step. Parts keep their ids.
    #[must_use]
    pub fn without_internal_steps(&self) -> Self {
        let mut without = self.clone();
        for step in self.internal_steps() {
            without.parts[step] = Expression::Empty;
        }
        without
    }

    /// Returns the interaction whose words are those of this one without the letters of internal steps. Parts keep
    /// their ids.
    ///
    /// Leaving a step out keeps the order of all other letters, unless a strict sequence orders the step with letters
    /// of other lifelines, and a weak one with letters of its own: `seq(strict(a!m, b~think), b!n)` orders `a!m` before
    /// `b!n`, which the same without the step does not. Where the lifeline always does something else beside the step,
    /// that keeps the order, too.
    ///
    /// # Errors
    /// If the order of other letters may change.
    ///
    /// # Complexity
    /// Linear in the parts, times the lifelines.
    pub fn observable(&self) -> Result<Self, OrderedByInternalStep> {
        let mut known: IndexVec<ExpressionId, PartLifelines> = IndexVec::new();
        for (id, part) in self.parts.enumerate() {
            let operands: Vec<&PartLifelines> =
                part.operands().iter().map(|&operand| &known[operand]).collect();
            let found = match part {
                Expression::Empty => PartLifelines::default(),
                Expression::Passing(passing) => {
                    let on: LifelineSet = passing.actions().map(|action| action.lifeline).collect();
                    let is_concerned = passing.is_internal(&self.signature);
                    let none = LifelineSet::new();
                    let (sure, alone) =
                        if is_concerned { (none.clone(), on.clone()) } else { (on.clone(), none) };
                    PartLifelines { on, sure, alone, bound: LifelineSet::new(), is_concerned }
                }
                Expression::Optional(_) => {
                    PartLifelines { sure: LifelineSet::new(), ..operands[0].clone() }
                }
                Expression::Loop(kind, _) => {
                    let body = operands[0];
                    match kind {
                        Repetition::Head if body.is_concerned => {
                            return Err(OrderedByInternalStep(id));
                        }
                        Repetition::Weak | Repetition::Head if !body.bound.is_empty() => {
                            return Err(OrderedByInternalStep(id));
                        }
                        _ => {}
                    }
                    let mut found = PartLifelines { sure: LifelineSet::new(), ..body.clone() };
                    if *kind == Repetition::Strict {
                        found.bind();
                    }
                    found
                }
                Expression::Compound(operator, _) => {
                    combined(operator, &operands).ok_or(OrderedByInternalStep(id))?
                }
            };
            known.push(found);
        }
        Ok(self.without_internal_steps())
    }
}

impl PartLifelines {
    /// Marks the steps as those of a strict sequence.
    fn bind(&mut self) {
        self.bound = self.bound.union(&self.alone);
    }
}

/// Returns the lifelines of operands together; `None` if an operator orders a step that is bound.
fn combined(operator: &Operator, operands: &[&PartLifelines]) -> Option<PartLifelines> {
    let mut found = PartLifelines::default();
    for (number, operand) in operands.iter().enumerate() {
        found.on = found.on.union(&operand.on);
        found.bound = found.bound.union(&operand.bound);
        found.is_concerned |= operand.is_concerned;
        found.sure = match operator {
            Operator::Alt if number > 0 => found.sure.intersection(&operand.sure),
            _ => found.sure.union(&operand.sure),
        };
    }
    for (number, operand) in operands.iter().enumerate() {
        let others = || operands.iter().enumerate().filter(move |(other, _)| *other != number);
        match operator {
            Operator::Alt => found.alone = found.alone.union(&operand.alone),
            Operator::Strict => {
                found.alone = found.alone.union(&operand.alone);
                if others().any(|(_, other)| !other.on.is_empty()) {
                    found.bind();
                }
            }
            Operator::Seq | Operator::Coreg(_) | Operator::Par | Operator::Sync(_) => {
                let weak = matches!(operator, Operator::Seq | Operator::Coreg(_));
                let mut alone = operand.alone.clone();
                for (_, other) in others() {
                    if weak && !operand.bound.is_disjoint(&other.on) {
                        return None;
                    }
                    alone = alone.difference(&other.sure);
                }
                found.alone = found.alone.union(&alone);
            }
        }
    }
    Some(found)
}

//! Arrows in both directions.

use super::{Expression, ExpressionId, Interaction, Operator};

impl Interaction {
    /// Returns the parts that are an arrow in both directions: the same message from one lifeline to another and back, in
    /// any order.
    pub fn exchanges(&self) -> impl Iterator<Item = ExpressionId> + '_ {
        self.parts.ids().filter(|&part| self.is_exchange(part))
    }

    fn is_exchange(&self, part: ExpressionId) -> bool {
        let Expression::Compound(Operator::Par, operands) = &self.parts[part] else { return false };
        let [Expression::Passing(forth), Expression::Passing(back)] =
            [operands[0], operands[1]].map(|operand| &self.parts[operand])
        else {
            return false;
        };
        let is_answered = |sender, receiver| {
            forth.sender() == Some(sender)
                && back.sender() == Some(receiver)
                && forth.receivers().eq([receiver])
                && back.receivers().eq([sender])
        };
        let ends = forth.sender().zip(back.sender());
        operands.len() == 2
            && forth.message == back.message
            && ends.is_some_and(|(sender, receiver)| is_answered(sender, receiver))
    }

    /// Returns the interaction in which each arrow in both directions is a message and the one back after it. Parts keep
    /// their ids.
    #[must_use]
    pub fn with_exchanges_in_turn(&self) -> Self {
        let mut turns = self.clone();
        for part in self.exchanges() {
            if let Expression::Compound(operator, _) = &mut turns.parts[part] {
                *operator = Operator::Seq;
            }
        }
        turns
    }
}

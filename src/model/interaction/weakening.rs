//! Interactions in which only the letters on each lifeline are ordered.

use super::{Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition};
use kernel::base::IndexVec;

/// Returns the interaction in which strict is seq, and loops S and H are loops W, and for each part of it the
/// part of `interaction` that it was made from.
///
/// The order between an emission and its receptions in an arrow is dropped too; synchronous passings stay.
/// The remaining order is that on each lifeline. The names and the letters stay.
///
/// Source: \[OVM\] Definition 4.
///
/// # Complexity
/// Linear in the number of parts.
pub fn weakened(interaction: &Interaction) -> (Interaction, IndexVec<ExpressionId, ExpressionId>) {
    let mut parts = IndexVec::new();
    let mut origins = IndexVec::new();
    // The new ids of the parts.
    let mut ids = IndexVec::new();
    for (origin, part) in interaction.parts.enumerate() {
        let part = match part.clone().with_operands(|operand| ids[operand]) {
            Expression::Passing(passing)
                if !passing.synchronous
                    && passing.sender().is_some()
                    && passing.receivers().next().is_some() =>
            {
                let sent = Passing { targets: Vec::new(), ..passing.clone() };
                let received = Passing { origin: Origin::Environment, ..passing };
                let operands = [sent, received].map(|part| parts.push(Expression::Passing(part)));
                Expression::Compound(Operator::Seq, operands.into())
            }
            Expression::Loop(Repetition::Strict | Repetition::Head, body) => {
                Expression::Loop(Repetition::Weak, body)
            }
            Expression::Compound(Operator::Strict, operands) => {
                Expression::Compound(Operator::Seq, operands)
            }
            other => other,
        };
        ids.push(parts.push(part));
        while origins.len() < parts.len() {
            origins.push(origin);
        }
    }
    let (signature, root) = (interaction.signature.clone(), ids[interaction.root]);
    (Interaction { signature, parts, root }, origins)
}

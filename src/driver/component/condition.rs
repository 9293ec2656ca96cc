//! Formulas without temporal operators as conditions.

use kernel::base::Id as _;
use model::component::{Binary, Expression, SiteId, Unary, Value};
use model::temporal::{BinaryOperator, Formula, PropositionId, UnaryOperator};

/// Returns a formula as a condition in which `of` gives the propositions; `None` if it has temporal operators.
pub(super) fn condition<V>(
    formula: &Formula,
    of: &impl Fn(PropositionId) -> Expression<V>,
) -> Option<Expression<V>> {
    // Operators of logic cannot fail, so their place does not matter.
    let site = SiteId::from_index(0);
    let not = |operand| Expression::Unary(Unary::Not, Box::new(operand), site);
    Some(match formula {
        Formula::Constant(truth) => Expression::Constant(Value::Bool(*truth)),
        Formula::Proposition(id) => of(*id),
        Formula::Unary(UnaryOperator::Not, operand) => not(condition(operand, of)?),
        Formula::Binary(operator, left, right) => {
            let (left, right) = (condition(left, of)?, condition(right, of)?);
            let (operator, left) = match operator {
                BinaryOperator::And => (Binary::And, left),
                BinaryOperator::Or => (Binary::Or, left),
                BinaryOperator::Implies => (Binary::Or, not(left)),
                _ => return None,
            };
            Expression::Binary(operator, Box::new([left, right]), site)
        }
        Formula::Unary(..) => return None,
    })
}

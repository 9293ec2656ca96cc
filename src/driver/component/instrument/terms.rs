//! Expressions, statements and ends of connectors, put together.

use kernel::base::{Id as _, IndexVec};
use model::component::{
    Binary, ComponentId, End, EndId, Expression, PortId, SiteId, Statement, Unary, Value,
};

/// The place of an operation that cannot fail.
fn site() -> SiteId {
    SiteId::from_index(0)
}

/// Returns the constant for a number.
///
/// # Panics
/// If it does not fit into 63 bits.
pub(super) fn number(number: usize) -> Value {
    Value::Int(i64::try_from(number).expect("numbers of parts are small"))
}

pub(super) fn not<V>(operand: Expression<V>) -> Expression<V> {
    Expression::Unary(Unary::Not, Box::new(operand), site())
}

pub(super) fn binary<V>(
    left: Expression<V>,
    operator: Binary,
    right: Expression<V>,
) -> Expression<V> {
    Expression::Binary(operator, Box::new([left, right]), site())
}

/// Returns the comparison of a variable with a constant, or its sum with one.
pub(super) fn with_constant<V>(variable: V, operator: Binary, constant: Value) -> Expression<V> {
    binary(Expression::Variable(variable), operator, Expression::Constant(constant))
}

/// Returns the conjunction of conditions; `None` if there is none.
pub(super) fn all<V>(conditions: impl IntoIterator<Item = Expression<V>>) -> Option<Expression<V>> {
    conditions.into_iter().reduce(|left, right| binary(left, Binary::And, right))
}

/// Returns the statement that sets a variable to a constant.
pub(super) fn set<V>(variable: V, constant: Value) -> Statement<V> {
    Statement::Assign(variable, Expression::Constant(constant))
}

/// Returns the statement that sets a variable to the value of another one.
pub(super) fn copy<V>(to: V, from: V) -> Statement<V> {
    Statement::Assign(to, Expression::Variable(from))
}

/// Returns the ends of a connector without triggers.
pub(super) fn joined(
    ports: impl IntoIterator<Item = (ComponentId, PortId)>,
) -> IndexVec<EndId, End> {
    let end = |(component, port)| End { component, port, is_trigger: false };
    ports.into_iter().map(end).collect()
}

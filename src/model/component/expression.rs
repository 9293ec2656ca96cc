//! Expressions over variables, and their values.

use smallvec::SmallVec;

use super::operator::{binary, call, unary};
use super::{Binary, Builtin, Failure, FunctionId, SiteId, Unary, Value};

/// An expression over variables of type `V`, whose operands have the right types.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expression<V> {
    /// A constant.
    Constant(Value),
    /// The value of a variable.
    Variable(V),
    /// An operator with one operand. The site is the place of a failure.
    Unary(Unary, Box<Self>, SiteId),
    /// An operator with two operands. The site is the place of a failure.
    Binary(Binary, Box<[Self; 2]>, SiteId),
    /// `condition ? then : else`.
    Conditional(Box<[Self; 3]>),
    /// A function of the language.
    Call(Builtin, Vec<Self>, SiteId),
    /// A function that the embedding program has registered.
    Registered(FunctionId, Vec<Self>),
}

/// What expressions read and call.
pub trait Valuation<V> {
    /// Returns the value of a variable.
    fn value(&self, variable: V) -> Value;

    /// Returns the result of a function that the embedding program has registered.
    fn call(&self, function: FunctionId, arguments: &[Value]) -> Value;
}

impl<V: Copy> Expression<V> {
    /// Returns the value of the expression.
    ///
    /// # Errors
    /// If an operation has no value: integers overflow or are divided by zero.
    ///
    /// # Complexity
    /// Linear in the size of the expression.
    pub fn evaluate(&self, valuation: &impl Valuation<V>) -> Result<Value, Failure> {
        match self {
            Self::Constant(value) => Ok(value.clone()),
            Self::Variable(variable) => Ok(valuation.value(*variable)),
            Self::Unary(operator, operand, site) => {
                let value = operand.evaluate(valuation)?;
                unary(*operator, &value).map_err(|cause| Failure { site: *site, cause })
            }
            Self::Binary(operator, operands, site) => {
                let left = operands[0].evaluate(valuation)?;
                match operator {
                    Binary::And if !left.truth() => return Ok(left),
                    Binary::Or if left.truth() => return Ok(left),
                    Binary::And | Binary::Or => return operands[1].evaluate(valuation),
                    _ => {}
                }
                let right = operands[1].evaluate(valuation)?;
                binary(*operator, &left, &right).map_err(|cause| Failure { site: *site, cause })
            }
            Self::Conditional(parts) => {
                let holds = parts[0].evaluate(valuation)?.truth();
                parts[if holds { 1 } else { 2 }].evaluate(valuation)
            }
            Self::Call(builtin, operands, site) => {
                let mut values = SmallVec::<[Value; 2]>::new();
                for operand in operands {
                    values.push(operand.evaluate(valuation)?);
                }
                call(*builtin, &values).map_err(|cause| Failure { site: *site, cause })
            }
            Self::Registered(function, operands) => {
                let values = operands.iter().map(|operand| operand.evaluate(valuation));
                Ok(valuation.call(*function, &values.collect::<Result<Vec<_>, _>>()?))
            }
        }
    }

    /// Returns the truth value of a condition.
    ///
    /// # Errors
    /// If an operation has no value.
    pub fn holds(&self, valuation: &impl Valuation<V>) -> Result<bool, Failure> {
        self.evaluate(valuation).map(|value| value.truth())
    }

    /// Returns `true` unless the expression consists of values, comparisons and connectives, which always have a value.
    pub(super) fn may_fail(&self) -> bool {
        use Binary::{And, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual, Or};
        match self {
            Self::Constant(_) | Self::Variable(_) => false,
            Self::Unary(Unary::Not, operand, _) => operand.may_fail(),
            Self::Binary(
                And | Or | Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual,
                operands,
                _,
            ) => operands.iter().any(Self::may_fail),
            _ => true,
        }
    }

    /// Returns the expression with its variables replaced by those that `rename` returns.
    #[must_use]
    pub fn renamed<W>(&self, rename: &impl Fn(V) -> W) -> Expression<W> {
        self.substituted(&|variable| Expression::Variable(rename(variable)))
    }

    /// Returns the expression with its variables replaced by the expressions that `substitute` returns.
    #[must_use]
    pub fn substituted<W>(&self, substitute: &impl Fn(V) -> Expression<W>) -> Expression<W> {
        let inner = |operand: &Self| operand.substituted(substitute);
        match self {
            Self::Constant(value) => Expression::Constant(value.clone()),
            Self::Variable(variable) => substitute(*variable),
            Self::Unary(operator, operand, site) => {
                Expression::Unary(*operator, Box::new(inner(operand)), *site)
            }
            Self::Binary(operator, operands, site) => {
                Expression::Binary(*operator, Box::new(operands.each_ref().map(inner)), *site)
            }
            Self::Conditional(parts) => {
                Expression::Conditional(Box::new(parts.each_ref().map(inner)))
            }
            Self::Call(builtin, operands, site) => {
                Expression::Call(*builtin, operands.iter().map(inner).collect(), *site)
            }
            Self::Registered(function, operands) => {
                Expression::Registered(*function, operands.iter().map(inner).collect())
            }
        }
    }

    /// Calls `visit` with each variable of the expression, as often as it occurs.
    pub fn variables(&self, visit: &mut impl FnMut(V)) {
        match self {
            Self::Constant(_) => {}
            Self::Variable(variable) => visit(*variable),
            Self::Unary(_, operand, _) => operand.variables(visit),
            Self::Binary(_, operands, _) => {
                for operand in operands.iter() {
                    operand.variables(visit);
                }
            }
            Self::Conditional(parts) => {
                for part in parts.iter() {
                    part.variables(visit);
                }
            }
            Self::Call(_, operands, _) | Self::Registered(_, operands) => {
                for operand in operands {
                    operand.variables(visit);
                }
            }
        }
    }
}

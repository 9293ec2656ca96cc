//! Expressions over variables, and their values.

use super::{FunctionId, SiteId, Type, Value};

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

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unary {
    /// `!` of a truth value.
    Not,
    /// `-` of a number.
    Minus,
    /// `~` of an integer.
    Complement,
    /// The conversion of an integer to a floating-point number, which is not written.
    ToFloat,
}

/// Operators with two operands, with the meaning that they have in C.
///
/// Both operands have one type, since lowering has converted an integer beside a floating-point number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Binary {
    /// `||`, which evaluates the right operand only where the left one is false.
    Or,
    /// `&&`, which evaluates the right operand only where the left one is true.
    And,
    /// `|` of integers.
    BitOr,
    /// `^` of integers.
    BitXor,
    /// `&` of integers.
    BitAnd,
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<` of numbers.
    Less,
    /// `<=` of numbers.
    LessOrEqual,
    /// `>` of numbers.
    Greater,
    /// `>=` of numbers.
    GreaterOrEqual,
    /// `<<` of integers.
    ShiftLeft,
    /// `>>` of integers.
    ShiftRight,
    /// `+` of numbers.
    Add,
    /// `-` of numbers.
    Subtract,
    /// `*` of numbers.
    Multiply,
    /// `/` of numbers; integers are divided towards zero.
    Divide,
    /// `%` of integers: the remainder of `/`.
    Remainder,
}

/// Functions of the language, of numbers of one type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Builtin {
    /// `abs(x)`.
    Absolute,
    /// `min(x, y)`.
    Minimum,
    /// `max(x, y)`.
    Maximum,
}

/// An operation without a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("{}", self.cause.message())]
pub struct Failure {
    /// Place of the operation.
    pub site: SiteId,
    /// What is wrong.
    pub cause: FailureCause,
}

/// Reasons for which an operation has no value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FailureCause {
    /// The result does not fit into 64 bits.
    Overflow,
    /// An integer is divided by zero.
    DivisionByZero,
    /// An integer is shifted by a negative number or by 64 or more.
    Shift,
}

impl FailureCause {
    /// Returns the message of the error.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Overflow => "the result does not fit into an `int` of 64 bits",
            Self::DivisionByZero => "division by zero",
            Self::Shift => "an integer is shifted by 0 to 63",
        }
    }
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
                let mut values = Vec::with_capacity(operands.len());
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

/// Panics, since lowering has checked the types of all operands.
fn wrong_types() -> ! {
    unreachable!("operands have the types that their operator asks for")
}

#[inline]
fn unary(operator: Unary, value: &Value) -> Result<Value, FailureCause> {
    Ok(match (operator, value) {
        (Unary::Not, Value::Bool(value)) => Value::Bool(!value),
        (Unary::Minus, Value::Int(value)) => {
            Value::Int(value.checked_neg().ok_or(FailureCause::Overflow)?)
        }
        (Unary::Minus, Value::Float(value)) => Value::Float(-value),
        (Unary::Complement, Value::Int(value)) => Value::Int(!value),
        #[expect(clippy::cast_precision_loss, reason = "as in C")]
        (Unary::ToFloat, Value::Int(value)) => Value::Float(*value as f64),
        _ => wrong_types(),
    })
}

#[inline]
fn binary(operator: Binary, left: &Value, right: &Value) -> Result<Value, FailureCause> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => of_integers(operator, *left, *right),
        (Value::Float(left), Value::Float(right)) => Ok(of_floats(operator, *left, *right)),
        (Value::Bool(left), Value::Bool(right)) => Ok(of_equality(operator, left, right)),
        (Value::String(left), Value::String(right)) => Ok(of_equality(operator, left, right)),
        _ => wrong_types(),
    }
}

fn of_integers(operator: Binary, left: i64, right: i64) -> Result<Value, FailureCause> {
    let shift = || u32::try_from(right).ok().filter(|&by| by < 64).ok_or(FailureCause::Shift);
    let number = |result: Option<i64>| result.map(Value::Int).ok_or(FailureCause::Overflow);
    if right == 0 && matches!(operator, Binary::Divide | Binary::Remainder) {
        return Err(FailureCause::DivisionByZero);
    }
    match operator {
        Binary::BitOr => Ok(Value::Int(left | right)),
        Binary::BitXor => Ok(Value::Int(left ^ right)),
        Binary::BitAnd => Ok(Value::Int(left & right)),
        Binary::ShiftLeft => {
            let by = shift()?;
            number(i64::try_from(i128::from(left) << by).ok())
        }
        Binary::ShiftRight => Ok(Value::Int(left >> shift()?)),
        Binary::Add => number(left.checked_add(right)),
        Binary::Subtract => number(left.checked_sub(right)),
        Binary::Multiply => number(left.checked_mul(right)),
        Binary::Divide => number(left.checked_div(right)),
        Binary::Remainder => number(left.checked_rem(right)),
        _ => Ok(of_order(operator, &left, &right)),
    }
}

fn of_floats(operator: Binary, left: f64, right: f64) -> Value {
    match operator {
        Binary::Add => Value::Float(left + right),
        Binary::Subtract => Value::Float(left - right),
        Binary::Multiply => Value::Float(left * right),
        Binary::Divide => Value::Float(left / right),
        _ => of_order(operator, &left, &right),
    }
}

fn of_order<T: PartialOrd>(operator: Binary, left: &T, right: &T) -> Value {
    match operator {
        Binary::Less => Value::Bool(left < right),
        Binary::LessOrEqual => Value::Bool(left <= right),
        Binary::Greater => Value::Bool(left > right),
        Binary::GreaterOrEqual => Value::Bool(left >= right),
        _ => of_equality(operator, left, right),
    }
}

fn of_equality<T: PartialEq>(operator: Binary, left: &T, right: &T) -> Value {
    match operator {
        Binary::Equal => Value::Bool(left == right),
        Binary::NotEqual => Value::Bool(left != right),
        _ => wrong_types(),
    }
}

fn call(builtin: Builtin, values: &[Value]) -> Result<Value, FailureCause> {
    Ok(match (builtin, values) {
        (Builtin::Absolute, [Value::Int(value)]) => {
            Value::Int(value.checked_abs().ok_or(FailureCause::Overflow)?)
        }
        (Builtin::Absolute, [Value::Float(value)]) => Value::Float(value.abs()),
        (Builtin::Minimum, [Value::Int(left), Value::Int(right)]) => Value::Int(*left.min(right)),
        (Builtin::Minimum, [Value::Float(left), Value::Float(right)]) => {
            Value::Float(left.min(*right))
        }
        (Builtin::Maximum, [Value::Int(left), Value::Int(right)]) => Value::Int(*left.max(right)),
        (Builtin::Maximum, [Value::Float(left), Value::Float(right)]) => {
            Value::Float(left.max(*right))
        }
        _ => wrong_types(),
    })
}

impl Builtin {
    /// All functions of the language.
    pub const ALL: [Self; 3] = [Self::Absolute, Self::Minimum, Self::Maximum];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Absolute => "abs",
            Self::Minimum => "min",
            Self::Maximum => "max",
        }
    }

    /// Returns the number of operands.
    pub const fn arity(self) -> usize {
        match self {
            Self::Absolute => 1,
            Self::Minimum | Self::Maximum => 2,
        }
    }
}

impl Unary {
    /// Returns the sign, which is empty for the conversion that is not written.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Not => "!",
            Self::Minus => "-",
            Self::Complement => "~",
            Self::ToFloat => "",
        }
    }
}

impl Binary {
    /// All operators, with those that bind weakest first.
    pub const ALL: [Self; 18] = [
        Self::Or,
        Self::And,
        Self::BitOr,
        Self::BitXor,
        Self::BitAnd,
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::LessOrEqual,
        Self::Greater,
        Self::GreaterOrEqual,
        Self::ShiftLeft,
        Self::ShiftRight,
        Self::Add,
        Self::Subtract,
        Self::Multiply,
        Self::Divide,
        Self::Remainder,
    ];

    /// Returns the sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::BitAnd => "&",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }

    /// Returns how strongly the operator binds: 1 for `||`, 10 for `*`.
    pub const fn precedence(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::BitOr => 3,
            Self::BitXor => 4,
            Self::BitAnd => 5,
            Self::Equal | Self::NotEqual => 6,
            Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => 7,
            Self::ShiftLeft | Self::ShiftRight => 8,
            Self::Add | Self::Subtract => 9,
            Self::Multiply | Self::Divide | Self::Remainder => 10,
        }
    }

    /// Returns the type of the result for operands of type `operands`; `None` if the operator does not take these.
    pub const fn result(self, operands: Type) -> Option<Type> {
        let is_number = matches!(operands, Type::Int | Type::Float);
        match self {
            Self::Or | Self::And => match operands {
                Type::Bool => Some(Type::Bool),
                _ => None,
            },
            Self::Equal | Self::NotEqual => Some(Type::Bool),
            Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => {
                if is_number {
                    Some(Type::Bool)
                } else {
                    None
                }
            }
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide => {
                if is_number {
                    Some(operands)
                } else {
                    None
                }
            }
            Self::BitOr
            | Self::BitXor
            | Self::BitAnd
            | Self::ShiftLeft
            | Self::ShiftRight
            | Self::Remainder => match operands {
                Type::Int => Some(Type::Int),
                _ => None,
            },
        }
    }
}

//! Operators and functions of expressions, and what they compute.

use super::{SiteId, Type, Value};

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

kernel::words! {
    /// Functions of the language, of numbers of one type.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Builtin {
        /// `abs(x)`.
        Absolute = "abs",
        /// `min(x, y)`.
        Minimum = "min",
        /// `max(x, y)`.
        Maximum = "max",
    }
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

/// Panics, since lowering has checked the types of all operands.
pub(super) fn wrong_types() -> ! {
    unreachable!("operands have the types that their operator asks for")
}

#[inline]
pub(super) fn unary(operator: Unary, value: &Value) -> Result<Value, FailureCause> {
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
pub(super) fn binary(operator: Binary, left: &Value, right: &Value) -> Result<Value, FailureCause> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => {
            let word = of_integers(operator, *left, *right)?;
            let is_truth = operator.result(Type::Int) == Some(Type::Bool);
            Ok(if is_truth { Value::Bool(word != 0) } else { Value::Int(word) })
        }
        (Value::Float(left), Value::Float(right)) => Ok(of_floats(operator, *left, *right)),
        (Value::Bool(left), Value::Bool(right)) => Ok(of_equality(operator, left, right)),
        (Value::String(left), Value::String(right)) => Ok(of_equality(operator, left, right)),
        _ => wrong_types(),
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

pub(super) fn call(builtin: Builtin, values: &[Value]) -> Result<Value, FailureCause> {
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

/// Returns the result of an operator on integers; that of a comparison is 0 or 1.
#[inline]
pub(super) fn of_integers(operator: Binary, left: i64, right: i64) -> Result<i64, FailureCause> {
    let shift = || u32::try_from(right).ok().filter(|&by| by < 64).ok_or(FailureCause::Shift);
    let number = |result: Option<i64>| result.ok_or(FailureCause::Overflow);
    match operator {
        Binary::BitOr => Ok(left | right),
        Binary::BitXor => Ok(left ^ right),
        Binary::BitAnd => Ok(left & right),
        Binary::ShiftLeft => {
            let by = shift()?;
            number(i64::try_from(i128::from(left) << by).ok())
        }
        Binary::ShiftRight => Ok(left >> shift()?),
        Binary::Add => number(left.checked_add(right)),
        Binary::Subtract => number(left.checked_sub(right)),
        Binary::Multiply => number(left.checked_mul(right)),
        Binary::Divide | Binary::Remainder if right == 0 => Err(FailureCause::DivisionByZero),
        Binary::Divide => number(left.checked_div(right)),
        Binary::Remainder => number(left.checked_rem(right)),
        Binary::Equal => Ok(i64::from(left == right)),
        Binary::NotEqual => Ok(i64::from(left != right)),
        Binary::Less => Ok(i64::from(left < right)),
        Binary::LessOrEqual => Ok(i64::from(left <= right)),
        Binary::Greater => Ok(i64::from(left > right)),
        Binary::GreaterOrEqual => Ok(i64::from(left >= right)),
        Binary::Or | Binary::And => wrong_types(),
    }
}

impl Builtin {
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

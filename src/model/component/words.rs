//! Evaluation in machine words of expressions over integers and truth values.

use super::operator::{of_integers, wrong_types};
use super::{Binary, Builtin, Expression, Type, Unary, Value};

impl Value {
    /// Returns an integer, and 0 or 1 for a truth value; `None` for a value of another type.
    #[inline]
    pub fn word(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            Self::Bool(value) => Some(i64::from(*value)),
            Self::Float(_) | Self::String(_) => None,
        }
    }
}

impl<V: Copy> Expression<V> {
    /// Returns the value of an expression over integers and truth values, which stand for 0 and 1, faster than
    /// [`evaluate`](Self::evaluate); `None` if an operation has no value.
    ///
    /// # Panics
    /// If it has an operand of another type, or a registered function.
    pub fn evaluate_word(&self, value: &impl Fn(V) -> i64) -> Option<i64> {
        match self {
            Self::Constant(constant) => Some(constant.word().unwrap_or_else(|| wrong_types())),
            Self::Variable(variable) => Some(value(*variable)),
            Self::Unary(operator, operand, _) => {
                let operand = operand.evaluate_word(value)?;
                match operator {
                    Unary::Not => Some(operand ^ 1),
                    Unary::Complement => Some(!operand),
                    Unary::Minus => operand.checked_neg(),
                    Unary::ToFloat => wrong_types(),
                }
            }
            Self::Binary(operator, operands, _) => {
                let left = operands[0].evaluate_word(value)?;
                match operator {
                    Binary::And if left == 0 => return Some(left),
                    Binary::Or if left != 0 => return Some(left),
                    Binary::And | Binary::Or => return operands[1].evaluate_word(value),
                    _ => {}
                }
                of_integers(*operator, left, operands[1].evaluate_word(value)?).ok()
            }
            Self::Conditional(parts) => {
                let holds = parts[0].evaluate_word(value)? != 0;
                parts[if holds { 1 } else { 2 }].evaluate_word(value)
            }
            Self::Call(builtin, operands, _) => {
                let first = operands[0].evaluate_word(value)?;
                match builtin {
                    Builtin::Absolute => first.checked_abs(),
                    Builtin::Minimum => Some(first.min(operands[1].evaluate_word(value)?)),
                    Builtin::Maximum => Some(first.max(operands[1].evaluate_word(value)?)),
                }
            }
            Self::Registered(..) => wrong_types(),
        }
    }

    /// Returns the type of a value of the expression over integers and truth values, so that
    /// [`evaluate_word`](Self::evaluate_word) gives it; `None` if it has operands of other types or a registered
    /// function. `kind` returns the type of a variable.
    pub fn word_type(&self, kind: &impl Fn(V) -> Type) -> Option<Type> {
        let is_word = |kind: &Type| matches!(kind, Type::Int | Type::Bool);
        match self {
            Self::Constant(value) => Some(value.kind()).filter(is_word),
            Self::Variable(variable) => Some(kind(*variable)).filter(is_word),
            Self::Unary(Unary::ToFloat, ..) | Self::Registered(..) => None,
            Self::Unary(_, operand, _) => operand.word_type(kind),
            Self::Binary(operator, operands, _) => {
                operands[1].word_type(kind)?;
                operator.result(operands[0].word_type(kind)?)
            }
            Self::Conditional(parts) => {
                parts[0].word_type(kind)?;
                parts[1].word_type(kind)?;
                parts[2].word_type(kind)
            }
            Self::Call(_, operands, _) => {
                operands.iter().try_fold(None, |_, one| one.word_type(kind).map(Some))?
            }
        }
    }
}

//! The values of expressions and what statements do, with integers as mathematics has them.

use std::collections::BTreeMap;

use model::component::{
    Binary, Builtin, Expression, Failure, FailureCause, Statement, Unary, Value,
};

/// The values of variables.
pub type Store<V> = BTreeMap<V, Value>;

/// Returns the value of an expression without registered functions.
pub fn value<V: Copy + Ord>(
    expression: &Expression<V>,
    store: &Store<V>,
) -> Result<Value, Failure> {
    let of = |operand: &Expression<V>| value(operand, store);
    match expression {
        Expression::Constant(constant) => Ok(constant.clone()),
        Expression::Variable(variable) => Ok(store[variable].clone()),
        Expression::Unary(operator, operand, site) => match (operator, of(operand)?) {
            (Unary::Not, Value::Bool(truth)) => Ok(Value::Bool(!truth)),
            (Unary::Minus, Value::Float(float)) => Ok(Value::Float(-float)),
            (Unary::Minus, Value::Int(integer)) => fits(-i128::from(integer)),
            (Unary::Complement, Value::Int(integer)) => fits(-1 - i128::from(integer)),
            #[allow(clippy::cast_precision_loss, reason = "a float has fewer digits")]
            (Unary::ToFloat, Value::Int(integer)) => Ok(Value::Float(integer as f64)),
            (_, operand) => panic!("{operator:?} of {operand}"),
        }
        .map_err(|cause| Failure { site: *site, cause }),
        Expression::Binary(operator, operands, site) => {
            let left = of(&operands[0])?;
            match (operator, &left) {
                (Binary::And, Value::Bool(false)) | (Binary::Or, Value::Bool(true)) => Ok(left),
                (Binary::And | Binary::Or, _) => of(&operands[1]),
                _ => binary(*operator, &left, &of(&operands[1])?)
                    .map_err(|cause| Failure { site: *site, cause }),
            }
        }
        Expression::Conditional(parts) => {
            if truth(&parts[0], store)? {
                of(&parts[1])
            } else {
                of(&parts[2])
            }
        }
        Expression::Call(function, operands, site) => {
            let values: Vec<Value> = operands.iter().map(of).collect::<Result<_, _>>()?;
            match (function, values.as_slice()) {
                (Builtin::Absolute, [Value::Int(x)]) => fits(i128::from(*x).abs()),
                (Builtin::Absolute, [Value::Float(x)]) => Ok(Value::Float(x.abs())),
                (Builtin::Minimum, [Value::Int(x), Value::Int(y)]) => Ok(Value::Int(*x.min(y))),
                (Builtin::Maximum, [Value::Int(x), Value::Int(y)]) => Ok(Value::Int(*x.max(y))),
                (Builtin::Minimum, [Value::Float(x), Value::Float(y)]) => {
                    Ok(Value::Float(x.min(*y)))
                }
                (Builtin::Maximum, [Value::Float(x), Value::Float(y)]) => {
                    Ok(Value::Float(x.max(*y)))
                }
                _ => panic!("{function:?} of {values:?}"),
            }
            .map_err(|cause| Failure { site: *site, cause })
        }
        Expression::Registered(..) => panic!("the oracle calls no registered function"),
    }
}

/// Returns the value of a condition.
pub fn truth<V: Copy + Ord>(expression: &Expression<V>, store: &Store<V>) -> Result<bool, Failure> {
    match value(expression, store)? {
        Value::Bool(truth) => Ok(truth),
        other => panic!("the condition is {other}"),
    }
}

/// Executes statements in order. Functions without result change nothing.
pub fn execute<V: Copy + Ord>(
    statements: &[Statement<V>],
    store: &mut Store<V>,
) -> Result<(), Failure> {
    for statement in statements {
        match statement {
            Statement::Assign(variable, expression) => {
                let assigned = value(expression, store)?;
                store.insert(*variable, assigned);
            }
            Statement::If(condition, yes, no) => {
                execute(if truth(condition, store)? { yes } else { no }, store)?;
            }
            Statement::Call(_, operands) => {
                for operand in operands {
                    value(operand, store)?;
                }
            }
        }
    }
    Ok(())
}

fn fits(integer: i128) -> Result<Value, FailureCause> {
    i64::try_from(integer).map(Value::Int).map_err(|_| FailureCause::Overflow)
}

fn binary(operator: Binary, left: &Value, right: &Value) -> Result<Value, FailureCause> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => {
            integers(operator, i128::from(*left), i128::from(*right))
        }
        (Value::Float(left), Value::Float(right)) => Ok(match operator {
            Binary::Add => Value::Float(left + right),
            Binary::Subtract => Value::Float(left - right),
            Binary::Multiply => Value::Float(left * right),
            Binary::Divide => Value::Float(left / right),
            _ => compared(operator, left, right),
        }),
        (Value::Bool(left), Value::Bool(right)) => Ok(compared(operator, left, right)),
        (Value::String(left), Value::String(right)) => Ok(compared(operator, &**left, &**right)),
        _ => panic!("{operator:?} of {left} and {right}"),
    }
}

fn integers(operator: Binary, left: i128, right: i128) -> Result<Value, FailureCause> {
    let by = || u32::try_from(right).ok().filter(|&by| by <= 63).ok_or(FailureCause::Shift);
    match operator {
        Binary::BitOr => fits(left | right),
        Binary::BitXor => fits(left ^ right),
        Binary::BitAnd => fits(left & right),
        Binary::ShiftLeft => fits(left * (1 << by()?)),
        Binary::ShiftRight => fits(left >> by()?),
        Binary::Add => fits(left + right),
        Binary::Subtract => fits(left - right),
        Binary::Multiply => fits(left * right),
        Binary::Divide | Binary::Remainder if right == 0 => Err(FailureCause::DivisionByZero),
        Binary::Divide => fits(left / right),
        // As in C, there is no remainder where there is no quotient.
        Binary::Remainder => fits(left / right).and_then(|_| fits(left % right)),
        _ => Ok(compared(operator, &left, &right)),
    }
}

fn compared<T: PartialOrd + ?Sized>(operator: Binary, left: &T, right: &T) -> Value {
    Value::Bool(match operator {
        Binary::Equal => left == right,
        Binary::NotEqual => left != right,
        Binary::Less => left < right,
        Binary::LessOrEqual => left <= right,
        Binary::Greater => left > right,
        Binary::GreaterOrEqual => left >= right,
        _ => panic!("{operator:?} gives no truth value"),
    })
}

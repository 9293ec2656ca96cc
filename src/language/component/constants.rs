//! Operations on constants are carried out, and parameters filled in.

use model::component::{Binary, Expression, Failure, FunctionId, Statement, Valuation, Value};

/// No variables, and no functions.
struct Nothing;

impl<V> Valuation<V> for Nothing {
    fn value(&self, _: V) -> Value {
        unreachable!("only operations on constants are carried out")
    }

    fn call(&self, _: FunctionId, _: &[Value]) -> Value {
        unreachable!("functions from outside are not called early")
    }
}

/// Returns the value of an operation on constants, or why it has none; `None` for other expressions, and if the value
/// cannot be written.
pub(super) fn constant_value<V: Copy>(
    expression: &Expression<V>,
) -> Option<Result<Value, Failure>> {
    let operands = match expression {
        Expression::Unary(_, operand, _) => std::slice::from_ref(&**operand),
        Expression::Binary(_, operands, _) => &operands[..],
        Expression::Call(_, operands, _) => operands,
        _ => return None,
    };
    if !operands.iter().all(|operand| matches!(operand, Expression::Constant(_))) {
        return None;
    }
    let value = expression.evaluate(&Nothing);
    (!matches!(value, Ok(Value::Float(value)) if !value.is_finite())).then_some(value)
}

/// Returns why an expression has no value although it is one of constants: the first operation that fails.
pub(super) fn first_failure<V: Copy>(expression: &Expression<V>) -> Option<Failure> {
    if let Some(Err(failure)) = constant_value(expression) {
        return Some(failure);
    }
    match expression {
        Expression::Unary(_, operand, _) => first_failure(operand),
        Expression::Binary(_, operands, _) => operands.iter().find_map(first_failure),
        Expression::Conditional(parts) => parts.iter().find_map(first_failure),
        Expression::Call(_, operands, _) | Expression::Registered(_, operands) => {
            operands.iter().find_map(first_failure)
        }
        Expression::Constant(_) | Expression::Variable(_) => None,
    }
}

/// Returns the expression with operations on constants carried out, except those that have no value, which fail when
/// the system runs, or whose value cannot be written.
pub(super) fn simplified<V: Copy>(expression: Expression<V>) -> Expression<V> {
    let expression = match expression {
        Expression::Unary(operator, operand, site) => {
            Expression::Unary(operator, Box::new(simplified(*operand)), site)
        }
        Expression::Binary(operator, operands, site) => match operands.map(simplified) {
            // The right operand is not evaluated.
            [Expression::Constant(Value::Bool(left)), _]
                if matches!((operator, left), (Binary::And, false) | (Binary::Or, true)) =>
            {
                return Expression::Constant(Value::Bool(left));
            }
            operands => Expression::Binary(operator, Box::new(operands), site),
        },
        Expression::Conditional(parts) => match parts.map(simplified) {
            [Expression::Constant(value), yes, no] => {
                return if value.truth() { yes } else { no };
            }
            parts => Expression::Conditional(Box::new(parts)),
        },
        Expression::Call(builtin, operands, site) => {
            Expression::Call(builtin, operands.into_iter().map(simplified).collect(), site)
        }
        Expression::Registered(function, operands) => {
            Expression::Registered(function, operands.into_iter().map(simplified).collect())
        }
        leaf => leaf,
    };
    match constant_value(&expression) {
        Some(Ok(value)) => Expression::Constant(value),
        _ => expression,
    }
}

/// Returns the statement with its variables replaced by the expressions that `substitute` returns; those that are set
/// are replaced by variables.
pub(super) fn substituted<V: Copy>(
    statement: &Statement<V>,
    substitute: &impl Fn(V) -> Expression<V>,
) -> Statement<V> {
    let all = |statements: &[Statement<V>]| {
        statements.iter().map(|statement| substituted(statement, substitute)).collect()
    };
    match statement {
        Statement::Assign(variable, value) => {
            Statement::Assign(*variable, simplified(value.substituted(substitute)))
        }
        Statement::If(condition, yes, no) => {
            Statement::If(simplified(condition.substituted(substitute)), all(yes), all(no))
        }
        Statement::Call(function, arguments) => {
            let arguments = arguments.iter();
            let arguments = arguments.map(|argument| simplified(argument.substituted(substitute)));
            Statement::Call(*function, arguments.collect())
        }
    }
}

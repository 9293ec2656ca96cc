//! Operations on constants are carried out, and parameters filled in.

use model::component::{Expression, FunctionId, Statement, Valuation, Value};

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

/// Returns the expression with operations on constants carried out, except those that have no value, which fail when
/// the system runs, or whose value cannot be written.
pub(super) fn simplified<V: Copy>(expression: Expression<V>) -> Expression<V> {
    let is_constant = |operand: &Expression<V>| matches!(operand, Expression::Constant(_));
    let (expression, is_foldable) = match expression {
        Expression::Unary(operator, operand, site) => {
            let operand = simplified(*operand);
            let foldable = is_constant(&operand);
            (Expression::Unary(operator, Box::new(operand), site), foldable)
        }
        Expression::Binary(operator, operands, site) => {
            let operands = operands.map(simplified);
            let foldable = operands.iter().all(is_constant);
            (Expression::Binary(operator, Box::new(operands), site), foldable)
        }
        Expression::Conditional(parts) => {
            let [condition, yes, no] = parts.map(simplified);
            match condition {
                Expression::Constant(value) => return if value.truth() { yes } else { no },
                condition => return Expression::Conditional(Box::new([condition, yes, no])),
            }
        }
        Expression::Call(builtin, operands, site) => {
            let operands: Vec<_> = operands.into_iter().map(simplified).collect();
            let foldable = operands.iter().all(is_constant);
            (Expression::Call(builtin, operands, site), foldable)
        }
        Expression::Registered(function, operands) => {
            let operands = operands.into_iter().map(simplified).collect();
            return Expression::Registered(function, operands);
        }
        leaf => return leaf,
    };
    if is_foldable {
        match expression.evaluate(&Nothing) {
            Ok(Value::Float(value)) if !value.is_finite() => {}
            Ok(value) => return Expression::Constant(value),
            Err(_) => {}
        }
    }
    expression
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

//! Assignments and other statements.

use super::{Expression, Failure, FunctionId, Valuation, Value};

/// A statement over variables of type `V`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Statement<V> {
    /// `variable = expression;`, where both have one type.
    Assign(V, Expression<V>),
    /// `if (condition) then .. else .. fi`.
    If(Expression<V>, Vec<Self>, Vec<Self>),
    /// A call of a function without result.
    Call(FunctionId, Vec<Expression<V>>),
}

/// What statements read, write and call.
pub trait Memory<V>: Valuation<V> {
    /// Sets a variable.
    fn set(&mut self, variable: V, value: Value);

    /// Runs a function without result, which changes no variable.
    fn run(&mut self, function: FunctionId, arguments: &[Value]);
}

/// Executes `statements` in order.
///
/// # Errors
/// If an operation has no value; the statements before it have been executed.
///
/// # Complexity
/// Linear in the size of the statements.
pub fn execute<V: Copy>(
    statements: &[Statement<V>],
    memory: &mut impl Memory<V>,
) -> Result<(), Failure> {
    for statement in statements {
        match statement {
            Statement::Assign(variable, expression) => {
                let value = expression.evaluate(memory)?;
                memory.set(*variable, value);
            }
            Statement::If(condition, yes, no) => {
                let branch = if condition.holds(memory)? { yes } else { no };
                execute(branch, memory)?;
            }
            Statement::Call(function, arguments) => {
                let values = arguments.iter().map(|argument| argument.evaluate(memory));
                let values = values.collect::<Result<Vec<_>, _>>()?;
                memory.run(*function, &values);
            }
        }
    }
    Ok(())
}

impl<V: Copy> Statement<V> {
    /// Returns the statement with its variables replaced by those that `rename` returns.
    #[must_use]
    pub fn renamed<W>(&self, rename: &impl Fn(V) -> W) -> Statement<W> {
        let all = |statements: &[Self]| {
            statements.iter().map(|statement| statement.renamed(rename)).collect()
        };
        match self {
            Self::Assign(variable, expression) => {
                Statement::Assign(rename(*variable), expression.renamed(rename))
            }
            Self::If(condition, yes, no) => {
                Statement::If(condition.renamed(rename), all(yes), all(no))
            }
            Self::Call(function, arguments) => {
                let arguments = arguments.iter().map(|argument| argument.renamed(rename));
                Statement::Call(*function, arguments.collect())
            }
        }
    }

    /// Calls `visit` with each variable that the statement may write.
    pub fn written(&self, visit: &mut impl FnMut(V)) {
        match self {
            Self::Assign(variable, _) => visit(*variable),
            Self::If(_, yes, no) => {
                for statement in yes.iter().chain(no) {
                    statement.written(visit);
                }
            }
            Self::Call(..) => {}
        }
    }
}

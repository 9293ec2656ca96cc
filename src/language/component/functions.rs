//! Functions that an embedding program gives to the language.

use std::sync::Arc;

use model::component::{Body, Function, Type, Value};

/// The functions with a result that an embedding program has registered.
///
/// A text declares those that it calls: `extern function int f(int)`.
#[derive(Clone, Debug, Default)]
pub struct FunctionRegistry {
    functions: Vec<Function>,
}

impl FunctionRegistry {
    /// Registers a function. Of several with the same name and operands the first one counts.
    ///
    /// `body` has no side effects that a system depends on, and returns values of the type `result`.
    pub fn register(
        &mut self,
        name: impl Into<String>,
        operands: Vec<Type>,
        result: Type,
        body: Arc<dyn Fn(&[Value]) -> Value + Send + Sync>,
    ) {
        let body = Some(Body(body));
        self.functions.push(Function { name: name.into(), operands, result: Some(result), body });
    }

    /// Returns the body of the function with this name, operands and result.
    pub(super) fn body(&self, name: &str, operands: &[Type], result: Type) -> Option<&Body> {
        let is_meant = |function: &&Function| {
            function.name == name
                && function.operands == operands
                && function.result == Some(result)
        };
        self.functions.iter().find(is_meant).and_then(|function| function.body.as_ref())
    }
}

//! Statements: names are resolved and types checked.

use super::calls::Calls;
use super::program::Program;
use super::scope::{Found, Scope};
use crate::component::ast::{self, Path};
use crate::component::codes;
use model::component::{Statement, Type};

impl Program<'_> {
    /// Returns the statements without those that have errors, which are reported.
    pub(super) fn statements<V: Copy>(
        &mut self,
        package: usize,
        statements: &[ast::Statement],
        scope: &dyn Scope<V>,
        place: Calls,
    ) -> Vec<Statement<V>> {
        let lowered = statements.iter().filter_map(|statement| match statement {
            ast::Statement::Assign(target, value) => {
                let (variable, kind) = self.target(package, target, scope)?;
                let value = self.expression(package, value, kind, scope)?;
                Some(Statement::Assign(variable, value))
            }
            ast::Statement::Call(function, arguments) => {
                self.call_statement(package, function, arguments, scope, place)
            }
            ast::Statement::If(condition, yes, no) => {
                let condition = self.expression(package, condition, Type::Bool, scope);
                let yes = self.statements(package, yes, scope, place);
                let no = self.statements(package, no, scope, place);
                Some(Statement::If(condition?, yes, no))
            }
        });
        lowered.collect()
    }

    /// Returns the variable that an assignment sets, or reports that it sets none.
    fn target<V>(
        &mut self,
        package: usize,
        path: &Path,
        scope: &dyn Scope<V>,
    ) -> Option<(V, Type)> {
        let what = match self.found(package, path, scope)? {
            Found::Variable(variable, kind) => return Some((variable, kind)),
            Found::Fixed(_, _, what) => what,
            Found::Value(_) => "a constant",
        };
        let message = format!("`{}` cannot be set here: it is {what}", path.text());
        self.error(package, codes::NOT_SETTABLE, path.span, message);
        None
    }
}

//! Instances of atom types.

use std::sync::Arc;

use super::ids::ComponentType;
use super::program::Program;
use super::template::AtomTemplate;
use crate::component::constants::{simplified, substituted};
use kernel::base::Id as _;
use kernel::source::Span;
use model::component::{Atom, AtomParts, Expression, Value, VariableId};

impl AtomTemplate {
    /// Returns the atom with the values of its parameters filled in; the error is the place of a value that a variable
    /// cannot start at.
    pub(super) fn instance(&self, arguments: &[Value]) -> Result<Atom, Span> {
        let own = self.parts.variables.len();
        let substitute = |variable: VariableId| match variable.index().checked_sub(own) {
            Some(parameter) => Expression::Constant(arguments[parameter].clone()),
            None => Expression::Variable(variable),
        };
        let guard = |guard: &Option<Expression<VariableId>>| {
            guard.as_ref().map(|guard| simplified(guard.substituted(&substitute)))
        };
        let mut parts: AtomParts = self.parts.clone();
        for (id, (span, start)) in self.starts.enumerate() {
            if let Some(start) = start {
                let Expression::Constant(value) = simplified(start.substituted(&substitute)) else {
                    return Err(*span);
                };
                parts.variables[id].start = value;
            }
        }
        for statement in &mut parts.initial_action {
            *statement = substituted(statement, &substitute);
        }
        for transition in &mut parts.transitions {
            transition.guard = guard(&transition.guard);
            for statement in &mut transition.action {
                *statement = substituted(statement, &substitute);
            }
        }
        for priority in &mut parts.priorities {
            priority.guard = guard(&priority.guard);
        }
        Ok(Atom::new(parts))
    }
}

/// Returns the atom types of the first package that have no parameters, as atoms that may watch the system.
pub(super) fn observers(program: &Program<'_>) -> Vec<(String, Arc<Atom>)> {
    let types = program.packages[0].components.iter().filter_map(|(name, component)| {
        let ComponentType::Atom(id) = *component else { return None };
        let template =
            program.atoms[id].as_ref().filter(|template| template.parameters.is_empty())?;
        Some((name.clone(), Arc::new(template.instance(&[]).ok()?)))
    });
    types.collect()
}

//! Priorities between interactions.

use std::collections::BTreeMap;

use super::program::Program;
use super::scope::{Found, Scope, unknown, unknown_name};
use super::system::{CompoundInstance, Context, Instance, System};
use crate::component::ast::{self, Path};
use crate::component::codes;
use kernel::diagnostics::Diagnostic;
use model::component::{
    ComponentId, ConnectorId, EndId, Priority, Side, StateVariable, Type, Value, VariableId,
};

/// The connectors of a compound with their names; `None` for one with errors.
type Own = BTreeMap<String, Option<ConnectorId>>;

/// The names in the guard of a priority: variables of components, below any compounds, and parameters.
struct StateScope<'a> {
    system: &'a System,
    instance: &'a CompoundInstance,
    values: &'a [(String, Value)],
}

impl StateScope<'_> {
    /// Returns the variable that a path leads to.
    fn variable(&self, path: &Path) -> Option<(ComponentId, VariableId)> {
        self.below(self.instance, &path.words())
    }

    fn below(
        &self,
        compound: &CompoundInstance,
        names: &[&str],
    ) -> Option<(ComponentId, VariableId)> {
        if let [datum] = names
            && let Some(&found) = compound.data.get(*datum)
        {
            return Some(found);
        }
        (1..names.len()).find_map(|length| {
            let rest = &names[length..];
            match compound.children.get(&names[..length].join("."))? {
                Instance::Atom(component) => {
                    let [name] = rest else { return None };
                    let variable =
                        self.system.parts.components[*component].atom.variable_named(name)?;
                    Some((*component, variable))
                }
                Instance::Compound(inner) => self.below(inner, rest),
                Instance::Lost => None,
            }
        })
    }
}

impl CompoundInstance {
    /// Returns `true` if a path leads to something with errors.
    fn has_lost(&self, names: &[&str]) -> bool {
        names.first().is_some_and(|first| self.lost.contains(*first))
            || (1..names.len()).any(|length| match self.children.get(&names[..length].join(".")) {
                Some(Instance::Lost) => true,
                Some(Instance::Compound(inner)) => inner.has_lost(&names[length..]),
                _ => false,
            })
    }
}

impl Scope<StateVariable> for StateScope<'_> {
    fn find(&self, path: &Path) -> Result<Found<StateVariable>, Box<Diagnostic>> {
        if let [name] = &*path.names
            && let Some((_, value)) = self.values.iter().find(|(known, _)| *known == name.text)
        {
            return Ok(Found::Value(value.clone()));
        }
        if let Some((component, variable)) = self.variable(path) {
            let kind = self.system.parts.components[component].atom.variables[variable].kind();
            return Ok(Found::Fixed(
                StateVariable::Value(component, variable),
                kind,
                "of a component",
            ));
        }
        let known = self.instance.children.iter().flat_map(|(name, child)| match child {
            Instance::Atom(component) => {
                let variables = self.system.parts.components[*component].atom.variables.iter();
                variables.map(|variable| format!("{name}.{}", variable.name)).collect::<Vec<_>>()
            }
            Instance::Compound(inner) => {
                inner.data.keys().map(|datum| format!("{name}.{datum}")).collect()
            }
            Instance::Lost => Vec::new(),
        });
        let known: Vec<String> = known.collect();
        Err(unknown("variable", path, known.iter().map(String::as_str)))
    }

    fn is_lost(&self, path: &Path) -> bool {
        self.instance.has_lost(&path.words())
    }
}

impl System {
    /// Adds a priority of a compound, or reports errors.
    pub(super) fn priority(
        &mut self,
        program: &mut Program<'_>,
        context: Context<'_>,
        tree: &ast::Priority,
        instance: &CompoundInstance,
        own: &Own,
    ) {
        let package = context.package;
        if let (ast::Side::All, ast::Side::All) = (&tree.lower, &tree.higher) {
            let message = "`*:* < *:*` makes each interaction higher than itself";
            program.error(package, codes::CIRCULAR_PRIORITY, tree.span, message);
            return;
        }
        let lower = self.side(program, package, &tree.lower, instance, own);
        let higher = self.side(program, package, &tree.higher, instance, own);
        let scope = StateScope { system: self, instance, values: context.values };
        let guard = tree.guard.as_ref().map(|guard| {
            let lowered = program.expression(package, guard, Type::Bool, &scope)?;
            let mut hidden = Vec::new();
            lowered.variables(&mut |variable| hidden.extend(self.not_exported(variable)));
            for name in hidden {
                let message = format!("BIP 2 asks for `export data` where `{name}` is declared");
                program.reports.push(package, codes::NOT_EXPORTED.at(guard.span, message));
            }
            Some(lowered)
        });
        let (Some(lower), Some(higher)) = (lower, higher) else { return };
        if guard == Some(None) || self.parts.priorities.len() >= super::system::MAX_PARTS {
            return;
        }
        let name = format!("{}{}", context.prefix, tree.name.text());
        self.parts.priorities.push(Priority { name, lower, higher, guard: guard.flatten() });
        self.priorities.push(program.place(package, tree.span));
    }

    fn not_exported(&self, variable: StateVariable) -> Option<String> {
        let StateVariable::Value(component, variable) = variable else { return None };
        let component = &self.parts.components[component];
        let variable = &component.atom.variables[variable];
        (!variable.is_exported).then(|| format!("{}.{}", component.name, variable.name))
    }

    fn side(
        &self,
        program: &mut Program<'_>,
        package: usize,
        tree: &ast::Side,
        instance: &CompoundInstance,
        own: &Own,
    ) -> Option<Side> {
        let path = match tree {
            ast::Side::All => return Some(Side::All(own.values().copied().flatten().collect())),
            ast::Side::Connector(path) | ast::Side::Interaction(path, _) => path,
        };
        let name = path.text();
        let Some(&connector) = own.get(&name) else {
            let message = format!("the compound has no connector `{name}`");
            let known = own.keys().map(String::as_str);
            program.reports.absent(package, unknown_name(&path.to_name(), message, known));
            return None;
        };
        let id = connector?;
        let ast::Side::Interaction(_, ports) = tree else { return Some(Side::Connector(id)) };
        let found: Vec<_> =
            ports.iter().map(|path| (path, self.port(program, package, instance, path))).collect();
        let connector = &self.parts.connectors[id];
        let mut ends: Vec<EndId> = Vec::new();
        for (path, port) in found {
            let (component, port) = port?;
            let end = connector
                .ends
                .enumerate()
                .find(|(_, end)| (end.component, end.port) == (component, port));
            let Some((end, _)) = end else {
                let message = format!("the connector `{name}` does not join `{}`", path.text());
                program.error(package, codes::NO_INTERACTION, path.span, message);
                return None;
            };
            ends.push(end);
        }
        ends.sort_unstable();
        ends.dedup();
        let has_trigger = ends.iter().any(|&end| connector.ends[end].is_trigger);
        if ends.len() != connector.ends.len() && !has_trigger {
            let span = ports[0].span.to(ports[ports.len() - 1].span);
            let message = format!("these ports are no interaction of the connector `{name}`");
            let wrong = codes::NO_INTERACTION.at(span, message);
            program.reports.push(package, wrong.help("an interaction has all ports or a trigger"));
            return None;
        }
        Some(Side::Interaction(id, ends))
    }
}

//! What an atom type declares: variables, ports, places.

use std::collections::{BTreeMap, BTreeSet};

use super::atom::AtomScope;
use super::ids::PortTypeId;
use super::program::Program;
use super::scope::unknown_name;
use super::template::AtomTemplate;
use crate::component::ast::{self, AtomPart};
use crate::component::codes;
use kernel::base::{Id as _, IndexVec};
use model::component::{AtomParts, PlaceId, Port, Variable, VariableId};

impl<'a> Program<'a> {
    /// Returns an atom type with its parameters, variables, ports and places.
    pub(super) fn declared(&mut self, package: usize, tree: &'a ast::AtomType) -> AtomTemplate {
        let name = &tree.head.name;
        let parameters =
            self.parameters(package, &tree.head.parameters, "parameter").unwrap_or_default();
        let mut template = AtomTemplate {
            package,
            span: name.span,
            parameters,
            parts: AtomParts {
                name: self.full_name(package, &name.text),
                places: IndexVec::new(),
                variables: IndexVec::new(),
                ports: IndexVec::new(),
                initial_place: PlaceId::from_index(0),
                initial_action: Vec::new(),
                transitions: IndexVec::new(),
                priorities: Vec::new(),
            },
            starts: IndexVec::new(),
            lost: BTreeSet::new(),
            ports: IndexVec::new(),
            transitions: IndexVec::new(),
        };
        let mut variables = BTreeMap::new();
        for parameter in &tree.head.parameters {
            variables.insert(parameter.name.text.clone(), parameter.name.span);
        }
        let (mut ports, mut places) = (BTreeMap::new(), BTreeMap::new());
        let mut initialised = Vec::new();
        for part in &tree.parts {
            match part {
                AtomPart::Data(data) => {
                    let kind = self.type_named(package, &data.kind);
                    let ranges = self.ranges(package, data, kind);
                    for (name, value) in &data.variables {
                        if self.is_twice(package, "variable", name, &mut variables) {
                            continue;
                        }
                        let Some(kind) = kind else {
                            template.lost.insert(name.text.clone());
                            continue;
                        };
                        let id = template.parts.variables.push(Variable {
                            name: name.text.clone(),
                            start: kind.default_value(),
                            range: ranges.get(&name.text).copied(),
                            is_exported: data.is_exported,
                        });
                        template.starts.push((name.span, None));
                        initialised.extend(value.as_ref().map(|value| (id, value)));
                    }
                }
                AtomPart::Places(names) => {
                    for name in names {
                        if !self.is_twice(package, "place", name, &mut places) {
                            template.parts.places.push(name.text.clone());
                        }
                    }
                }
                _ => {}
            }
        }
        for part in &tree.parts {
            if let AtomPart::Ports { is_exported, kind, ports: declared } = part {
                let kind = self.resolve(package, kind, "port type", |package| &package.port_types);
                for port in declared {
                    if !self.is_twice(package, "port", &port.name, &mut ports) {
                        self.port(&mut template, kind, port, *is_exported);
                    }
                }
            }
        }
        self.starts(&mut template, &initialised);
        template
    }

    /// Adds the values with which variables start: of parameters and constants only.
    fn starts(
        &mut self,
        template: &mut AtomTemplate,
        initialised: &[(VariableId, &ast::Expression)],
    ) {
        for &(id, value) in initialised {
            let kind = template.parts.variables[id].kind();
            let Some(start) =
                self.expression(template.package, value, kind, &AtomScope { template })
            else {
                continue;
            };
            let mut is_constant = true;
            start.variables(&mut |variable| {
                is_constant &= variable.index() >= template.parts.variables.len();
            });
            if is_constant {
                template.starts[id].1 = Some(start);
            } else {
                let message = "a variable starts at a value of constants and parameters";
                let wrong = codes::NO_VALUE.at(value.span, message).label("of other variables");
                self.reports
                    .push(template.package, wrong.help("set it in `initial to .. do { .. }`"));
            }
        }
    }

    fn port(
        &mut self,
        template: &mut AtomTemplate,
        kind: Option<PortTypeId>,
        tree: &ast::Port,
        is_exported: bool,
    ) {
        let package = template.package;
        let mut variables = Vec::new();
        for name in &tree.variables {
            let known =
                template.parts.variables.enumerate().find(|(_, known)| known.name == name.text);
            variables.push(known.map(|(id, _)| id));
            if known.is_none() && !template.lost.contains(&name.text) {
                let is_parameter =
                    template.parameters.iter().any(|(parameter, _)| *parameter == name.text);
                let message = if is_parameter {
                    format!("`{}` is a parameter, and ports have variables", name.text)
                } else {
                    format!("there is no variable `{}`", name.text)
                };
                let known = template.parts.variables.iter().map(|variable| variable.name.as_str());
                self.reports.absent(package, unknown_name(name, message, known));
            }
        }
        let Some(kind) = kind else {
            template.lost.insert(tree.name.text.clone());
            return;
        };
        let port_type = &self.port_types[kind];
        if port_type.data.len() != variables.len() {
            let message = format!(
                "the port type `{}` has {} data, found {}",
                port_type.name,
                port_type.data.len(),
                variables.len()
            );
            self.error(package, codes::ARGUMENT_COUNT, tree.name.span, message);
            template.lost.insert(tree.name.text.clone());
            return;
        }
        let mut exported = Vec::new();
        let data = port_type.data.clone();
        for (((datum, kind), variable), name) in
            data.into_iter().zip(variables).zip(&tree.variables)
        {
            let Some(variable) = variable else { continue };
            let found = template.parts.variables[variable].kind();
            if found != kind {
                let message = format!(
                    "the datum `{datum}` of the port has the type `{}`, `{}` has the type `{}`",
                    kind.word(),
                    name.text,
                    found.word()
                );
                self.error(package, codes::WRONG_TYPE, name.span, message);
            }
            exported.push((datum, variable));
        }
        if exported.len() < tree.variables.len() {
            template.lost.insert(tree.name.text.clone());
            return;
        }
        let port_type = self.port_types[kind].name.clone();
        template.parts.ports.push(Port {
            name: tree.name.text.clone(),
            kind: port_type,
            exported,
            is_exported,
        });
        template.ports.push((kind, tree.name.span));
    }
}

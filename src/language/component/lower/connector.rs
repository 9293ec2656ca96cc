//! Connector types.

use std::collections::BTreeMap;

use super::calls::Calls;
use super::program::Program;
use super::scope::{Found, Scope, unknown, unknown_name};
use super::template::{ConnectorTemplate, TemplateEnd};
use crate::component::ast::{self, ConnectorPart, Name, Path};
use crate::component::codes;
use crate::reading::with_nearest_or;
use kernel::base::{Id as _, IndexVec};
use kernel::diagnostics::Diagnostic;
use kernel::source::Span;
use model::component::{EndId, Transfer, TransferVariable, Type, VariableId};

/// What part of an interaction an expression stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Guard,
    Up,
    Down,
}

/// The names in a part of an interaction.
struct TransferScope<'a> {
    template: &'a ConnectorTemplate,
    /// The data of the types of the ends' ports.
    ports: &'a IndexVec<EndId, Vec<(String, Type)>>,
    /// The ends that take part.
    taking: &'a [EndId],
    part: Part,
}

impl Scope<TransferVariable> for TransferScope<'_> {
    fn find(&self, path: &Path) -> Result<Found<TransferVariable>, Box<Diagnostic>> {
        let [port, name] = &*path.names else { return self.datum(path) };
        let Some((end, _)) = self.template.ends.enumerate().find(|(_, end)| end.name == port.text)
        else {
            let message = format!("the connector has no port `{}`", port.text);
            let known = self.template.ends.iter().map(|end| end.name.as_str());
            return Err(Box::new(unknown_name(port, message, known)));
        };
        if !self.taking.contains(&end) {
            let message =
                format!("the port `{}` does not take part in this interaction", port.text);
            let absent = codes::NOT_TAKING_PART.at(port.span, message);
            return Err(Box::new(absent.help("name it behind `on`, or leave it out here")));
        }
        let Some(datum) = self.ports[end].iter().position(|(known, _)| *known == name.text) else {
            let message = format!("the port `{}` has no datum `{}`", port.text, name.text);
            let unknown = codes::UNKNOWN_NAME.at(name.span, message).label("unknown");
            let names: Vec<&str> = self.ports[end].iter().map(|(name, _)| name.as_str()).collect();
            let help = || match &*names {
                [] => "its port type has no data".to_owned(),
                names => format!("its port type has `{}`", names.join("`, `")),
            };
            let known = names.iter().copied();
            return Err(Box::new(with_nearest_or(unknown, &name.text, known, help)));
        };
        let kind = self.ports[end][datum].1;
        let variable = TransferVariable::Exported(end, VariableId::from_index(datum));
        Ok(match self.part {
            Part::Down => Found::Variable(variable, kind),
            Part::Up | Part::Guard => Found::Fixed(
                variable,
                kind,
                "of a component, and `up` sets the data of the connector",
            ),
        })
    }
}

impl TransferScope<'_> {
    fn datum(&self, path: &Path) -> Result<Found<TransferVariable>, Box<Diagnostic>> {
        let text = path.text();
        let Some((id, (_, kind))) =
            self.template.data.enumerate().find(|(_, (name, _))| *name == text)
        else {
            let known = self.template.data.iter().map(|(name, _)| name.as_str());
            let unknown = unknown("datum of the connector", path, known);
            let is_port = self.template.ends.iter().any(|end| end.name == text);
            return Err(if is_port {
                Box::new(unknown.help(format!("data of a port are written `{text}.x`")))
            } else {
                unknown
            });
        };
        if self.part == Part::Guard {
            let message = format!("`{text}` is set after the guard is read");
            let early =
                codes::NOT_TAKING_PART.at(path.span, message).label("a datum of the connector");
            return Err(Box::new(early.help("write a condition on the data of the ports")));
        }
        Ok(Found::Variable(TransferVariable::Datum(id), *kind))
    }
}

impl<'a> Program<'a> {
    /// Returns a connector type, or reports errors.
    pub(super) fn connector_template(
        &mut self,
        package: usize,
        tree: &'a ast::ConnectorType,
    ) -> Option<ConnectorTemplate> {
        let before = self.reports.packages[package].0.error_count();
        let head = &tree.head;
        let mut first = BTreeMap::new();
        let mut template = ConnectorTemplate {
            name: self.full_name(package, &head.name.text),
            ends: IndexVec::new(),
            data: IndexVec::new(),
            transfers: Vec::new(),
        };
        for parameter in &head.parameters {
            let is_twice = self.is_twice(package, "port", &parameter.name, &mut first);
            let kind =
                self.resolve(package, &parameter.kind, "port type", |package| &package.port_types)?;
            if !is_twice {
                let name = parameter.name.text.clone();
                template.ends.push(TemplateEnd { name, kind, is_trigger: false });
            }
        }
        let is_lost = tree.parts.iter().any(|part| matches!(part, ConnectorPart::Lost));
        if template.ends.is_empty() && !is_lost {
            let message = format!("the connector type `{}` has no ports", head.name.text);
            self.reports.absent(package, codes::MISSING_PART.at(head.name.span, message));
        }
        let mut data = BTreeMap::new();
        let mut defined = None;
        for part in &tree.parts {
            match part {
                ConnectorPart::Data(declared) => {
                    let kind = self.type_named(package, &declared.kind);
                    for (name, value) in &declared.variables {
                        if let Some(value) = value {
                            let message =
                                "the data of a connector start anew each time, without a value";
                            let help = "set it in `up`";
                            self.reports
                                .push(package, codes::SYNTAX.at(value.span, message).help(help));
                        }
                        let is_twice = self.is_twice(package, "datum", name, &mut data);
                        if let (Some(kind), false) = (kind, is_twice) {
                            template.data.push((name.text.clone(), kind));
                        }
                    }
                }
                ConnectorPart::Define(span, ports) => {
                    if let Some(first) = defined {
                        let twice = codes::DUPLICATE.at(*span, "a connector has one `define`");
                        self.reports.push(package, twice.also(first, "the first one"));
                        continue;
                    }
                    defined = Some(*span);
                    self.define(package, &mut template, *span, ports);
                }
                ConnectorPart::On(_) | ConnectorPart::Lost => {}
            }
        }
        if defined.is_none() && !is_lost {
            let names: Vec<&str> = template.ends.iter().map(|end| end.name.as_str()).collect();
            let message = format!("the connector type `{}` has no `define`", head.name.text);
            let missing = codes::MISSING_PART.at(head.name.span, message);
            self.reports
                .absent(package, missing.help(format!("write `define {}`", names.join(" "))));
        }
        let ports =
            template.ends.iter().map(|end| self.port_types[end.kind].data.clone()).collect();
        let mut first = BTreeMap::new();
        for part in &tree.parts {
            if let ConnectorPart::On(interaction) = part
                && let Some(transfer) = self.transfer(package, &template, &ports, interaction)
            {
                if let Some(&before) = first.get(&transfer.ends) {
                    let twice =
                        codes::DUPLICATE.at(interaction.span, "this interaction stands twice");
                    self.reports.push(package, twice.also(before, "first here"));
                }
                first.insert(transfer.ends.clone(), interaction.span);
                template.transfers.push(transfer);
            }
        }
        (before == self.reports.packages[package].0.error_count()).then_some(template)
    }

    fn define(
        &mut self,
        package: usize,
        template: &mut ConnectorTemplate,
        span: Span,
        ports: &[(Name, bool)],
    ) {
        let mut first = BTreeMap::new();
        for (name, is_trigger) in ports {
            if self.is_twice(package, "port", name, &mut first) {
                continue;
            }
            if let Some(end) = self.end(package, template, name) {
                template.ends[end].is_trigger = *is_trigger;
            }
        }
        for end in template.ends.iter().filter(|end| !first.contains_key(&end.name)) {
            let message = format!("`define` leaves the port `{}` out", end.name);
            self.reports.absent(package, codes::MISSING_PART.at(span, message));
        }
    }

    /// Returns the end of that name, or reports that there is none.
    fn end(&mut self, package: usize, template: &ConnectorTemplate, name: &Name) -> Option<EndId> {
        let found = template.ends.ids().find(|&id| template.ends[id].name == name.text);
        if found.is_none() {
            let message = format!("the connector has no port `{}`", name.text);
            let known = template.ends.iter().map(|end| end.name.as_str());
            self.reports.absent(package, unknown_name(name, message, known));
        }
        found
    }

    fn transfer(
        &mut self,
        package: usize,
        template: &ConnectorTemplate,
        ports: &IndexVec<EndId, Vec<(String, Type)>>,
        tree: &ast::Interaction,
    ) -> Option<Transfer> {
        let found: Vec<Option<EndId>> =
            tree.ports.iter().map(|name| self.end(package, template, name)).collect();
        let mut taking: Vec<EndId> = found.into_iter().collect::<Option<_>>()?;
        taking.sort_unstable();
        let names = tree.ports[0].span.to(tree.ports[tree.ports.len() - 1].span);
        if taking.windows(2).any(|pair| pair[0] == pair[1]) {
            self.error(package, codes::DUPLICATE, names, "a port takes part once");
            return None;
        }
        if !template.allows(&taking) {
            let message = "these ports are no interaction of the connector";
            let wrong = codes::NO_INTERACTION.at(names, message);
            let help = if template.ends.iter().any(|end| end.is_trigger) {
                "an interaction has all ports or a trigger"
            } else {
                "without a trigger, which is marked `'` in `define`, all ports take part"
            };
            self.reports.push(package, wrong.help(help));
            return None;
        }
        let scope = |part| TransferScope { template, ports, taking: &taking, part };
        let guard = self.guard(package, tree.guard.as_ref(), &scope(Part::Guard));
        let mut actions = self.statements(package, &tree.up, &scope(Part::Up), Calls::Connector);
        actions.extend(self.statements(package, &tree.down, &scope(Part::Down), Calls::Connector));
        Some(Transfer { ends: taking.clone(), guard: guard.ok().flatten(), actions })
    }
}

//! Atom types.

use std::collections::BTreeMap;

use super::calls::Calls;
use super::program::Program;
use super::reports::Reported;
use super::scope::{Found, Scope, unknown, unknown_name};
use super::template::AtomTemplate;
use crate::component::ast::{self, AtomPart, Name, Path};
use crate::component::codes;
use kernel::base::Id as _;
use kernel::diagnostics::Diagnostic;
use kernel::search::reachable;
use kernel::source::Span;
use model::component::{AtomPriority, PlaceId, PortId, Transition, TransitionId, VariableId};

/// The names in an atom.
pub(super) struct AtomScope<'a> {
    pub(super) template: &'a AtomTemplate,
}

impl Scope<VariableId> for AtomScope<'_> {
    fn find(&self, path: &Path) -> Result<Found<VariableId>, Box<Diagnostic>> {
        let AtomTemplate { parts, parameters, .. } = self.template;
        let text = path.text();
        if let Some((id, variable)) =
            parts.variables.enumerate().find(|(_, variable)| variable.name == text)
        {
            return Ok(Found::Variable(id, variable.kind()));
        }
        if let Some(index) = parameters.iter().position(|(name, _)| *name == text) {
            let id = VariableId::from_index(parts.variables.len() + index);
            return Ok(Found::Fixed(id, parameters[index].1, "a parameter"));
        }
        let known = parts.variables.iter().map(|variable| variable.name.as_str());
        let known = known.chain(parameters.iter().map(|(name, _)| name.as_str()));
        Err(unknown("variable", path, known))
    }

    fn is_lost(&self, path: &Path) -> bool {
        self.template.lost.contains(&path.text())
    }
}

impl<'a> Program<'a> {
    /// Returns an atom type, or reports errors.
    pub(super) fn atom_template(
        &mut self,
        package: usize,
        tree: &'a ast::AtomType,
    ) -> Option<AtomTemplate> {
        let before = self.reports.packages[package].0.error_count();
        let mut template = self.declared(package, tree);
        self.behaviour(package, tree, &mut template);
        self.unset_variables(&template);
        self.two_transitions(&template);
        let is_right = before == self.reports.packages[package].0.error_count();
        is_right.then_some(template)
    }

    fn behaviour(&mut self, package: usize, tree: &'a ast::AtomType, template: &mut AtomTemplate) {
        let is_lost = tree.parts.iter().any(|part| matches!(part, AtomPart::Lost));
        if template.parts.places.is_empty() && !is_lost {
            let message = format!("the atom type `{}` has no places", tree.head.name.text);
            let missing = codes::MISSING_PART.at(template.span, message);
            self.reports.absent(package, missing.help("write `place idle`"));
        }
        let mut initial: Option<Span> = None;
        for part in &tree.parts {
            match part {
                AtomPart::Initial { span, to, action } => {
                    if let Some(first) = initial {
                        let twice =
                            codes::DUPLICATE.at(*span, "an atom has one initial transition");
                        self.reports.push(package, twice.also(first, "the first one"));
                        continue;
                    }
                    initial = Some(*span);
                    let place = self.atom_place(template, to);
                    let action =
                        self.statements(package, action, &AtomScope { template }, Calls::Atom);
                    template.parts.initial_place = place.unwrap_or(PlaceId::from_index(0));
                    template.parts.initial_action = action;
                }
                AtomPart::Transition(transition) => self.transition(template, transition),
                AtomPart::Priority(priority) => self.atom_priority(template, priority),
                AtomPart::Data(_)
                | AtomPart::Ports { .. }
                | AtomPart::Places(_)
                | AtomPart::Lost => {}
            }
        }
        if initial.is_none() && !is_lost {
            let message = format!("the atom type `{}` has no initial place", tree.head.name.text);
            let missing = codes::MISSING_PART.at(template.span, message);
            let first = template.parts.places.iter().next();
            let help = format!("write `initial to {}`", first.map_or("idle", String::as_str));
            self.reports.absent(package, missing.help(help));
        }
        self.circular_ports(template, tree);
    }

    fn transition(&mut self, template: &mut AtomTemplate, tree: &ast::Transition) {
        let package = template.package;
        let port = self.atom_port(template, tree.port.as_ref());
        let from = self.atom_place(template, &tree.from);
        let to = self.atom_place(template, &tree.to);
        let scope = AtomScope { template };
        let guard = self.guard(package, tree.guard.as_ref(), &scope);
        let action = self.statements(package, &tree.action, &scope, Calls::Atom);
        let (Some(from), Some(to), Ok(port), Ok(guard)) = (from, to, port, guard) else {
            return;
        };
        template.parts.transitions.push(Transition { from, port, guard, action, to });
        template.transitions.push(tree.span);
    }

    fn atom_priority(&mut self, template: &mut AtomTemplate, tree: &ast::AtomPriority) {
        let package = template.package;
        let [lower, higher] =
            [&tree.lower, &tree.higher].map(|side| self.atom_port(template, side.as_ref()));
        let guard = self.guard(package, tree.guard.as_ref(), &AtomScope { template });
        if tree.lower.is_none() && tree.higher.is_none() {
            let message = "`* < *` makes each port higher than itself";
            self.error(package, codes::CIRCULAR_PRIORITY, tree.span, message);
            return;
        }
        let (Ok(lower), Ok(higher), Ok(guard)) = (lower, higher, guard) else { return };
        let name = tree.name.text.clone();
        template.parts.priorities.push(AtomPriority { name, lower, higher, guard });
    }

    /// Reports the first rule by which rules without guards are circular.
    fn circular_ports(&mut self, template: &AtomTemplate, tree: &ast::AtomType) {
        let ports: Vec<PortId> = template.parts.ports.ids().collect();
        let mut above: BTreeMap<PortId, Vec<PortId>> = BTreeMap::new();
        let rules = tree.parts.iter().filter_map(|part| match part {
            AtomPart::Priority(rule) => Some(rule),
            _ => None,
        });
        for rule in rules.filter(|rule| rule.guard.is_none()) {
            let known = template.parts.priorities.iter().find(|known| known.name == rule.name.text);
            let Some(known) = known else { continue };
            let of = |side: Option<PortId>, other: Option<PortId>| match side {
                Some(port) => vec![port],
                None => ports.iter().copied().filter(|&port| Some(port) != other).collect(),
            };
            let (lower, higher) = (of(known.lower, known.higher), of(known.higher, known.lower));
            for &low in &lower {
                above.entry(low).or_default().extend(&higher);
            }
            let reached = reachable(higher, |port| above.get(port).cloned().unwrap_or_default());
            if let Some(port) = lower.iter().find(|port| reached.contains(port)) {
                let port = &template.parts.ports[*port].name;
                let message = format!("with this rule the port `{port}` is higher than itself");
                self.error(template.package, codes::CIRCULAR_PRIORITY, rule.span, message);
                return;
            }
        }
    }

    fn atom_place(&mut self, template: &AtomTemplate, name: &Name) -> Option<PlaceId> {
        let places = &template.parts.places;
        let found = places.ids().find(|&id| places[id] == name.text);
        if found.is_none() {
            let message = format!("there is no place `{}`", name.text);
            let unknown = unknown_name(name, message, places.iter().map(String::as_str));
            self.reports.absent(template.package, unknown);
        }
        found
    }

    /// Returns the port of that name, if there is a name, or reports that there is no such port.
    fn atom_port(
        &mut self,
        template: &AtomTemplate,
        name: Option<&Name>,
    ) -> Result<Option<PortId>, Reported> {
        let Some(name) = name else { return Ok(None) };
        let ports = &template.parts.ports;
        let found = ports.ids().find(|&id| ports[id].name == name.text);
        if found.is_none() && !template.lost.contains(&name.text) {
            let message = format!("there is no port `{}`", name.text);
            let known = ports.iter().map(|port| port.name.as_str());
            self.reports.absent(template.package, unknown_name(name, message, known));
        }
        found.map(Some).ok_or(Reported)
    }

    /// Warns about variables that neither their declaration nor the initial action sets.
    fn unset_variables(&mut self, template: &AtomTemplate) {
        let mut set = Vec::new();
        for statement in &template.parts.initial_action {
            statement.written(&mut |variable| set.push(variable));
        }
        for (id, variable) in template.parts.variables.enumerate() {
            let (span, start) = &template.starts[id];
            if start.is_none() && !set.contains(&id) {
                let value = variable.kind().default_value();
                let message = format!(
                    "nothing sets `{}` at the beginning: it starts at `{value}`",
                    variable.name
                );
                let warning = codes::NO_START.at(*span, message);
                let help = format!("write `{} = {value}`", variable.name);
                self.reports.push(template.package, warning.help(help));
            }
        }
    }

    /// Warns about transitions of which two are enabled at once.
    fn two_transitions(&mut self, template: &AtomTemplate) {
        let mut first: BTreeMap<(PlaceId, Option<PortId>), TransitionId> = BTreeMap::new();
        for (id, transition) in template.parts.transitions.enumerate() {
            if transition.guard.is_some() {
                continue;
            }
            let key = (transition.from, transition.port);
            let Some(&other) = first.get(&key) else {
                first.insert(key, id);
                continue;
            };
            let place = &template.parts.places[transition.from];
            let (message, help) = match transition.port {
                Some(port) => {
                    let port = &template.parts.ports[port].name;
                    (
                        format!("two transitions leave `{place}` on the port `{port}` at once"),
                        "BIP 2 forbids this; here either is taken",
                    )
                }
                None => (
                    format!("two internal transitions leave `{place}` at once"),
                    "the system fails where it is in this place: write guards of which one holds",
                ),
            };
            let warning = codes::TWO_TRANSITIONS.at(template.transitions[id], message).help(help);
            let first = template.transitions[other];
            self.reports.push(template.package, warning.also(first, "the first one"));
        }
    }
}

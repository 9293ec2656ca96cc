//! Flattening: the instances of compound types become components, connectors and priorities of one system.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::calls::count;
use super::ids::{AtomTypeId, ComponentType, CompoundTypeId};
use super::program::Program;
use super::scope::Values;
use crate::component::ast::{CompoundPart, Name};
use crate::component::{Places, codes};
use kernel::base::IndexVec;
use kernel::source::Span;
use model::component::{
    Atom, Component, ComponentId, Composite, CompositeParts, PortId, Value, VariableId,
};

/// Maximum number of components, of connectors and of priorities: nested compounds multiply them.
pub(super) const MAX_PARTS: usize = 100_000;

/// Maximum nesting of compounds: instances are made by functions that call themselves.
const MAX_NESTING: usize = 200;

/// An instance of a type.
#[derive(Clone, Debug)]
pub(super) enum Instance {
    Atom(ComponentId),
    Compound(Rc<CompoundInstance>),
    /// An instance with errors, which were reported.
    Lost,
}

/// An instance of a compound type.
#[derive(Debug, Default)]
pub(super) struct CompoundInstance {
    /// The name of the type.
    pub(super) type_name: String,
    pub(super) children: BTreeMap<String, Instance>,
    /// The names of the connectors.
    pub(super) connectors: BTreeSet<String>,
    pub(super) ports: BTreeMap<String, (ComponentId, PortId)>,
    pub(super) data: BTreeMap<String, (ComponentId, VariableId)>,
    /// The names of exports with errors.
    pub(super) lost: BTreeSet<String>,
}

/// The system as far as it is known.
#[derive(Debug, Default)]
pub(super) struct System {
    pub(super) parts: CompositeParts,
    pub(super) places: Places,
    /// The types of the components.
    pub(super) types: IndexVec<ComponentId, AtomTypeId>,
    /// The places of the priorities.
    pub(super) priorities: Vec<Span>,
    atoms: FxHashMap<(AtomTypeId, Vec<Value>), Arc<Atom>>,
    /// The compound types around the one that is looked at.
    around: Vec<CompoundTypeId>,
    /// The number of instances of compound types.
    compounds: usize,
    /// The compound types that were looked at.
    seen: Vec<CompoundTypeId>,
    /// Whether parameters have values that stand for any others, so that operations on them may fail.
    is_trial: bool,
    /// Whether there are more parts than allowed.
    is_full: bool,
}

/// What a compound type is instantiated for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'p> {
    pub(super) package: usize,
    /// The path of the instance with a dot, or nothing.
    pub(super) prefix: &'p str,
    /// The parameters with their values.
    pub(super) values: &'p [(String, Value)],
}

/// Returns the system of the compound type `Main`, or of the last one, with its places; `None` if there are errors.
pub(super) fn lower(program: &mut Program<'_>) -> Option<(Composite, Places)> {
    let Some(root) = root(program) else {
        let tree = program.packages[0].tree;
        let span = tree.name.as_ref().map_or(Span::default(), |name| name.span);
        let missing = codes::MISSING_PART.at(span, "the package has no compound type");
        program.reports.absent(0, missing.help("write `compound type Main() component .. end`"));
        return None;
    };
    let (_, tree) = program.compounds[root];
    let mut system = System::default();
    if let Some(parameter) = tree.head.parameters.first() {
        let message = format!(
            "the system is the compound type `{}`, which has parameters",
            tree.head.name.text
        );
        let wrong = codes::ARGUMENT_COUNT.at(parameter.name.span, message);
        program
            .reports
            .push(0, wrong.help("write a compound type `Main()` with an instance of it"));
    } else {
        system.parts.name.clone_from(&tree.head.name.text);
        system.instance(program, root, Vec::new(), "");
    }
    let (functions, sites) = (program.called.clone(), program.sites.clone());
    let seen = std::mem::take(&mut system.seen);
    look_at_others(program, seen);
    if program.reports.packages.iter().any(|(sink, _)| sink.has_errors()) {
        return None;
    }
    system.parts.functions = functions;
    system.places.sites = sites;
    system.finish(program)
}

fn root(program: &Program<'_>) -> Option<CompoundTypeId> {
    let of_first = |id: &CompoundTypeId| program.compounds[*id].0 == 0;
    let named = program.packages[0].components.get("Main");
    if let Some(ComponentType::Compound(id)) = named {
        return Some(*id);
    }
    program.compounds.ids().rev().find(of_first)
}

/// Looks for errors in compound types of the first package that have no instance.
fn look_at_others(program: &mut Program<'_>, mut seen: Vec<CompoundTypeId>) {
    for id in program.compounds.ids() {
        let (package, tree) = program.compounds[id];
        if package == 0 && !seen.contains(&id) {
            let mut system = System { is_trial: true, ..System::default() };
            let kinds =
                program.parameters(0, &tree.head.parameters, "parameter").unwrap_or_default();
            let values = kinds.into_iter().map(|(_, kind)| kind.default_value());
            system.instance(program, id, values.collect(), "");
            seen.append(&mut system.seen);
        }
    }
}

impl System {
    /// Adds an instance of a compound type. The arguments have the types of the parameters.
    fn instance(
        &mut self,
        program: &mut Program<'_>,
        id: CompoundTypeId,
        arguments: Vec<Value>,
        prefix: &str,
    ) -> CompoundInstance {
        let (package, tree) = program.compounds[id];
        let names = tree.head.parameters.iter().map(|parameter| parameter.name.text.clone());
        let values: Vec<(String, Value)> = names.zip(arguments).collect();
        let context = Context { package, prefix, values: &values };
        self.compounds += 1;
        self.around.push(id);
        if !self.seen.contains(&id) {
            self.seen.push(id);
        }
        let mut instance = CompoundInstance {
            type_name: tree.head.name.text.clone(),
            ..CompoundInstance::default()
        };
        for part in &tree.parts {
            if let CompoundPart::Connectors { instances, .. } = part {
                instance.connectors.extend(instances.iter().map(|(name, _)| name.text()));
            }
        }
        let mut first = BTreeMap::new();
        for part in &tree.parts {
            if let CompoundPart::Components { kind, instances } = part {
                let of = program
                    .resolve(package, kind, "atom or compound type", |package| &package.components);
                for (name, arguments) in instances {
                    let name = name.to_name();
                    if !program.is_twice(package, "component", &name, &mut first) {
                        let child =
                            of.map(|of| self.component(program, context, of, &name, arguments));
                        instance.children.insert(name.text, child.unwrap_or(Instance::Lost));
                    }
                }
            }
        }
        let is_lost = tree.parts.iter().any(|part| matches!(part, CompoundPart::Lost));
        if instance.children.is_empty() && !is_lost {
            let message = format!("the compound type `{}` has no components", tree.head.name.text);
            program.reports.absent(package, codes::MISSING_PART.at(tree.head.name.span, message));
        }
        for part in &tree.parts {
            match part {
                CompoundPart::ExportPort(path, name) => {
                    let port = self.port(program, package, &instance, path);
                    if port.is_none() {
                        instance.lost.insert(name.text.clone());
                    }
                    if let Some((component, port)) = port
                        && instance.ports.insert(name.text.clone(), (component, port)).is_some()
                    {
                        let message = format!("two ports are exported as `{}`", name.text);
                        program.error(package, codes::DUPLICATE, name.span, message);
                    }
                }
                CompoundPart::ExportData(path, name) => {
                    let datum = self.datum(program, package, &instance, path);
                    if datum.is_none() {
                        instance.lost.insert(name.text.clone());
                    }
                    if let Some(datum) = datum
                        && instance.data.insert(name.text.clone(), datum).is_some()
                    {
                        let message = format!("two data are exported as `{}`", name.text);
                        program.error(package, codes::DUPLICATE, name.span, message);
                    }
                }
                _ => {}
            }
        }
        self.connectors(program, context, tree, &instance, &mut first);
        self.around.pop();
        instance
    }

    fn component(
        &mut self,
        program: &mut Program<'_>,
        context: Context<'_>,
        of: ComponentType,
        name: &Name,
        arguments: &[crate::component::ast::Expression],
    ) -> Instance {
        let package = context.package;
        let parameters = match of {
            ComponentType::Atom(id) => {
                program.atoms[id].as_ref().map(|template| template.parameters.clone())
            }
            ComponentType::Compound(id) => {
                let (package, tree) = program.compounds[id];
                program.parameters(package, &tree.head.parameters, "parameter")
            }
        };
        let Some(parameters) = parameters else { return Instance::Lost };
        if parameters.len() != arguments.len() {
            let takes = count(parameters.len());
            let message = format!("`{}` takes {takes}, found {}", name.text, arguments.len());
            program.error(package, codes::ARGUMENT_COUNT, name.span, message);
            return Instance::Lost;
        }
        let values = arguments.iter().zip(&parameters).map(|(argument, (_, kind))| {
            let scope = Values(context.values);
            if !self.is_trial {
                return program.value(package, argument, *kind, &scope);
            }
            // An operation may fail with these values only.
            let value = program.expression::<VariableId>(package, argument, *kind, &scope);
            value.map(|_| kind.default_value())
        });
        let Some(values) = values.collect::<Option<Vec<_>>>() else { return Instance::Lost };
        if self.parts.components.len() + self.compounds >= MAX_PARTS {
            if !std::mem::replace(&mut self.is_full, true) {
                let message =
                    format!("with this component there are more than {MAX_PARTS} components");
                program.error(package, codes::TOO_MANY, name.span, message);
            }
            return Instance::Lost;
        }
        let path = format!("{}{}", context.prefix, name.text);
        match of {
            ComponentType::Compound(id) if self.around.contains(&id) => {
                let type_name = &program.compounds[id].1.head.name.text;
                let message = format!("the compound type `{type_name}` contains itself");
                program.error(package, codes::CONTAINS_ITSELF, name.span, message);
                Instance::Lost
            }
            ComponentType::Compound(_) if self.around.len() >= MAX_NESTING => {
                let message = format!("compounds are nested deeper than {MAX_NESTING} levels");
                program.error(package, codes::TOO_DEEP, name.span, message);
                Instance::Lost
            }
            ComponentType::Compound(id) => {
                let instance = self.instance(program, id, values, &format!("{path}."));
                Instance::Compound(Rc::new(instance))
            }
            ComponentType::Atom(id) => self.atom(program, package, id, values, path, name),
        }
    }

    fn atom(
        &mut self,
        program: &mut Program<'_>,
        package: usize,
        id: AtomTypeId,
        values: Vec<Value>,
        path: String,
        name: &Name,
    ) -> Instance {
        let Some(template) = &program.atoms[id] else { return Instance::Lost };
        let key = (id, values);
        let atom = match self.atoms.get(&key) {
            Some(atom) => Arc::clone(atom),
            None => match template.instance(&key.1) {
                Ok(atom) => {
                    let atom = Arc::new(atom);
                    self.atoms.insert(key, Arc::clone(&atom));
                    atom
                }
                Err(_) if self.is_trial => return Instance::Lost,
                Err(span) => {
                    let message = "the value at which this variable starts fails to be computed";
                    let (of, place) = (template.package, program.place(package, name.span));
                    let wrong = codes::NO_VALUE.at(span, message);
                    let wrong =
                        if of == package { wrong.also(place, "for this component") } else { wrong };
                    program.reports.push(of, wrong);
                    return Instance::Lost;
                }
            },
        };
        let of = template.package;
        let transitions =
            template.transitions.iter().map(|&span| program.place(of, span)).collect();
        self.places.transitions.push(transitions);
        self.places.components.push(program.place(package, name.span));
        self.types.push(id);
        Instance::Atom(self.parts.components.push(Component { name: path, atom }))
    }

    fn finish(mut self, program: &mut Program<'_>) -> Option<(Composite, Places)> {
        self.warn_of_unconnected_ports(program);
        let parts = std::mem::take(&mut self.parts);
        let rules = parts.priorities.clone();
        match Composite::new(parts.clone()) {
            Err(too_many) => {
                let span = self.places.connectors[too_many.connector];
                program.error(0, codes::TOO_MANY, span, too_many.to_string());
                None
            }
            Ok(composite) => {
                if let Some(interaction) = composite.circular_priority() {
                    let name = composite.interactions()[interaction].name.clone();
                    // The first rule with which the rules before it are circular.
                    let is_circular = |count: usize| {
                        let parts =
                            CompositeParts { priorities: rules[..count].to_vec(), ..parts.clone() };
                        Composite::new(parts).is_ok_and(|one| one.circular_priority().is_some())
                    };
                    let counts: Vec<usize> = (1..=rules.len()).collect();
                    let at = counts.partition_point(|&count| !is_circular(count));
                    let span = self.priorities[at.min(rules.len() - 1)];
                    let message =
                        format!("priorities make the interaction `{name}` higher than itself");
                    program.error(0, codes::CIRCULAR_PRIORITY, span, message);
                    return None;
                }
                let names = composite.interactions().enumerate();
                let twice = names
                    .into_iter()
                    .find(|(id, one)| composite.interaction_named(&one.name) != Some(*id));
                if let Some((_, twice)) = twice {
                    let span =
                        twice.connector.map_or(Span::default(), |id| self.places.connectors[id]);
                    let message = format!("two interactions are called `{}`", twice.name);
                    program.error(0, codes::DUPLICATE, span, message);
                    return None;
                }
                Some((composite, self.places))
            }
        }
    }
}

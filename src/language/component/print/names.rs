//! Names of types in a printed text.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ::model::component::{Atom, ComponentId, Composite, Port, PortId, Type};

/// The names of the types, all different.
#[derive(Debug)]
pub(super) struct Names {
    /// The names of atom and compound types.
    components: BTreeSet<String>,
    /// The atoms with their names.
    atoms: Vec<(Arc<Atom>, String)>,
    ports: Vec<(String, PortSignature)>,
    /// The names of connector types with their declarations without the name.
    connectors: BTreeMap<String, String>,
}

/// The name of a port type in the model, and its data.
type PortSignature = (String, Vec<(Type, String)>);

impl Names {
    /// Returns the names of types, of which there is only that of the compound.
    pub(super) fn new(compound: &str) -> Self {
        Self {
            components: BTreeSet::from([compound.to_owned()]),
            atoms: Vec::new(),
            ports: Vec::new(),
            connectors: BTreeMap::new(),
        }
    }

    /// Gives an atom a name unless it has one, and adds it to `new` if it has none.
    pub(super) fn atom(&mut self, atom: &Arc<Atom>, new: &mut Vec<(String, Arc<Atom>)>) {
        if !self.atoms.iter().any(|(known, _)| Arc::ptr_eq(known, atom)) {
            let name = free(&atom.name, |name| self.components.contains(name));
            self.components.insert(name.clone());
            self.atoms.push((Arc::clone(atom), name.clone()));
            new.push((name, Arc::clone(atom)));
        }
    }

    /// Returns the name of an atom that was given one.
    pub(super) fn of_atom(&self, atom: &Arc<Atom>) -> &str {
        let found = self.atoms.iter().find(|(known, _)| Arc::ptr_eq(known, atom));
        &found.expect("each atom has a name").1
    }

    /// Returns the name of the type of a port.
    pub(super) fn of_port(&mut self, atom: &Atom, port: &Port) -> String {
        let data = port.exported.iter();
        let data = data.map(|(name, variable)| (atom.variables[*variable].kind(), name.clone()));
        let signature = (port.kind.clone(), data.collect());
        if let Some((name, _)) = self.ports.iter().find(|(_, known)| *known == signature) {
            return name.clone();
        }
        let name = free(&port.kind, |name| self.ports.iter().any(|(known, _)| known == name));
        self.ports.push((name.clone(), signature));
        name
    }

    /// Returns the port types, in the order in which they were named.
    pub(super) fn port_types(&self) -> impl Iterator<Item = (&str, &[(Type, String)])> {
        self.ports.iter().map(|(name, (_, data))| (name.as_str(), data.as_slice()))
    }

    /// Returns the name of a connector type, and whether it is new.
    pub(super) fn of_connector(&mut self, kind: &str, declaration: &str) -> (String, bool) {
        let is_other =
            |name: &str| self.connectors.get(name).is_some_and(|known| known != declaration);
        let name = free(kind, is_other);
        let is_new = self.connectors.insert(name.clone(), declaration.to_owned()).is_none();
        (name, is_new)
    }
}

/// Returns a name for a type that is called `name` in the model: with a number if it is taken.
fn free(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let first = legal(name);
    let numbered = (2..).map(|count: usize| format!("{first}_{count}"));
    let mut names = std::iter::once(first.clone()).chain(numbered);
    names.find(|name| !is_taken(name)).expect("there are more numbers than types")
}

/// Returns the name of a type without the dots that part it from its package.
fn legal(name: &str) -> String {
    name.replace('.', "_")
}

/// Returns a port with its component.
pub(super) fn port(composite: &Composite, component: ComponentId, port: PortId) -> String {
    let component = &composite.components()[component];
    format!("{}.{}", component.name, component.atom.ports[port].name)
}

//! Paths to the ports and data of the components of a compound.

use super::program::Program;
use super::scope::unknown_name;
use super::system::{CompoundInstance, Instance, System};
use crate::component::ast::{Name, Path};
use crate::component::codes;
use crate::reading::with_nearest;
use model::component::{ComponentId, PortId, VariableId};

impl System {
    /// Returns the port that a path such as `w1.exec` leads to, or reports that there is none.
    pub(super) fn port(
        &self,
        program: &mut Program<'_>,
        package: usize,
        compound: &CompoundInstance,
        path: &Path,
    ) -> Option<(ComponentId, PortId)> {
        let (instance, name) = Self::child(program, package, compound, path, "port")?;
        let (found, known, of): (_, Vec<&str>, _) = match instance {
            Instance::Atom(component) => {
                let atom = &self.parts.components[*component].atom;
                let found = atom.port_named(&name.text).map(|port| (*component, port));
                (found, atom.ports.iter().map(|port| &*port.name).collect(), &atom.name)
            }
            Instance::Compound(inner) if inner.lost.contains(&name.text) => return None,
            Instance::Compound(inner) => {
                let known = inner.ports.keys().map(String::as_str).collect();
                (inner.ports.get(&name.text).copied(), known, &inner.type_name)
            }
            Instance::Lost => return None,
        };
        if found.is_none() {
            let message = format!("the type `{of}` has no port `{}`", name.text);
            program.reports.absent(package, unknown_name(name, message, known.into_iter()));
        }
        found
    }

    /// Returns the child of a compound and the name behind it that a path consists of, or reports errors.
    fn child<'c, 'n>(
        program: &mut Program<'_>,
        package: usize,
        compound: &'c CompoundInstance,
        path: &'n Path,
        what: &str,
    ) -> Option<(&'c Instance, &'n Name)> {
        let (front, last) = path.split_last();
        if let Some(child) = compound.children.get(&front) {
            return Some((child, last));
        }
        let unknown = if compound.connectors.contains(&front) {
            let message =
                format!("`{front}` is a connector: connectors of connectors are not supported");
            let help =
                "a connector joins ports of components: write one connector over all of them";
            codes::CONNECTOR_OF_CONNECTORS.at(path.span, message).label("refused").help(help)
        } else if front.is_empty() {
            let message = format!("expected a component and its {what}, found `{}`", last.text);
            codes::UNKNOWN_NAME.at(path.span, message).help(format!("write `{}.{what}`", last.text))
        } else {
            let span = path.names[0].span.to(path.names[path.names.len() - 2].span);
            let unknown = codes::UNKNOWN_NAME.at(span, format!("there is no component `{front}`"));
            let first = &path.names[0].text;
            if path.names.len() > 2 && compound.children.contains_key(first) {
                unknown.help(format!(
                    "let the type of `{first}` export the {what}, and name what it is exported as"
                ))
            } else {
                let known = compound.children.keys().map(String::as_str);
                with_nearest(unknown.label("unknown"), &front, known)
            }
        };
        program.reports.absent(package, unknown);
        None
    }

    /// Returns the variable that a path such as `w1.x` leads to, or reports that there is none.
    pub(super) fn datum(
        &self,
        program: &mut Program<'_>,
        package: usize,
        compound: &CompoundInstance,
        path: &Path,
    ) -> Option<(ComponentId, VariableId)> {
        let (instance, name) = Self::child(program, package, compound, path, "datum")?;
        let (found, known): (_, Vec<&str>) = match instance {
            Instance::Atom(component) => {
                let atom = &self.parts.components[*component].atom;
                let found = atom.variable_named(&name.text).map(|variable| (*component, variable));
                (found, atom.variables.iter().map(|variable| &*variable.name).collect())
            }
            Instance::Compound(inner) if inner.lost.contains(&name.text) => return None,
            Instance::Compound(inner) => (
                inner.data.get(&name.text).copied(),
                inner.data.keys().map(String::as_str).collect(),
            ),
            Instance::Lost => return None,
        };
        if found.is_none() {
            let message = format!("there is no datum `{}`", path.text());
            program.reports.absent(package, unknown_name(name, message, known.into_iter()));
        }
        found
    }
}

//! Printing of composites as text.

mod atom;
mod connector;
pub(super) mod expression;
mod names;
mod priority;

pub use atom::{declarations_text, transition_text};

use std::fmt::Write as _;

use super::format::format;
use super::property::print_lines;
use ::model::component::{Composite, Definition, Property, Type};
use kernel::source::Source;
use names::Names;

/// Returns a text that reads as the same composite with the same properties: a package with one compound type.
///
/// Components and connectors of nested compounds are declared by their whole paths, `component Ctrl line1.ctrl()`, so
/// that all interactions keep their names. Instances with different arguments become types of their own. A `*:*` of a
/// nested compound is written out as rules between connectors, since it stands for the connectors of that compound only.
///
/// # Complexity
/// Linear in the size of the composite, but for connectors of one type, which are compared with each other as texts.
pub fn print(composite: &Composite, properties: &[Property]) -> String {
    let name = match composite.name() {
        "" => "Main",
        name => name,
    };
    let mut names = Names::new(name);
    let mut text = String::new();
    for property in properties {
        text += &print_lines(property, composite);
    }
    let observers = properties.iter().filter_map(|property| match &property.definition {
        Definition::Observer(observer) => Some(&observer.atom),
        _ => None,
    });
    let mut atoms = Vec::new();
    for atom in observers.chain(composite.components().iter().map(|component| &component.atom)) {
        names.atom(atom, &mut atoms);
    }
    let connectors: Vec<(String, String)> = composite
        .connectors()
        .iter()
        .map(|one| connector::print(composite, one, &mut names))
        .collect();
    text += "package system\n";
    for function in composite.functions() {
        let operands: Vec<&str> = function.operands.iter().map(|kind| kind.word()).collect();
        let result = function.result.map_or("", Type::word);
        let _ =
            writeln!(text, "extern function {result} {}({})", function.name, operands.join(", "));
    }
    // Atoms and connectors have named the types of their ports.
    let mut types = String::new();
    for (name, atom) in atoms {
        atom::print(&mut types, composite, &name, &atom, &mut names);
    }
    for (_, declaration) in &connectors {
        types += declaration;
    }
    for (name, data) in names.port_types() {
        let data: Vec<String> =
            data.iter().map(|(kind, name)| format!("{} {name}", kind.word())).collect();
        let _ = writeln!(text, "port type {name}({})", data.join(", "));
    }
    text += &types;
    let _ = writeln!(text, "compound type {name}()");
    for component in composite.components() {
        let _ = writeln!(text, "component {} {}()", names.of_atom(&component.atom), component.name);
    }
    for (connector, (kind, _)) in composite.connectors().iter().zip(&connectors) {
        let ends: Vec<String> = connector
            .ends
            .iter()
            .map(|end| names::port(composite, end.component, end.port))
            .collect();
        let _ = writeln!(text, "connector {kind} {}({})", connector.name, ends.join(", "));
    }
    priority::print(&mut text, composite);
    text += "end\nend\n";
    format(&Source::new("printed", &*text)).unwrap_or(text)
}

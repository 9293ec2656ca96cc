//! Atoms as text.

use std::fmt::Write as _;

use super::expression::Printer;
use super::names::Names;
use ::model::component::{Atom, Composite, PortId, VariableId};

/// Writes an atom type.
pub(super) fn print(
    text: &mut String,
    composite: &Composite,
    name: &str,
    atom: &Atom,
    names: &mut Names,
) {
    let variable = |id: VariableId| atom.variables[id].name.clone();
    let printer = Printer { composite, name: &variable };
    let exported = |is_exported: bool| if is_exported { "export " } else { "" };
    let _ = writeln!(text, "atom type {name}()");
    for variable in &atom.variables {
        if let Some((least, greatest)) = variable.range {
            let _ = writeln!(text, "@range({}=\"{least}..{greatest}\")", variable.name);
        }
        let (kind, export) = (variable.kind().word(), exported(variable.is_exported));
        let _ = writeln!(text, "{export}data {kind} {} = {}", variable.name, variable.start);
    }
    for port in &atom.ports {
        let variables: Vec<String> = port.exported.iter().map(|(_, id)| variable(*id)).collect();
        let (kind, export) = (names.of_port(atom, port), exported(port.is_exported));
        let _ = writeln!(text, "{export}port {kind} {}({})", port.name, variables.join(", "));
    }
    let places: Vec<&str> = atom.places.iter().map(String::as_str).collect();
    let _ = writeln!(text, "place {}", places.join(", "));
    let _ = write!(text, "initial to {}", atom.places[atom.initial_place]);
    if !atom.initial_action.is_empty() {
        text.push_str(" do");
        printer.block(text, &atom.initial_action);
    }
    text.push('\n');
    for transition in &atom.transitions {
        match transition.port {
            Some(port) => {
                let _ = write!(text, "on {}", atom.ports[port].name);
            }
            None => text.push_str("internal"),
        }
        let (from, to) = (&atom.places[transition.from], &atom.places[transition.to]);
        let _ = write!(text, " from {from} to {to}");
        printer.guard(text, transition.guard.as_ref());
        if !transition.action.is_empty() {
            text.push_str(" do");
            printer.block(text, &transition.action);
        }
        text.push('\n');
    }
    for priority in &atom.priorities {
        let side = |side: Option<PortId>| side.map_or("*", |port| &atom.ports[port].name);
        let _ = write!(
            text,
            "priority {} {} < {}",
            priority.name,
            side(priority.lower),
            side(priority.higher)
        );
        printer.guard(text, priority.guard.as_ref());
        text.push('\n');
    }
    text.push_str("end\n");
}

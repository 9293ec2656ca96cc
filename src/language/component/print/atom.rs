//! Atoms as text.

use std::fmt::Write as _;

use super::expression::{PREFIX, Printer};
use super::names::Names;
use ::model::component::{
    Atom, AtomPriority, Composite, PortId, Statement, Transition, VariableId,
};

/// Greatest length of an action that is shown in one line.
const SHORT: usize = 40;

/// Writes an atom type.
pub(super) fn print(
    text: &mut String,
    composite: &Composite,
    name: &str,
    atom: &Atom,
    names: &mut Names,
) {
    let variable = |id: VariableId| atom.variables[id].name.clone();
    let printer = Printer { composite, name: &variable, not: PREFIX };
    let _ = writeln!(text, "atom type {name}()");
    variables(text, atom);
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
        text.push_str(&port_text(atom, transition));
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
        rule(text, atom, priority, &printer);
        text.push('\n');
    }
    text.push_str("end\n");
}

fn exported(is_exported: bool) -> &'static str {
    if is_exported { "export " } else { "" }
}

fn variables(text: &mut String, atom: &Atom) {
    for variable in &atom.variables {
        if let Some((least, greatest)) = variable.range {
            let _ = writeln!(text, "@range({}=\"{least}..{greatest}\")", variable.name);
        }
        let (kind, export) = (variable.kind().word(), exported(variable.is_exported));
        let _ = writeln!(text, "{export}data {kind} {} = {}", variable.name, variable.start);
    }
}

/// Returns by what a transition is taken: `on p` or `internal`.
fn port_text(atom: &Atom, transition: &Transition) -> String {
    match transition.port {
        Some(port) => format!("on {}", atom.ports[port].name),
        None => "internal".to_owned(),
    }
}

fn rule(text: &mut String, atom: &Atom, rule: &AtomPriority, printer: &Printer<'_, VariableId>) {
    let side = |side: Option<PortId>| side.map_or("*", |port| &atom.ports[port].name);
    let (lower, higher) = (side(rule.lower), side(rule.higher));
    let _ = write!(text, "priority {} {lower} < {higher}", rule.name);
    printer.guard(text, rule.guard.as_ref());
}

/// Returns an action behind `do`, in one line if it is short, else with a line for each statement.
fn action(printer: &Printer<'_, VariableId>, statements: &[Statement<VariableId>]) -> String {
    let line = |statement: &Statement<VariableId>| {
        let mut text = String::new();
        printer.statements(&mut text, std::slice::from_ref(statement));
        text.trim_end().replace('\n', " ")
    };
    let lines: Vec<String> = statements.iter().map(line).collect();
    let is_short = lines.iter().map(String::len).sum::<usize>() <= SHORT;
    format!("do {{ {} }}", lines.join(if is_short { " " } else { "\n" }))
}

/// Returns a transition of an atom as the language writes it, without its places: in lines of their own `on p` or
/// `internal`, the guard and the action, if there are any.
///
/// # Complexity
/// Linear in the size of the transition.
pub fn transition_text(composite: &Composite, atom: &Atom, transition: &Transition) -> String {
    let name = |id: VariableId| atom.variables[id].name.clone();
    let printer = Printer { composite, name: &name, not: PREFIX };
    let mut text = port_text(atom, transition);
    if transition.guard.is_some() {
        let mut guard = String::new();
        printer.guard(&mut guard, transition.guard.as_ref());
        let _ = write!(text, "\n{}", guard.trim_start());
    }
    if !transition.action.is_empty() {
        let _ = write!(text, "\n{}", action(&printer, &transition.action));
    }
    text
}

/// Returns what an atom has beside its ports, places and transitions, as the language writes it: a line for each
/// variable, for the initial action if there is one, and for each priority.
///
/// # Complexity
/// Linear in the size of the text.
pub fn declarations_text(composite: &Composite, atom: &Atom) -> Vec<String> {
    let name = |id: VariableId| atom.variables[id].name.clone();
    let printer = Printer { composite, name: &name, not: PREFIX };
    let mut text = String::new();
    variables(&mut text, atom);
    if !atom.initial_action.is_empty() {
        let place = &atom.places[atom.initial_place];
        let _ = writeln!(text, "initial to {place} {}", action(&printer, &atom.initial_action));
    }
    for priority in &atom.priorities {
        rule(&mut text, atom, priority, &printer);
        text.push('\n');
    }
    text.lines().map(str::to_owned).collect()
}

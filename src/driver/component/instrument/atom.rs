//! Components that report their ends.

use std::sync::Arc;

use kernel::base::IndexVec;
use model::component::{
    Atom, Port, PortId, Statement, Transition, Type, Value, Variable, VariableId,
};

use super::names::{Names, twins};
use super::terms::set;

/// An instrumented atom.
///
/// What the original one has keeps its number.
pub(super) struct InstrumentedAtom {
    pub(super) atom: Arc<Atom>,
    /// The variable with the name of the original place.
    pub(super) place: VariableId,
    /// The port at which the component reports the end of an interaction.
    pub(super) end: PortId,
    /// The name of the type of the connector by which it does so.
    pub(super) connector_kind: String,
    /// The name of the type of the port that receives the report.
    pub(super) queue_kind: String,
}

/// Returns the instrumented form of an atom (Definition 7 of [MTCBS](crate#bibliography), corrected).
///
/// Each place has a busy twin. A transition leads to the twin of its target, does all that the original one does, and
/// writes down the name of the target. The twins have the internal transitions, so that the atom settles there. A
/// transition on a new port, which exports all variables, leads from the twin to the place. In the definition as
/// printed the action is executed with that transition. Since transfers read variables before actions change them, it
/// would report the variables before the action.
///
/// The types that it needs get names from `kinds`.
pub(super) fn instrumented(atom: &Atom, kinds: &mut Names) -> InstrumentedAtom {
    let mut kind = |part: &str| kinds.fresh(&format!("{}_{part}", atom.name));
    let mut parts = (**atom).clone();
    let mut names = Names::of(atom.variables.iter().map(|one| one.name.as_str()));
    let start = Value::String(atom.places[atom.initial_place].as_str().into());
    let place = parts.variables.push(Variable {
        name: names.fresh("loc"),
        start: Type::String.default_value(),
        range: None,
        is_exported: true,
    });
    parts.initial_action.push(set(place, start));

    let twins = twins(&mut parts.places, "busy");
    let mut names = Names::of(atom.ports.iter().map(|one| one.name.as_str()));
    for port in &mut parts.ports {
        port.is_exported = true;
    }
    let end = parts.ports.push(Port {
        name: names.fresh("ended"),
        kind: kind("State"),
        exported: parts.variables.enumerate().map(|(id, one)| (one.name.clone(), id)).collect(),
        is_exported: true,
    });

    parts.transitions = IndexVec::new();
    for one in &atom.transitions {
        let name = Value::String(atom.places[one.to].as_str().into());
        let mut action: Vec<Statement<VariableId>> = one.action.clone();
        action.push(set(place, name));
        let one = Transition { action, ..one.clone() };
        let busy = Transition { to: twins[one.to], ..one.clone() };
        if one.port.is_none() {
            parts.transitions.push(Transition { from: twins[one.from], ..busy });
            parts.transitions.push(one);
        } else {
            parts.transitions.push(busy);
        }
    }
    for (to, &from) in twins.enumerate() {
        let transition = Transition { from, port: Some(end), guard: None, action: Vec::new(), to };
        parts.transitions.push(transition);
    }
    InstrumentedAtom {
        atom: Arc::new(Atom::new(parts)),
        place,
        end,
        connector_kind: kind("End"),
        queue_kind: kind("Queue"),
    }
}

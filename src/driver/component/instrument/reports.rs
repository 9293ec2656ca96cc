//! Connectors by which components report their ends, and global states are delivered.

use kernel::base::{Id as _, IndexVec};
use model::component::{
    Binary, ComponentId, Composite, Connector, DatumId, EndId, Expression, InteractionId, PortId,
    StateVariable, Statement, Transfer, TransferVariable, Type, Value,
};
use rustc_hash::FxHashMap;

use super::monitor_atom::MonitorAtom;
use super::names::Names;
use super::reconstruction_atom::Reconstruction;
use super::terms::{copy, joined, number, with_constant};

/// Returns the connector by which a component reports its end: it puts the variables of the component behind those
/// that wait. `port` is the port of the component.
pub(super) fn end(
    (composite, component, port): (&Composite, ComponentId, PortId),
    (rgt, reconstruction): (ComponentId, &Reconstruction),
    (name, kind): (String, String),
) -> Connector {
    let [from, to] = [0, 1].map(EndId::from_index);
    let queue = &reconstruction.shelves[component].waiting;
    // The variable with the name of the place comes last in both.
    let variables = 0..=composite.atom(component).variables.len();
    let actions = queue.slots.iter().enumerate().map(|(place, slot)| {
        let copies = variables.clone().zip(slot).map(|(index, &variable)| {
            let own = model::component::VariableId::from_index(index);
            copy(TransferVariable::Exported(to, variable), TransferVariable::Exported(from, own))
        });
        let length = TransferVariable::Exported(to, queue.length);
        let is_next = with_constant(length, Binary::Equal, number(place));
        Statement::If(is_next, copies.collect(), Vec::new())
    });
    let transfer = Transfer { ends: vec![from, to], guard: None, actions: actions.collect() };
    let ends = [(component, port), (rgt, reconstruction.ends[component])];
    Connector { name, kind, ends: joined(ends), data: IndexVec::new(), transfers: vec![transfer] }
}

/// Returns the connectors that deliver the states to which the interactions have led, in the order of these.
///
/// Each computes the arguments of the monitors from the variables of the reconstruction atom.
pub(super) fn deliveries(
    composite: &Composite,
    (rgt, reconstruction): (ComponentId, &Reconstruction),
    monitors: &[(ComponentId, &MonitorAtom)],
    names: &mut Names,
    kinds: &mut Names,
) -> Vec<Connector> {
    let arguments = || {
        (1..).zip(monitors).flat_map(|(end, (_, monitor))| {
            let exported = monitor.atom.ports[monitor.port].exported.iter().map(|one| one.1);
            let end = EndId::from_index(end);
            exported.zip(&monitor.arguments).map(move |(variable, argument)| {
                let kind = monitor.atom.variables[variable].kind();
                (TransferVariable::Exported(end, variable), kind, argument)
            })
        })
    };
    let data: IndexVec<DatumId, (String, Type)> =
        (1..).zip(arguments()).map(|(number, (_, kind, _))| (format!("d{number}"), kind)).collect();
    let monitor_ends = || monitors.iter().map(|(component, monitor)| (*component, monitor.port));
    let mut known: FxHashMap<Vec<Statement<TransferVariable>>, String> = FxHashMap::default();
    composite
        .interactions()
        .enumerate()
        .map(|(id, interaction)| {
            let up = data.ids().zip(arguments()).map(|(datum, (_, _, argument))| {
                let value = read_by(argument, (composite, id), reconstruction);
                Statement::Assign(TransferVariable::Datum(datum), value)
            });
            let down = data
                .ids()
                .zip(arguments())
                .map(|(datum, (variable, _, _))| copy(variable, TransferVariable::Datum(datum)));
            let actions: Vec<_> = up.chain(down).collect();
            let kind = known.entry(actions.clone()).or_insert_with(|| kinds.fresh("Deliver"));
            let ends = joined([(rgt, reconstruction.outs[id])].into_iter().chain(monitor_ends()));
            Connector {
                name: names.fresh(&format!("out_{}", interaction.name)),
                kind: kind.clone(),
                data: data.clone(),
                transfers: vec![Transfer { ends: ends.ids().collect(), guard: None, actions }],
                ends,
            }
        })
        .collect()
}

/// Returns an expression about the global state to which an interaction has led, over what the reconstruction atom
/// delivers.
fn read_by(
    expression: &Expression<StateVariable>,
    (composite, id): (&Composite, InteractionId),
    reconstruction: &Reconstruction,
) -> Expression<TransferVariable> {
    let of = |component: ComponentId, index: usize| {
        let variable = reconstruction.shelves[component].current[index];
        TransferVariable::Exported(EndId::from_index(0), variable)
    };
    let constant = |truth| Expression::Constant(Value::Bool(truth));
    expression.substituted(&|variable| match variable {
        StateVariable::Value(component, variable) => {
            Expression::Variable(of(component, variable.index()))
        }
        StateVariable::At(component, place) => {
            let atom = composite.atom(component);
            let name = Value::String(atom.places[place].as_str().into());
            with_constant(of(component, atom.variables.len()), Binary::Equal, name)
        }
        StateVariable::Fired(one) => constant(one == id),
        StateVariable::FiredAny(connector) => {
            constant(composite.interactions()[id].connector == Some(connector))
        }
    })
}

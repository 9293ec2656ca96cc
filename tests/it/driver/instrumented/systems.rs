//! Systems that are put together by hand, and wrong forms of instrumented ones.

use std::sync::Arc;

use scm_check::internals::kernel::base::{Id as _, IndexVec};
use scm_check::internals::model::component::{
    Atom, AtomParts, Binary, Component, ComponentId, Composite, CompositeParts, Connector, End,
    Expression, PlaceId, Port, PortId, SiteId, StateVariable, Statement, Transition, Value,
    Variable, VariableId,
};

/// An operator with two operands.
pub(super) fn binary<V>(
    left: Expression<V>,
    operator: Binary,
    right: Expression<V>,
) -> Expression<V> {
    Expression::Binary(operator, Box::new([left, right]), SiteId::from_index(0))
}

/// A variable compared with, or added to, a number.
pub(super) fn with<V>(variable: V, operator: Binary, number: i64) -> Expression<V> {
    binary(Expression::Variable(variable), operator, Expression::Constant(Value::Int(number)))
}

/// The variable `x` of the worker of a number from 1.
pub(super) fn tasks_of(worker: usize) -> StateVariable {
    StateVariable::Value(ComponentId::from_index(worker - 1), VariableId::from_index(0))
}

/// An atom with places, variables of integers, and ports that export all variables, by their names. Transitions are:
/// source, port, guard, what a variable becomes, target.
pub(super) fn atom(
    name: &str,
    places: &[&str],
    variables: &[&str],
    ports: &[&str],
    transitions: &[(&str, &str, Option<Expression<usize>>, Option<Expression<usize>>, &str)],
) -> Arc<Atom> {
    let position = |names: &[&str], name: &str| names.iter().position(|&one| one == name).unwrap();
    let place = |name: &str| PlaceId::from_index(position(places, name));
    let variable = VariableId::from_index;
    let exported = || {
        let named = variables.iter().enumerate();
        named.map(|(index, name)| ((*name).to_owned(), variable(index))).collect()
    };
    let of = |name: &&str| Port {
        name: (*name).to_owned(),
        kind: "Data".to_owned(),
        exported: exported(),
        is_exported: true,
    };
    let taken = transitions.iter().map(|(from, port, guard, sets, to)| Transition {
        from: place(from),
        port: Some(PortId::from_index(position(ports, port))),
        guard: guard.as_ref().map(|guard| guard.renamed(&variable)),
        action: sets
            .iter()
            .map(|value| Statement::Assign(variable(0), value.renamed(&variable)))
            .collect(),
        to: place(to),
    });
    let integer = |name: &&str| Variable {
        name: (*name).to_owned(),
        start: Value::Int(0),
        range: None,
        is_exported: true,
    };
    Arc::new(Atom::new(AtomParts {
        name: name.to_owned(),
        places: places.iter().map(|&place| place.to_owned()).collect(),
        variables: variables.iter().map(integer).collect(),
        ports: ports.iter().map(of).collect(),
        initial_place: PlaceId::from_index(0),
        initial_action: Vec::new(),
        transitions: taken.collect(),
        priorities: Vec::new(),
    }))
}

/// The running example of [MTCBS]: workers, a generator, and tasks that two workers do. A worker begins anew after more
/// than `most` tasks.
///
/// [MTCBS]: scm_check#bibliography
pub(super) fn task_system(most: i64) -> Composite {
    let (more, reset) = (Some(with(0, Binary::Add, 1)), Some(Expression::Constant(Value::Int(0))));
    let (few, many) =
        (Some(with(0, Binary::LessOrEqual, most)), Some(with(0, Binary::Greater, most)));
    let worker = atom(
        "Worker",
        &["free", "done"],
        &["x"],
        &["exec", "finish", "reset"],
        &[
            ("free", "exec", None, more, "done"),
            ("done", "finish", few, None, "free"),
            ("done", "reset", many, reset, "free"),
        ],
    );
    let generator = atom(
        "Generator",
        &["hold", "delivered"],
        &[],
        &["deliver", "newtask"],
        &[
            ("hold", "deliver", None, None, "delivered"),
            ("delivered", "newtask", None, None, "hold"),
        ],
    );
    let mut parts = CompositeParts { name: "Main".to_owned(), ..CompositeParts::default() };
    for name in ["w1", "w2", "w3"] {
        parts.components.push(Component { name: name.to_owned(), atom: Arc::clone(&worker) });
    }
    parts.components.push(Component { name: "g".to_owned(), atom: generator });
    let connectors: [(&str, &[(usize, usize)]); 10] = [
        ("ex12", &[(0, 0), (1, 0), (3, 0)]),
        ("ex13", &[(0, 0), (2, 0), (3, 0)]),
        ("ex23", &[(1, 0), (2, 0), (3, 0)]),
        ("f1", &[(0, 1)]),
        ("f2", &[(1, 1)]),
        ("f3", &[(2, 1)]),
        ("r1", &[(0, 2)]),
        ("r2", &[(1, 2)]),
        ("r3", &[(2, 2)]),
        ("nt", &[(3, 1)]),
    ];
    for (name, ends) in connectors {
        let end = |&(component, port): &(usize, usize)| End {
            component: ComponentId::from_index(component),
            port: PortId::from_index(port),
            is_trigger: false,
        };
        parts.connectors.push(Connector {
            name: name.to_owned(),
            kind: format!("Of{}", ends.len()),
            ends: ends.iter().map(end).collect(),
            data: IndexVec::new(),
            transfers: Vec::new(),
        });
    }
    Composite::new(parts).unwrap()
}

/// The composite in which the atom of a component has other parts.
pub(super) fn changed(
    composite: &Composite,
    component: &str,
    change: impl FnOnce(&mut AtomParts),
) -> Composite {
    let id = composite.component_named(component).unwrap();
    let mut parts = composite.parts().clone();
    let mut atom = (**composite.atom(id)).clone();
    change(&mut atom);
    parts.components[id].atom = Arc::new(Atom::new(atom));
    Composite::new(parts).unwrap()
}

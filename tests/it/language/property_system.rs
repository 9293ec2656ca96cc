//! A small system of components for tests of properties.

use std::sync::Arc;

use scm_check::internals::kernel::base::{Id as _, IndexVec};
use scm_check::internals::kernel::diagnostics::{Colours, render_all};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::component::property::{PropertyText, read_formula};
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::component::{
    Atom, AtomParts, Component, ComponentId, Composite, CompositeParts, Connector, End, Expression,
    PlaceId, Port, PortId, Predicate, SiteId, Type, Variable, VariableId,
};

/// An atom with these places, variables, and ports with the variables that they export; ports with `!` are not
/// exported.
pub(super) fn atom(
    name: &str,
    places: &[&str],
    variables: &[(&str, Type)],
    ports: &[(&str, &[usize])],
) -> Arc<Atom> {
    let port = |&(name, exported): &(&str, &[usize])| Port {
        name: name.trim_end_matches('!').to_owned(),
        kind: "P".to_owned(),
        exported: exported
            .iter()
            .map(|&index| (format!("d{index}"), VariableId::from_index(index)))
            .collect(),
        is_exported: !name.ends_with('!'),
    };
    Arc::new(Atom::new(AtomParts {
        name: name.to_owned(),
        places: places.iter().map(|&place| place.to_owned()).collect(),
        variables: variables
            .iter()
            .map(|&(name, kind)| Variable {
                name: name.to_owned(),
                start: kind.default_value(),
                range: None,
                is_exported: false,
            })
            .collect(),
        ports: ports.iter().map(port).collect(),
        initial_place: PlaceId::from_index(0),
        initial_action: Vec::new(),
        transitions: IndexVec::new(),
        priorities: Vec::new(),
    }))
}

/// Workers `w1` and `w2`, a generator `g`, components called `G`, `x` and `line1.ctrl`; the connector `ex12` has no
/// triggers, in `c1` the generator is one, and each worker has a port `alone` that fires alone.
pub(super) fn system() -> Composite {
    let variables =
        [("x", Type::Int), ("busy", Type::Bool), ("load", Type::Float), ("name", Type::String)];
    let ports: [(&str, &[usize]); 2] = [("exec", &[0]), ("alone!", &[])];
    let worker = atom("Worker", &["free", "done"], &variables, &ports);
    let generator = atom("Generator", &["hold", "delivered"], &[], &[("deliver", &[])]);
    let names = ["w1", "w2", "g", "G", "x", "line1.ctrl"];
    let components = names.into_iter().map(|name| Component {
        name: name.to_owned(),
        atom: Arc::clone(if name == "g" { &generator } else { &worker }),
    });
    let connector = |name: &str, ends: &[(usize, bool)]| Connector {
        name: name.to_owned(),
        kind: "C".to_owned(),
        ends: ends
            .iter()
            .map(|&(component, is_trigger)| End {
                component: ComponentId::from_index(component),
                port: PortId::from_index(0),
                is_trigger,
            })
            .collect(),
        data: IndexVec::new(),
        transfers: Vec::new(),
    };
    let connectors = [
        connector("ex12", &[(0, false), (1, false), (2, false)]),
        connector("c1", &[(0, false), (1, false), (2, true)]),
        connector("line1.c", &[(5, false), (2, false)]),
    ];
    Composite::new(CompositeParts {
        name: "Main".to_owned(),
        components: components.collect(),
        connectors: connectors.into_iter().collect(),
        ..CompositeParts::default()
    })
    .unwrap()
}

/// What is said about a text, as people see it.
pub(super) fn told<M>(source: &Source, reading: &Reading<M>) -> String {
    render_all(source, &reading.diagnostics, usize::MAX, Colours::Plain)
}

/// The property of a formula that is right.
pub(super) fn formula(text: &str, composite: &Composite) -> PropertyText {
    let source = Source::new("formula", text);
    let reading = read_formula(&source, composite);
    assert!(reading.diagnostics.is_empty(), "{}", told(&source, &reading));
    reading.model.unwrap()
}

/// A predicate without the places of its operations.
pub(super) fn without_sites(predicate: &Predicate) -> Predicate {
    let site = SiteId::from_index(0);
    match predicate {
        Expression::Unary(operator, operand, _) => {
            Expression::Unary(*operator, Box::new(without_sites(operand)), site)
        }
        Expression::Binary(operator, operands, _) => {
            let operands = operands.each_ref().map(without_sites);
            Expression::Binary(*operator, Box::new(operands), site)
        }
        Expression::Call(builtin, operands, _) => {
            Expression::Call(*builtin, operands.iter().map(without_sites).collect(), site)
        }
        other => other.clone(),
    }
}

//! Component systems as graphs: the composite, an atom, the reachable global states.

use std::fmt::Write as _;

use check::component::{GlobalGraph, GlobalNode};
use kernel::automata::{NamedAutomaton, NamedState, NamedTransition};
use kernel::base::{Id as _, IndexVec};
use language::component::{declarations_text, transition_text};
use model::component::{Component, ComponentId, Composite, End};

use super::states::Shown;
use crate::diagrams::Picture;
use crate::drawing::{Edge, Graph, Node, NodeId, NodeShape, Stroke, automaton_graph};
use crate::sentences::number_of;

/// Returns the composite as a graph: a box for each component, with its ports, and a node for each connector, joined to
/// the components of its ends by lines with the names of the ports. Triggers are marked as in the language: `p'`.
pub fn composite_picture(composite: &Composite) -> Picture {
    let mut graph = Graph { name: composite.name().to_owned(), ..Graph::default() };
    let mut node = |label: String, shape, key: &str| {
        graph.nodes.push(Node { label, shape, cluster: None, key: Some(key.to_owned()) })
    };
    let components: IndexVec<ComponentId, NodeId> = composite
        .components()
        .iter()
        .map(|one| node(component_label(one), NodeShape::Box, &one.name))
        .collect();
    let mut edges = Vec::new();
    for connector in composite.connectors() {
        let middle = node(connector.name.clone(), NodeShape::Circle, &connector.name);
        for (index, end) in connector.ends.iter().enumerate() {
            // The first component stands before the connector, the others behind it.
            let there = components[end.component];
            let (from, to) = if index == 0 { (there, middle) } else { (middle, there) };
            edges.push(Edge { from, to, label: end_label(composite, end), stroke: Stroke::Plain });
        }
    }
    graph.edges = edges;
    Picture::Graph(graph, None)
}

/// Returns the name and type of a component, then its ports, a line each.
fn component_label(component: &Component) -> String {
    let Component { name, atom } = component;
    let mut label = format!("{name}: {}", atom.name);
    for port in &atom.ports {
        let _ = write!(label, "\n{}", port.name);
        if !port.exported.is_empty() {
            let data: Vec<&str> =
                port.exported.iter().map(|(_, id)| &*atom.variables[*id].name).collect();
            let _ = write!(label, "({})", data.join(", "));
        }
        if !port.is_exported {
            label += " alone";
        }
    }
    label
}

fn end_label(composite: &Composite, end: &End) -> String {
    let port = &composite.atom(end.component).ports[end.port].name;
    format!("{port}{}", if end.is_trigger { "'" } else { "" })
}

/// Returns the atom of a component as an automaton, with a note of its variables, initial action and priorities.
/// Transitions have their ports, guards and actions as the language writes them.
pub fn atom_picture(composite: &Composite, component: ComponentId) -> Picture {
    let atom = composite.atom(component);
    let states = atom.places.enumerate().map(|(id, name)| NamedState {
        name: name.clone(),
        initial: id == atom.initial_place,
        accepting: true,
    });
    let transitions = atom.transitions.iter().map(|transition| NamedTransition {
        from: transition.from.index(),
        letter: transition_text(composite, atom, transition),
        to: transition.to.index(),
    });
    let automaton = NamedAutomaton {
        name: composite.components()[component].name.clone(),
        states: states.collect(),
        transitions: transitions.collect(),
        gathered: None,
    };
    let mut graph = automaton_graph(&automaton);
    let declarations = declarations_text(composite, atom);
    if !declarations.is_empty() {
        add_note(&mut graph, declarations.join("\n"));
    }
    Picture::Graph(graph, Some(automaton))
}

/// Returns the reachable global states as an automaton. Deadlocks have a double border and are called so, and states
/// with steps that are not drawn end with `..`; a note says how many states are drawn if there are more.
pub fn states_picture(composite: &Composite, found: &GlobalGraph) -> Picture {
    let states = found.nodes.iter().enumerate().map(|(index, node)| NamedState {
        name: state_label(composite, node),
        initial: index == 0,
        accepting: true,
    });
    let transitions = found.steps.iter().map(|&(from, interaction, to)| NamedTransition {
        from,
        letter: interaction.map_or(String::new(), |id| composite.interactions()[id].name.clone()),
        to,
    });
    let automaton = NamedAutomaton {
        name: composite.name().to_owned(),
        states: states.collect(),
        transitions: transitions.collect(),
        gathered: None,
    };
    let mut graph = automaton_graph(&automaton);
    // The nodes of the states come first.
    for (drawn, node) in graph.nodes.iter_mut().zip(&found.nodes) {
        drawn.shape = match node {
            GlobalNode::State { is_deadlock: true, .. } => NodeShape::DoubleBox,
            _ => NodeShape::Box,
        };
    }
    if found.cut.is_some() {
        let count = number_of(found.nodes.len(), "global state");
        add_note(&mut graph, format!("the first {count};\n.. stands for steps to others"));
    }
    Picture::Graph(graph, Some(automaton))
}

fn state_label(composite: &Composite, node: &GlobalNode) -> String {
    let (state, last) = match node {
        GlobalNode::Fault => return "error of the system".to_owned(),
        GlobalNode::Beyond => return "beyond @range".to_owned(),
        GlobalNode::State { state, is_deadlock: true, .. } => (state, Some("deadlock")),
        GlobalNode::State { state, is_open: true, .. } => (state, Some("..")),
        GlobalNode::State { state, .. } => (state, None),
    };
    let name = |id| &composite.components()[id].name;
    let locals = state.enumerate().map(|(id, local)| {
        format!("{}: {}", name(id), Shown::all(composite).local_text(id, local))
    });
    locals.chain(last.map(str::to_owned)).collect::<Vec<_>>().join("\n")
}

fn add_note(graph: &mut Graph, label: String) {
    graph.nodes.push(Node { label, shape: NodeShape::Note, cluster: None, key: None });
}

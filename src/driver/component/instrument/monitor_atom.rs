//! Monitors as components.

use std::sync::Arc;

use check::monitor::{Monitor, MonitorAutomaton, MonitorVerdict, Semantics, TooManyStates};
use kernel::base::{Id as _, IndexVec};
use model::component::{
    Atom, AtomParts, Component, ComponentId, Composite, CompositeParts, Definition, Expression,
    NoWorkload, PlaceId, Port, PortId, Property, PropertyAutomaton, PropertyStateId, StateVariable,
    Transition, Value, Variable, VariableId,
};
use model::temporal::PropositionId;

use super::super::condition::condition;
use super::names::{Names, twins};
use super::terms::{all, not};

/// The most transitions of the automaton of a formula, for each state that it may have.
const TRANSITIONS_PER_STATE: usize = 16;

/// A monitor as an atom with one port, which takes part in the delivery of each global state.
pub(super) struct MonitorAtom {
    pub(super) atom: Atom,
    pub(super) port: PortId,
    /// What goes into the variables that the port exports, in its order.
    pub(super) arguments: Vec<Expression<StateVariable>>,
}

/// The places of an automaton that reads letters, and its transitions with their conditions.
struct Graph {
    places: IndexVec<PlaceId, String>,
    initial: PlaceId,
    transitions: Vec<(PlaceId, Expression<VariableId>, PlaceId)>,
}

/// Returns the atom that monitors a property, before it has read a state: its places tell the verdict, or are those of
/// the property.
///
/// # Errors
/// If the monitor of a formula has too many states.
pub(super) fn monitor_atom(
    property: &Property,
    semantics: Semantics,
    max_states: usize,
) -> Result<MonitorAtom, TooManyStates> {
    Ok(match &property.definition {
        Definition::Formula { formula, predicates } => {
            let mut monitor = Monitor::new(formula, semantics, max_states);
            let automaton = monitor.automaton(max_states.saturating_mul(TRANSITIONS_PER_STATE))?;
            of_graph(of_formula(&automaton), predicates)
        }
        Definition::Automaton(automaton) => {
            of_graph(of_automaton(automaton), &automaton.predicates)
        }
        Definition::Observer(observer) => {
            let mut parts = (**observer.atom).clone();
            let port = &mut parts.ports[observer.port];
            "state".clone_into(&mut port.name);
            port.is_exported = true;
            MonitorAtom {
                atom: reading_first(parts, observer.port),
                port: observer.port,
                arguments: observer.arguments.clone(),
            }
        }
    })
}

/// Returns a monitor that accepts everything.
pub(super) fn accepting_atom() -> MonitorAtom {
    let places = std::iter::once("accepting".to_owned()).collect();
    let always = Expression::Constant(Value::Bool(true));
    let only = PlaceId::from_index(0);
    let graph = Graph { places, initial: only, transitions: vec![(only, always, only)] };
    of_graph(graph, &IndexVec::new())
}

impl MonitorAtom {
    /// Returns the same atom after it has read a letter: the values of the arguments.
    ///
    /// # Panics
    /// If it cannot read the letter.
    pub(super) fn started(
        self,
        composite: &Composite,
        letter: Vec<Value>,
        kinds: &mut Names,
    ) -> Self {
        let name = kinds.fresh("Monitor");
        let component = Component { name: name.clone(), atom: Arc::new(self.atom) };
        let alone = Composite::new(CompositeParts {
            components: std::iter::once(component).collect(),
            functions: composite.functions().clone(),
            ..CompositeParts::default()
        });
        let alone = alone.expect("one atom has no interaction");
        let component = ComponentId::from_index(0);
        let mut initial = alone.initial_state().expect("the monitor of the property has started");
        let state = &mut initial[component];
        for (&(_, variable), value) in
            alone.atom(component).ports[self.port].exported.iter().zip(letter)
        {
            state.values[variable] = value;
        }
        let offer = alone.offer(component, state, self.port).expect("there is no guard");
        let values = state.values.clone();
        let state = alone
            .completed(component, offer[0], values, &mut NoWorkload)
            .expect("the monitor of the property has read the initial state");
        let mut parts = (**alone.atom(component)).clone();
        parts.name = name;
        let port = &mut parts.ports[self.port];
        if port.kind.is_empty() {
            port.kind = kinds.fresh("Predicates");
        }
        parts.initial_place = state.place;
        parts.initial_action = Vec::new();
        for (variable, value) in parts.variables.iter_mut().zip(state.values.iter()) {
            variable.start = value.clone();
        }
        Self { atom: Atom::new(parts), ..self }
    }
}

/// Returns the automaton of a formula; its places have names by the verdicts.
fn of_formula(automaton: &MonitorAutomaton) -> Graph {
    let mut is_entered = IndexVec::filled(false, automaton.states.len());
    for transition in automaton.states.iter().flat_map(|state| &state.transitions) {
        is_entered[transition.target] = true;
    }
    let places = automaton.states.enumerate().map(|(id, state)| match state.verdict {
        _ if !is_entered[id] => "start".to_owned(),
        MonitorVerdict::True => "certainly_true".to_owned(),
        MonitorVerdict::False => "certainly_false".to_owned(),
        MonitorVerdict::CurrentlyTrue => format!("currently_true_{}", id.index()),
        MonitorVerdict::CurrentlyFalse => format!("currently_false_{}", id.index()),
        MonitorVerdict::Inconclusive => format!("inconclusive_{}", id.index()),
    });
    let place = |index: usize| PlaceId::from_index(index);
    let mut transitions = Vec::new();
    for (from, state) in automaton.states.enumerate() {
        for transition in &state.transitions {
            let literals = transition.condition.iter().map(|&(proposition, value)| {
                let variable = input(proposition);
                if value { variable } else { not(variable) }
            });
            let when = all(literals).unwrap_or(Expression::Constant(Value::Bool(true)));
            transitions.push((place(from.index()), when, place(transition.target.index())));
        }
    }
    Graph { places: places.collect(), initial: place(0), transitions }
}

fn of_automaton(automaton: &PropertyAutomaton) -> Graph {
    let place = |state: PropertyStateId| PlaceId::from_index(state.index());
    let transitions = automaton.transitions.iter().map(|(from, when, to)| {
        let when = condition(when, &input).expect("it has no temporal operators");
        (place(*from), when, place(*to))
    });
    Graph {
        places: automaton.states.iter().map(|(name, _)| name.clone()).collect(),
        initial: place(automaton.initial),
        transitions: transitions.collect(),
    }
}

/// Returns the variable into which the truth of a predicate goes.
fn input(proposition: PropositionId) -> Expression<VariableId> {
    Expression::Variable(VariableId::from_index(proposition.index()))
}

/// Returns the atom of an automaton.
fn of_graph(
    graph: Graph,
    predicates: &IndexVec<PropositionId, Expression<StateVariable>>,
) -> MonitorAtom {
    let variables: IndexVec<VariableId, Variable> = (1..=predicates.len())
        .map(|number| Variable {
            name: format!("p{number}"),
            start: Value::Bool(false),
            range: None,
            is_exported: false,
        })
        .collect();
    let port = PortId::from_index(0);
    let exported = variables.enumerate().map(|(id, one)| (one.name.clone(), id)).collect();
    // The caller gives names to the types of the port and of the atom.
    let described =
        Port { name: "state".to_owned(), kind: String::new(), exported, is_exported: true };
    let transitions = graph.transitions.into_iter().map(|(from, when, to)| Transition {
        from,
        port: Some(port),
        guard: Some(when),
        action: Vec::new(),
        to,
    });
    let parts = AtomParts {
        name: String::new(),
        places: graph.places,
        variables,
        ports: std::iter::once(described).collect(),
        initial_place: graph.initial,
        initial_action: Vec::new(),
        transitions: transitions.collect(),
        priorities: Vec::new(),
    };
    let arguments = predicates.iter().cloned().collect();
    MonitorAtom { atom: reading_first(parts, port), port, arguments }
}

/// Returns the atom in which the transitions on `port` read what the interaction has put into its variables.
///
/// Guards are read before the transfer. So a transition on the port leads to a twin of each place, and what was on the
/// port is internal there.
fn reading_first(mut parts: AtomParts, port: PortId) -> Atom {
    let twins = twins(&mut parts.places, "read");
    for transition in parts.transitions.iter_mut().filter(|one| one.port == Some(port)) {
        transition.port = None;
        transition.from = twins[transition.from];
    }
    for (from, &to) in twins.enumerate() {
        let (guard, action) = (None, Vec::new());
        parts.transitions.push(Transition { from, port: Some(port), guard, action, to });
    }
    // Rules between ports mean nothing for a single one.
    parts.priorities = Vec::new();
    Atom::new(parts)
}

//! Random component systems: few components with few places, whose variables have few values.

use std::sync::Arc;

use super::component_terms::{Scope, Terms};
use crate::component::{
    Atom, AtomParts, AtomPriority, Component, ComponentId, Composite, CompositeParts, Connector,
    ConnectorId, DatumId, End, EndId, PlaceId, Port, PortId, Priority, Side, StateVariable,
    Transfer, TransferVariable, Transition, Type, Value, Variable, VariableId,
};
use kernel::base::{Id as _, IndexVec, Random};

/// The properties of a random composite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomComposite {
    /// The number of components, at least one.
    pub components: usize,
    /// Maximum number of places of an atom, at least one.
    pub places: usize,
    /// Maximum number of variables of an atom. They are truth values, and integers between -2 and 2.
    pub variables: usize,
    /// Maximum number of ports of an atom, at least one.
    pub ports: usize,
    /// The number of connectors, as far as components have ports for them.
    pub connectors: usize,
    /// Maximum number of ends of a connector, at least one.
    pub ends: usize,
    /// The number of priorities of the composite, some of which may come to nothing.
    pub priorities: usize,
    /// Percentage of transitions and interactions with a guard; half of the priorities have one.
    pub guard_percent: usize,
    /// Percentage of transitions with an action, and of interactions with a transfer.
    pub action_percent: usize,
    /// Percentage of ports that fire alone.
    pub alone_percent: usize,
    /// Percentage of places with an internal transition.
    pub internal_percent: usize,
    /// Percentage of connectors with triggers.
    pub trigger_percent: usize,
    /// Percentage of atoms with a priority.
    pub atom_priority_percent: usize,
    /// Percentage of places in which a fault is made possible: an integer is divided by a variable, a place has two
    /// internal transitions, one leads anywhere, a priority is turned round. With 0 there is no fault.
    pub fault_percent: usize,
}

impl RandomComposite {
    /// Draws the parameters of a small composite of any kind, without faults.
    pub fn draw(numbers: &mut Random) -> Self {
        let rare = |numbers: &mut Random, most| {
            if numbers.percent(50) { numbers.between(1, most) } else { 0 }
        };
        Self {
            components: numbers.between(2, 4),
            places: numbers.between(2, 3),
            variables: numbers.between(1, 2),
            ports: numbers.between(1, 3),
            connectors: numbers.between(2, 6),
            ends: numbers.between(2, 3),
            priorities: rare(numbers, 5),
            guard_percent: numbers.between(0, 50),
            action_percent: numbers.between(20, 90),
            alone_percent: numbers.between(0, 40),
            internal_percent: rare(numbers, 60),
            trigger_percent: rare(numbers, 100),
            atom_priority_percent: rare(numbers, 80),
            fault_percent: 0,
        }
    }
}

/// Returns the random composite of a seed.
///
/// It has finitely many global states. Its names are words of the language: components `a0`, atoms `A0`, places `l0`,
/// variables `x0`, ports `p0`, connectors `c0` of the types `C0`, data `d0`, priorities `r0`. Unless faults are asked
/// for, its internal transitions come to an end and its priorities are not circular.
///
/// # Panics
/// If a connector may have more than twelve ends, or one of the parameters that are at least one is zero.
///
/// # Complexity
/// Linear in the size of the composite.
pub fn random_composite(parameters: &RandomComposite, seed: u64) -> Composite {
    let mut terms = Terms::new(seed, parameters.fault_percent);
    let mut parts = CompositeParts { name: "Main".to_owned(), ..CompositeParts::default() };
    for index in 0..parameters.components {
        let atom = Arc::new(random_atom(format!("A{index}"), parameters, &mut terms));
        parts.components.push(Component { name: format!("a{index}"), atom });
    }
    for index in 0..parameters.connectors {
        parts.connectors.push(random_connector(index, &parts.components, parameters, &mut terms));
    }
    // A component without exported port is in no connector.
    parts.connectors = parts.connectors.into_iter().filter(|one| !one.ends.is_empty()).collect();
    parts.priorities = random_priorities(&parts, parameters, &mut terms);
    Composite::new(parts).expect("connectors have few ends")
}

/// Puts items into a random order.
fn shuffled<T>(items: impl IntoIterator<Item = T>, numbers: &mut Random) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    for last in (1..items.len()).rev() {
        items.swap(last, numbers.below(last + 1));
    }
    items
}

fn random_atom(name: String, parameters: &RandomComposite, terms: &mut Terms) -> Atom {
    let places: IndexVec<PlaceId, String> =
        (0..terms.numbers.between(1, parameters.places)).map(|k| format!("l{k}")).collect();
    let mut variables: IndexVec<VariableId, Variable> = IndexVec::new();
    for index in 0..terms.numbers.between(0, parameters.variables) {
        let start = match terms.numbers.below(4) {
            0 => Value::Bool(terms.numbers.percent(50)),
            drawn => Value::Int(i64::from(drawn == 1)),
        };
        let is_exported = terms.numbers.percent(50);
        variables.push(Variable { name: format!("x{index}"), start, range: None, is_exported });
    }
    let ports: IndexVec<PortId, Port> = (0..terms.numbers.between(1, parameters.ports))
        .map(|index| random_port(index, &variables, parameters, terms))
        .collect();
    let scope = Scope::new(variables.enumerate().map(|(id, one)| (id, one.start.clone())));
    let action = |terms: &mut Terms| {
        let is_any = terms.numbers.percent(parameters.action_percent);
        if is_any { terms.statements(&scope, &scope) } else { Vec::new() }
    };
    let initial_place = PlaceId::from_index(terms.numbers.below(places.len()));
    let initial_action = if terms.numbers.percent(30) { action(terms) } else { Vec::new() };
    let mut transitions = IndexVec::new();
    for from in places.ids() {
        for _ in 0..terms.numbers.between(ports.len(), 2 * ports.len()) {
            transitions.push(Transition {
                from,
                port: Some(PortId::from_index(terms.numbers.below(ports.len()))),
                guard: terms.guard(&scope, parameters.guard_percent),
                action: action(terms),
                to: PlaceId::from_index(terms.numbers.below(places.len())),
            });
        }
        if terms.numbers.percent(parameters.internal_percent) {
            // Unless it is to be faulty, it leads to a later place.
            for _ in 0..=usize::from(terms.is_faulty()) {
                let first = if terms.is_faulty() { 0 } else { from.index() + 1 };
                if first < places.len() {
                    let to = PlaceId::from_index(terms.numbers.between(first, places.len() - 1));
                    let guard = terms.guard(&scope, 60);
                    transitions.push(Transition {
                        from,
                        port: None,
                        guard,
                        action: action(terms),
                        to,
                    });
                }
            }
        }
    }
    let priorities = random_atom_priorities(&ports, &scope, parameters, terms);
    Atom::new(AtomParts {
        name,
        places,
        variables,
        ports,
        initial_place,
        initial_action,
        transitions,
        priorities,
    })
}

fn random_port(
    index: usize,
    variables: &IndexVec<VariableId, Variable>,
    parameters: &RandomComposite,
    terms: &mut Terms,
) -> Port {
    let mut kind = "P".to_owned();
    let mut exported = Vec::new();
    for (id, variable) in variables.enumerate() {
        if terms.numbers.percent(70) {
            kind.push_str(&variable.kind().word()[..1]);
            exported.push((format!("e{}", exported.len()), id));
        }
    }
    let is_exported = !terms.numbers.percent(parameters.alone_percent);
    Port { name: format!("p{index}"), kind, exported, is_exported }
}

/// Draws at most two rules, which prefer ports that come later in a random order.
fn random_atom_priorities(
    ports: &IndexVec<PortId, Port>,
    scope: &Scope<VariableId>,
    parameters: &RandomComposite,
    terms: &mut Terms,
) -> Vec<AtomPriority> {
    if ports.len() < 2 || !terms.numbers.percent(parameters.atom_priority_percent) {
        return Vec::new();
    }
    let order = shuffled(ports.ids(), &mut terms.numbers);
    let last = order.len() - 1;
    let mut rules = Vec::new();
    for index in 0..terms.numbers.between(1, 2) {
        let lower = terms.numbers.below(last);
        let higher = terms.numbers.between(lower + 1, last);
        let (lower, higher) = match terms.numbers.below(4) {
            0 => (None, Some(order[last])),
            1 => (Some(order[0]), None),
            _ => (Some(order[lower]), Some(order[higher])),
        };
        let guard = terms.guard(scope, parameters.guard_percent);
        rules.push(AtomPriority { name: format!("r{index}"), lower, higher, guard });
    }
    rules
}

fn random_connector(
    index: usize,
    components: &IndexVec<ComponentId, Component>,
    parameters: &RandomComposite,
    terms: &mut Terms,
) -> Connector {
    let ports = |component: ComponentId| {
        let ports = components[component].atom.ports.enumerate();
        ports.filter(|(_, port)| port.is_exported).map(|(id, _)| id).collect::<Vec<PortId>>()
    };
    let has_triggers = terms.numbers.percent(parameters.trigger_percent);
    let most = terms.numbers.between(1, parameters.ends);
    let order = shuffled(components.ids(), &mut terms.numbers);
    let able = order.into_iter().filter(|&component| !ports(component).is_empty()).take(most);
    let ends: IndexVec<EndId, End> = able
        .map(|component| {
            let port = terms.numbers.choose(&ports(component)).expect("it has such ports");
            End { component, port, is_trigger: has_triggers && terms.numbers.percent(60) }
        })
        .collect();
    let data: IndexVec<DatumId, (String, Type)> = (0..terms.numbers.below(3))
        .map(|k| {
            let kind = if terms.numbers.percent(25) { Type::Bool } else { Type::Int };
            (format!("d{k}"), kind)
        })
        .collect();
    let data_scope = Scope::new(data.enumerate().map(|(id, (_, kind))| {
        let variable = TransferVariable::Datum(id);
        (variable, kind.default_value())
    }));
    let mut transfers = Vec::new();
    for set in sets_of_ends(&ends) {
        if !terms.numbers.percent(parameters.action_percent) {
            continue;
        }
        let exported = Scope::new(set.iter().flat_map(|&end| {
            let atom = &components[ends[end].component].atom;
            let exported = atom.ports[ends[end].port].exported.iter();
            exported.map(move |&(_, variable)| {
                let value = atom.variables[variable].start.clone();
                (TransferVariable::Exported(end, variable), value)
            })
        }));
        let guard = terms.guard(&exported, parameters.guard_percent);
        let mut actions = terms.statements(&exported, &data_scope);
        let down = terms.statements(&exported.clone().with(&data_scope), &exported);
        actions.extend(down);
        transfers.push(Transfer { ends: set, guard, actions });
    }
    Connector { name: format!("c{index}"), kind: format!("C{index}"), ends, data, transfers }
}

/// Returns the sets of ends that are interactions, no set before one of its subsets.
fn sets_of_ends(ends: &IndexVec<EndId, End>) -> Vec<Vec<EndId>> {
    let of_mask = |mask: usize| ends.ids().filter(move |end| mask >> end.index() & 1 == 1);
    let has_triggers = ends.iter().any(|end| end.is_trigger);
    let all = (1 << ends.len()) - 1;
    let allowed = |&mask: &usize| {
        if has_triggers { of_mask(mask).any(|end| ends[end].is_trigger) } else { mask == all }
    };
    let mut sets: Vec<Vec<EndId>> =
        (1..=all).filter(allowed).map(|mask| of_mask(mask).collect()).collect();
    sets.sort_by_key(Vec::len);
    sets
}

/// Draws rules that prefer interactions of connectors that come later in a random order, and within a connector
/// later ones of [`sets_of_ends`], as maximal progress does.
fn random_priorities(
    parts: &CompositeParts,
    parameters: &RandomComposite,
    terms: &mut Terms,
) -> Vec<Priority> {
    let order = shuffled(parts.connectors.ids(), &mut terms.numbers);
    if order.is_empty() {
        return Vec::new();
    }
    let scope =
        Scope::new(parts.components.enumerate().flat_map(|(id, component)| {
            let atom = &component.atom;
            let places = atom
                .places
                .ids()
                .map(move |place| (StateVariable::At(id, place), Type::Bool.default_value()));
            let variables = atom.variables.enumerate();
            places.chain(variables.map(move |(variable, one)| {
                (StateVariable::Value(id, variable), one.start.clone())
            }))
        }));
    let mut rules = Vec::new();
    for index in 0..parameters.priorities {
        let Some((mut lower, mut higher)) = random_sides(parts, &order, &mut terms.numbers) else {
            continue;
        };
        if terms.is_faulty() {
            std::mem::swap(&mut lower, &mut higher);
        }
        let guard = terms.guard(&scope, 50);
        rules.push(Priority { name: format!("r{index}"), lower, higher, guard });
    }
    rules
}

/// Draws the lower and the higher side of a rule; `None` if the draw does not give one.
fn random_sides(
    parts: &CompositeParts,
    order: &[ConnectorId],
    numbers: &mut Random,
) -> Option<(Side, Side)> {
    let sets = |connector: ConnectorId| sets_of_ends(&parts.connectors[connector].ends);
    let of = |connector: ConnectorId, set: Option<Vec<EndId>>| match set {
        Some(set) => Side::Interaction(connector, set),
        None => Side::Connector(connector),
    };
    let any = |connector: ConnectorId, numbers: &mut Random| {
        let set = numbers.percent(60).then(|| {
            let mut sets = sets(connector);
            sets.swap_remove(numbers.below(sets.len()))
        });
        of(connector, set)
    };
    let place = numbers.below(order.len());
    let some = |connectors: &[ConnectorId], numbers: &mut Random| {
        Side::All(connectors.iter().copied().filter(|_| numbers.percent(80)).collect())
    };
    match numbers.below(6) {
        0 => {
            let set = numbers.percent(50).then(|| sets(order[place]).pop()).flatten();
            Some((some(&order[..=place], numbers), of(order[place], set)))
        }
        1 => {
            let set = numbers.percent(50).then(|| sets(order[place]).into_iter().next()).flatten();
            Some((of(order[place], set), some(&order[place..], numbers)))
        }
        2 | 3 => {
            let mut sets = sets(order[place]);
            if sets.len() < 2 {
                return None;
            }
            let lower = numbers.below(sets.len() - 1);
            let higher = numbers.between(lower + 1, sets.len() - 1);
            let higher = Side::Interaction(order[place], sets.swap_remove(higher));
            let lower = Side::Interaction(order[place], sets.swap_remove(lower));
            Some((lower, higher))
        }
        _ => {
            let higher = numbers.between(place, order.len() - 1);
            let is_other = higher > place;
            is_other.then(|| (any(order[place], numbers), any(order[higher], numbers)))
        }
    }
}

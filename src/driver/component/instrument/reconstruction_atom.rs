//! The atom that puts the witness trace together.

use kernel::base::{Id as _, IndexVec};
use model::component::{
    Atom, AtomParts, Binary, ComponentId, Composite, Expression, GlobalState, InteractionId,
    PlaceId, Port, PortId, Statement, Transition, Type, Value, VariableId,
};

use super::names::Names;
use super::storage::{Queue, Shelf, Storage};
use super::terms::{all, copy, not, number, set, with_constant};

/// The reconstruction atom with the numbers of its parts.
pub(super) struct Reconstruction {
    pub(super) atom: Atom,
    /// The ports that take part in the interactions.
    pub(super) starts: IndexVec<InteractionId, PortId>,
    /// The ports at which the ends of the components come.
    pub(super) ends: IndexVec<ComponentId, PortId>,
    /// The ports that deliver the states to which the interactions have led.
    pub(super) outs: IndexVec<InteractionId, PortId>,
    /// What is known of the components.
    pub(super) shelves: IndexVec<ComponentId, Shelf>,
}

/// The names of the type of the reconstruction atom and of the types of its ports.
pub(super) struct Kinds {
    pub(super) atom: String,
    pub(super) start: String,
    /// For each component, that of the port at which its ends come.
    pub(super) ends: IndexVec<ComponentId, String>,
    pub(super) out: String,
}

/// Returns the reconstruction atom (Definition 8 of [MTCBS](crate#bibliography), corrected), with room for `window`
/// open interactions and as many states of each component.
///
/// It is idle, or full of the state to which an interaction has led, until that is delivered. In each place an
/// interaction may start unless the window is full or a participant of a higher interaction is busy. An end comes while
/// it is idle: a queue of delivered states is not necessary.
pub(super) fn reconstruction_atom(
    composite: &Composite,
    initial: &GlobalState,
    window: usize,
    kinds: &Kinds,
) -> Reconstruction {
    let interactions = composite.interactions();
    let mut storage = Storage::default();
    let shelves: IndexVec<ComponentId, Shelf> = composite
        .components()
        .ids()
        .map(|id| storage.shelf((composite, initial), id, window))
        .collect();
    let open = storage.queue("open", &[("open".to_owned(), Type::Int)], window);
    let variables = storage.variables;

    let mut names = Names::default();
    let mut ports = IndexVec::new();
    let mut port = |name: String, kind: &str, exported| {
        let (name, kind) = (names.fresh(&name), kind.to_owned());
        ports.push(Port { name, kind, exported, is_exported: true })
    };
    let start_ports: IndexVec<InteractionId, PortId> = interactions
        .iter()
        .map(|one| port(format!("p_{}", one.name), &kinds.start, Vec::new()))
        .collect();
    let end_ports: IndexVec<ComponentId, PortId> = composite
        .components()
        .enumerate()
        .map(|(id, one)| {
            port(
                format!("end_{}", one.name),
                &kinds.ends[id],
                waiting(composite, id, &shelves[id].waiting),
            )
        })
        .collect();
    let delivered: Vec<(String, VariableId)> = shelves
        .iter()
        .flat_map(|shelf| &shelf.current)
        .map(|&id| (variables[id].name.clone(), id))
        .collect();
    let out_ports: IndexVec<InteractionId, PortId> = interactions
        .iter()
        .map(|one| port(format!("out_{}", one.name), &kinds.out, delivered.clone()))
        .collect();

    let mut names = Names::of(["idle"]);
    let mut places: IndexVec<PlaceId, String> = std::iter::once("idle".to_owned()).collect();
    let idle = PlaceId::from_index(0);
    let full: IndexVec<InteractionId, PlaceId> = interactions
        .iter()
        .map(|one| places.push(names.fresh(&format!("full_{}", one.name))))
        .collect();

    let mut transitions = IndexVec::new();
    for id in interactions.ids() {
        let (guard, action) = start(composite, id, &shelves, &open);
        for place in places.ids() {
            let (guard, action) = (Some(guard.clone()), action.clone());
            let port = Some(start_ports[id]);
            transitions.push(Transition { from: place, port, guard, action, to: place });
        }
    }
    for (id, shelf) in shelves.enumerate() {
        let action =
            vec![shelf.waiting.changed(Binary::Add), set(shelf.is_busy, Value::Bool(false))];
        let port = Some(end_ports[id]);
        transitions.push(Transition { from: idle, port, guard: None, action, to: idle });
    }
    for id in interactions.ids() {
        let (guard, action) = completion(composite, id, &shelves, &open);
        let (guard, port) = (Some(guard), Some(out_ports[id]));
        transitions.push(Transition { from: idle, port: None, guard, action, to: full[id] });
        let action = Vec::new();
        transitions.push(Transition { from: full[id], port, guard: None, action, to: idle });
    }
    let atom = Atom::new(AtomParts {
        name: kinds.atom.clone(),
        places,
        variables,
        ports,
        initial_place: idle,
        initial_action: Vec::new(),
        transitions,
        priorities: Vec::new(),
    });
    Reconstruction { atom, starts: start_ports, ends: end_ports, outs: out_ports, shelves }
}

/// Returns what the port at which the ends of a component come exports; the names depend on the atom only.
fn waiting(composite: &Composite, id: ComponentId, queue: &Queue) -> Vec<(String, VariableId)> {
    let mut names = Names::default();
    let mut exported = vec![(names.fresh("length"), queue.length)];
    for (place, slot) in (1..).zip(&queue.slots) {
        let variables = composite.atom(id).variables.iter().map(|one| one.name.as_str());
        let labels = variables.chain(["loc"]).zip(slot);
        exported.extend(labels.map(|(label, &id)| (names.fresh(&format!("{label}_{place}")), id)));
    }
    exported
}

/// Returns when an interaction may start, as far as that is not up to its participants, and how it is recorded.
///
/// It may if each participant of each higher interaction is ready, so that it is known whether that one is enabled.
/// Rules whose conditions do not hold count, too.
fn start(
    composite: &Composite,
    id: InteractionId,
    shelves: &IndexVec<ComponentId, Shelf>,
    open: &Queue,
) -> (Expression<VariableId>, Vec<Statement<VariableId>>) {
    let interactions = composite.interactions();
    let higher = composite.possibly_higher(id);
    let mut deciding: Vec<ComponentId> =
        higher.iter().flat_map(|&high| &interactions[high].participants).map(|one| one.0).collect();
    deciding.sort_unstable();
    deciding.dedup();
    let room = with_constant(open.length, Binary::Less, number(open.slots.len()));
    let ready = deciding.into_iter().map(|one| not(Expression::Variable(shelves[one].is_busy)));
    let guard = all(std::iter::once(room).chain(ready)).expect("there is a condition");

    let mut action: Vec<Statement<VariableId>> = open
        .slots
        .iter()
        .enumerate()
        .map(|(place, slot)| {
            let is_next = with_constant(open.length, Binary::Equal, number(place));
            Statement::If(is_next, vec![set(slot[0], numbered(id))], Vec::new())
        })
        .collect();
    action.push(open.changed(Binary::Add));
    let participants = interactions[id].participants.iter();
    action.extend(participants.map(|one| set(shelves[one.0].is_busy, Value::Bool(true))));
    (guard, action)
}

/// Returns when the state to which the first open interaction has led is determined, if that is `id`, and what makes it
/// the current one.
fn completion(
    composite: &Composite,
    id: InteractionId,
    shelves: &IndexVec<ComponentId, Shelf>,
    open: &Queue,
) -> (Expression<VariableId>, Vec<Statement<VariableId>>) {
    let participants =
        || composite.interactions()[id].participants.iter().map(|one| &shelves[one.0]);
    let is_first = with_constant(open.slots[0][0], Binary::Equal, numbered(id));
    let have_ended =
        participants().map(|shelf| with_constant(shelf.waiting.length, Binary::Greater, number(0)));
    let guard = all(std::iter::once(is_first).chain(have_ended)).expect("there is a condition");
    let mut action = open.shift();
    for shelf in participants() {
        let first = &shelf.waiting.slots[0];
        action.extend(shelf.current.iter().zip(first).map(|(&to, &from)| copy(to, from)));
        action.extend(shelf.waiting.shift());
    }
    (guard, action)
}

/// Returns the number of an interaction in the queue of open ones, in which 0 stands for none.
fn numbered(id: InteractionId) -> Value {
    number(id.index() + 1)
}

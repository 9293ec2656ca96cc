//! Systems that monitor themselves: the instrumented form of a composite, in the same language.
//!
//! Section 5 of [MTCBS](crate#bibliography), corrected. Each component gets a port at which it reports its ends
//! (`atom`). A new component, the reconstruction atom, takes part in each interaction and in each end, and puts the
//! global states together (`storage`, `reconstruction_atom`). It delivers them one by one to the monitors
//! (`monitor_atom`, `reports`). The interactions of the original system have one connector each (`starts`), with
//! priorities between them (`rules`).
//!
//! In the global semantics the result is weakly bisimilar to the original system if ends and deliveries are hidden, and
//! if the monitors accept each state (Theorem 2): a state of the result corresponds to that of the original system in
//! which all busy components have ended. What is delivered is the witness trace (Proposition 1).
//!
//! An interaction waits while it is not known whether a higher one is enabled, and while the window of open
//! interactions is full. Neither adds a deadlock: ends and deliveries are always possible in the end.

mod atom;
mod monitor_atom;
mod names;
mod reconstruction_atom;
mod reports;
mod rules;
mod starts;
mod storage;
mod terms;

use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::Arc;

use check::monitor::{Semantics, TooManyStates};
use check::witness_trace::{MonitorError, PropertyMonitor};
use kernel::base::IndexVec;
use model::component::{
    Atom, Component, ComponentId, Composite, CompositeParts, Definition, Fault, GlobalState,
    Property, StateView, Value,
};
use rustc_hash::FxHashMap;

use atom::{InstrumentedAtom, instrumented};
use monitor_atom::{MonitorAtom, accepting_atom, monitor_atom};
use names::Names;
use reconstruction_atom::{Kinds, reconstruction_atom};

/// Maximum number of interactions of a composite that is instrumented.
///
/// The reconstruction atom has a transition for each pair of interactions.
pub const MAX_INSTRUMENTED: usize = 200;

/// Why a composite is not instrumented.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InstrumentError {
    /// It has this number of interactions, which are more than [`MAX_INSTRUMENTED`].
    TooManyInteractions(usize),
    /// It has no initial state.
    Fault(Fault),
    /// The monitor of a property cannot read the initial state.
    Monitor(String, MonitorError),
    /// The monitor of a property has too many states.
    TooManyStates(String, TooManyStates),
}

/// Returns the instrumented form of a composite, with a monitor for each property, or one that accepts everything.
///
/// The components and connectors keep their numbers and names, and so do the variables, ports and first places of
/// atoms. Where a connector has triggers, and where a port fires alone, each interaction has a connector of its own;
/// the connector of an interaction has its number. New components are `rgt` and `monitor`, `monitor_2` and so on; new
/// connectors are `end_i` for each component and `out_a` for each interaction. All of them have another name where
/// there is one already.
///
/// Each monitor starts in its state after the initial global state. The place of the monitor of a formula begins with
/// its verdict: `certainly_true`, `certainly_false`, `currently_true`, `currently_false`, `inconclusive`. The other
/// monitors have the places of their properties. An atom that can take no transition for a state delays all that
/// follows for ever.
///
/// At most `window` interactions are open at a time. Monitors of formulas have `max_states` states at most.
///
/// # Errors
/// If the initial state or a monitor has an error, or the result would be too large.
///
/// # Complexity
/// Quadratic in the number of interactions; linear in `window`, in the size of the composite and of the monitors.
pub fn instrument(
    composite: &Composite,
    properties: &[Property],
    semantics: Semantics,
    window: NonZeroUsize,
    max_states: usize,
) -> Result<Composite, InstrumentError> {
    let interactions = composite.interactions();
    if interactions.len() > MAX_INSTRUMENTED {
        return Err(InstrumentError::TooManyInteractions(interactions.len()));
    }
    let initial = composite.initial_state().map_err(InstrumentError::Fault)?;
    let components = composite.components();
    let connector_names = composite.connectors().iter().map(|one| one.name.as_str());
    let mut names =
        Names::of(components.iter().map(|one| one.name.as_str()).chain(connector_names));
    let mut kinds = Names::of(kinds_in_use(composite, properties));

    // Components of one atom share its instrumented form.
    let mut known: FxHashMap<*const Atom, Rc<InstrumentedAtom>> = FxHashMap::default();
    let atoms: IndexVec<ComponentId, Rc<InstrumentedAtom>> = components
        .iter()
        .map(|component| {
            let atom = &component.atom;
            let new = || Rc::new(instrumented(atom, &mut kinds));
            Rc::clone(known.entry(Arc::as_ptr(atom)).or_insert_with(new))
        })
        .collect();
    let rgt_kinds = Kinds {
        atom: kinds.fresh("Reconstruction"),
        start: kinds.fresh("Start"),
        ends: atoms.iter().map(|atom| atom.queue_kind.clone()).collect(),
        out: kinds.fresh("Witness"),
    };
    let reconstruction = reconstruction_atom(composite, &initial, window.get(), &rgt_kinds);

    let mut monitors = Vec::new();
    for property in properties {
        monitors.push(started(composite, property, &initial, (semantics, max_states), &mut kinds)?);
    }
    if monitors.is_empty() {
        monitors.push(accepting_atom().started(composite, Vec::new(), &mut kinds));
    }

    let mut parts = CompositeParts {
        name: composite.name().to_owned(),
        functions: composite.functions().clone(),
        ..CompositeParts::default()
    };
    for (component, instrumented) in components.iter().zip(atoms.iter()) {
        let (name, atom) = (component.name.clone(), Arc::clone(&instrumented.atom));
        parts.components.push(Component { name, atom });
    }
    let atom = Arc::new(reconstruction.atom.clone());
    let rgt = parts.components.push(Component { name: names.fresh("rgt"), atom });
    let rgt = (rgt, &reconstruction);
    let mut monitor_ends = Vec::new();
    for monitor in &monitors {
        let (name, atom) = (names.fresh("monitor"), Arc::new(monitor.atom.clone()));
        monitor_ends.push((parts.components.push(Component { name, atom }), monitor));
    }

    parts.connectors = starts::starts(composite, rgt, &mut names, &mut kinds);
    for (id, component) in components.enumerate() {
        let (name, atom) = (names.fresh(&format!("end_{}", component.name)), &atoms[id]);
        let reported = (composite, id, atom.end);
        let connector = reports::end(reported, rgt, (name, atom.connector_kind.clone()));
        parts.connectors.push(connector);
    }
    for one in reports::deliveries(composite, rgt, &monitor_ends, &mut names, &mut kinds) {
        parts.connectors.push(one);
    }
    parts.priorities = rules::rules(composite, &|component| atoms[component].place);
    Ok(Composite::new(parts).expect("there are few interactions"))
}

/// Returns the monitor of a property after it has read the initial state.
fn started(
    composite: &Composite,
    property: &Property,
    initial: &GlobalState,
    (semantics, max_states): (Semantics, usize),
    kinds: &mut Names,
) -> Result<MonitorAtom, InstrumentError> {
    let name = || property.name.clone();
    // All errors that the first state can have show here.
    PropertyMonitor::new(composite, property, semantics, max_states, |id| initial[id].clone())
        .map_err(|error| InstrumentError::Monitor(name(), error))?;
    let monitor = monitor_atom(property, semantics, max_states)
        .map_err(|error| InstrumentError::TooManyStates(name(), error))?;
    let view = StateView { composite, state: initial, led_by: None };
    let letter = monitor.arguments.iter().map(|argument| argument.evaluate(&view));
    let letter: Result<Vec<Value>, _> = letter.collect();
    let letter = letter.map_err(|failure| InstrumentError::Monitor(name(), failure.into()))?;
    Ok(monitor.started(composite, letter, kinds))
}

/// Returns the names of all types of a composite and its properties.
fn kinds_in_use<'a>(composite: &'a Composite, properties: &'a [Property]) -> Vec<&'a str> {
    let observers = properties.iter().filter_map(|property| match &property.definition {
        Definition::Observer(observer) => Some(&*observer.atom),
        Definition::Formula { .. } | Definition::Automaton(_) => None,
    });
    let atoms = composite.components().iter().map(|one| &*one.atom).chain(observers);
    let of_atoms = atoms.flat_map(|atom| {
        let ports = atom.ports.iter().map(|port| port.kind.as_str());
        ports.chain([atom.name.as_str()])
    });
    let functions = composite.functions().iter().map(|one| one.name.as_str());
    let connectors = composite.connectors().iter().map(|one| one.kind.as_str());
    of_atoms.chain(functions).chain(connectors).collect()
}

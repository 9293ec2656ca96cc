//! Monitors that are given as atoms.

use kernel::base::{Id as _, IndexVec};
use model::component::{
    Component, ComponentId, Composite, CompositeParts, Fault, LocalState, NoWorkload, Observer,
    PlaceId, PortId, Value, Values, VariableId,
};

use super::certainty::{Certainty, certain};

/// An atom that takes one transition with each global state.
#[derive(Debug)]
pub(super) struct ObserverMonitor {
    /// A composite of just the atom, whose port fires alone.
    composite: Composite,
    port: PortId,
    inputs: Vec<VariableId>,
    is_accepting: IndexVec<PlaceId, bool>,
    certain: IndexVec<PlaceId, Option<bool>>,
    state: LocalState,
}

/// Why an observer cannot take a transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObserverError {
    /// It has an error.
    Fault(Fault),
    /// In this place no transition is enabled.
    Stuck(PlaceId),
    /// In this place several transitions are enabled.
    Ambiguous(PlaceId),
}

impl ObserverMonitor {
    pub(super) fn new(composite: &Composite, observer: &Observer) -> Result<Self, ObserverError> {
        let component = Component { name: observer.atom.name.clone(), atom: observer.atom.clone() };
        let parts = CompositeParts {
            name: observer.atom.name.clone(),
            components: std::iter::once(component).collect(),
            functions: composite.functions().clone(),
            ..CompositeParts::default()
        };
        let alone = Composite::new(parts).expect("one atom has few interactions");
        let atom = &observer.atom;
        let is_accepting: IndexVec<PlaceId, bool> =
            atom.places.ids().map(|place| observer.accepting.contains(&place)).collect();
        let certain = certain(&is_accepting, |place| {
            atom.leaving(place).iter().map(|&one| atom.transitions[one].to).collect()
        });
        let mut initial = alone.initial_state().map_err(ObserverError::Fault)?;
        let state = std::mem::replace(
            &mut initial[ComponentId::from_index(0)],
            LocalState { place: atom.initial_place, values: Values::default() },
        );
        Ok(Self {
            composite: alone,
            port: observer.port,
            inputs: atom.ports[observer.port]
                .exported
                .iter()
                .map(|(_, variable)| *variable)
                .collect(),
            is_accepting,
            certain,
            state,
        })
    }

    /// Takes the transition for the next global state, for which the arguments have these values.
    pub(super) fn read(&mut self, arguments: &[Value]) -> Result<Certainty, ObserverError> {
        for (&variable, value) in self.inputs.iter().zip(arguments) {
            self.state.values[variable] = value.clone();
        }
        let (atom, place) = (ComponentId::from_index(0), self.state.place);
        let offer = self.composite.offer(atom, &self.state, self.port);
        let transition = match *offer.map_err(ObserverError::Fault)? {
            [] => return Err(ObserverError::Stuck(place)),
            [only] => only,
            _ => return Err(ObserverError::Ambiguous(place)),
        };
        let values = std::mem::take(&mut self.state.values);
        let next = self.composite.completed(atom, transition, values, &mut NoWorkload);
        self.state = next.map_err(ObserverError::Fault)?;
        Ok(match self.certain[self.state.place] {
            Some(truth) => Certainty::Certain(truth),
            None => Certainty::Currently(self.is_accepting[self.state.place]),
        })
    }
}

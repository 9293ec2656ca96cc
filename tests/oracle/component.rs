//! Component systems, from the definitions: what can fire in a global state, what can start in a partial one.
//!
//! Every guard is evaluated wherever it has a meaning, every rule is closed under transitivity again in each state,
//! and every choice is tried. Interactions are written down from the ends of connectors ([`interactions`]) and named
//! by their ids where that list is the composite's.

use std::collections::BTreeSet;

use kernel::base::Id as _;
use model::component::{
    Atom, AtomPriority, ComponentId, Composite, ConnectorId, EndId, Expression, Fault, GlobalState,
    InteractionId, Known, LocalState, PartialLocal, PartialState, PortId, Priority, Side,
    StateVariable, TransferVariable, TransitionId, Value, Values, VariableId,
};

use crate::component_terms::{Store, execute, truth};

/// The number of internal transitions that may follow each other.
const MAX_INTERNAL: usize = 1_000;

/// Faults of which one is reported, whichever comes first.
pub type Faults = Vec<Fault>;

/// The transitions that the participants choose, and what they lead to.
pub type Successor = (Vec<TransitionId>, Result<GlobalState, Faults>);

/// For each interaction, whether each interaction is higher.
type Higher = Vec<Vec<bool>>;

/// An interaction: its connector, the ends that take part, and the participants with their ports.
pub type Ports = (Option<ConnectorId>, Vec<EndId>, Vec<(ComponentId, PortId)>);

/// Returns the interactions: for each connector the sets of ends as binary numbers in which the last end counts
/// least, from the greatest, then the ports that fire alone.
pub fn interactions(composite: &Composite) -> Vec<Ports> {
    let mut all = Vec::new();
    for (id, connector) in composite.parts().connectors.enumerate() {
        let mut sets = vec![Vec::new()];
        for end in connector.ends.ids() {
            let without = sets.iter().cloned();
            let with = sets.iter().map(|set| [set.as_slice(), &[end]].concat());
            sets = with.zip(without).flat_map(|(with, without)| [with, without]).collect();
        }
        let has_triggers = connector.ends.iter().any(|end| end.is_trigger);
        sets.retain(|set| {
            set.iter().any(|&end| connector.ends[end].is_trigger)
                || !has_triggers && set.len() == connector.ends.len()
        });
        for set in sets {
            let ports = set.iter().map(|&end| &connector.ends[end]);
            let ports = ports.map(|end| (end.component, end.port)).collect();
            all.push((Some(id), set, ports));
        }
    }
    for (component, instance) in composite.parts().components.enumerate() {
        for (port, one) in instance.atom.ports.enumerate() {
            if !one.is_exported {
                all.push((None, Vec::new(), vec![(component, port)]));
            }
        }
    }
    all
}

/// Returns the partial state in which all components are ready.
pub fn all_ready(state: &GlobalState) -> PartialState {
    state.iter().cloned().map(PartialLocal::Ready).collect()
}

/// Returns the global state that a partial state is; `None` if a component is busy.
pub fn complete(state: &PartialState) -> Option<GlobalState> {
    state.ids().map(|component| ready(state, component).cloned()).collect()
}

/// Returns the state of a component that is ready.
pub fn ready(state: &PartialState, component: ComponentId) -> Option<&LocalState> {
    match &state[component] {
        PartialLocal::Ready(local) => Some(local),
        PartialLocal::Busy(..) => None,
    }
}

/// The semantics of a composite.
#[derive(Clone, Copy, Debug)]
pub struct Semantics<'a> {
    pub composite: &'a Composite,
    /// What a guard without a value counts as. A result that is the same for both does not depend on it.
    pub failing: bool,
}

impl Semantics<'_> {
    fn atom(&self, component: ComponentId) -> &Atom {
        &self.composite.parts().components[component].atom
    }

    fn holds<V: Copy + Ord>(&self, guard: Option<&Expression<V>>, store: &Store<V>) -> bool {
        guard.is_none_or(|guard| truth(guard, store).unwrap_or(self.failing))
    }

    /// Returns the state after the initial actions and the internal transitions that these enable.
    pub fn initial(&self) -> Result<GlobalState, Faults> {
        all(self.composite.parts().components.ids().map(|component| {
            let atom = self.atom(component);
            let starts = atom.variables.enumerate();
            let mut store: Store<VariableId> =
                starts.map(|(id, variable)| (id, variable.start.clone())).collect();
            execute(&atom.initial_action, &mut store).map_err(|failure| vec![failure.into()])?;
            let values = store.into_values().collect();
            self.settled(component, LocalState { place: atom.initial_place, values })
        }))
    }

    /// Returns the state after the internal transitions that a state enables.
    fn settled(&self, component: ComponentId, mut state: LocalState) -> Result<LocalState, Faults> {
        let atom = self.atom(component);
        for _ in 0..=MAX_INTERNAL {
            let mut store = store_of(&state);
            let (mut enabled, mut faults) = (Vec::new(), Faults::new());
            for (id, transition) in atom.transitions.enumerate() {
                if transition.from == state.place && transition.port.is_none() {
                    match transition.guard.as_ref().map_or(Ok(true), |guard| truth(guard, &store)) {
                        Ok(true) => enabled.push(id),
                        Ok(false) => {}
                        Err(failure) => faults.push(failure.into()),
                    }
                }
            }
            for (place, &one) in enabled.iter().enumerate() {
                let pairs = enabled[place + 1..].iter().map(|&other| [one, other]);
                faults.extend(pairs.map(|pair| Fault::InternalChoice(component, pair)));
            }
            if !faults.is_empty() {
                return Err(faults);
            }
            let Some(&only) = enabled.first() else { return Ok(state) };
            let transition = &atom.transitions[only];
            execute(&transition.action, &mut store).map_err(|failure| vec![failure.into()])?;
            state = LocalState { place: transition.to, values: store.into_values().collect() };
        }
        Err(vec![Fault::InternalEndless(component)])
    }

    /// Returns the state that a component reaches by the action of a transition on values that the transfer has
    /// changed.
    pub fn completed(
        &self,
        component: ComponentId,
        transition: TransitionId,
        values: &Values,
    ) -> Result<LocalState, Faults> {
        let transition = &self.atom(component).transitions[transition];
        let mut state = LocalState { place: transition.to, values: values.clone() };
        let mut store = store_of(&state);
        execute(&transition.action, &mut store).map_err(|failure| vec![failure.into()])?;
        state.values = store.into_values().collect();
        self.settled(component, state)
    }

    /// Returns the transitions on a port whose guards hold, without priorities.
    fn enabled_on(&self, atom: &Atom, state: &LocalState, port: PortId) -> Vec<TransitionId> {
        let store = store_of(state);
        let mut transitions: Vec<TransitionId> = atom.transitions.ids().collect();
        transitions.retain(|&id| {
            let one = &atom.transitions[id];
            one.from == state.place
                && one.port == Some(port)
                && self.holds(one.guard.as_ref(), &store)
        });
        transitions
    }

    /// Returns the transitions on a port that a component offers: none where one on a higher port is enabled, by the
    /// transitive closure of the rules that count.
    pub fn offer(
        &self,
        component: ComponentId,
        state: &LocalState,
        port: PortId,
    ) -> Vec<TransitionId> {
        let atom = self.atom(component);
        let above = self.above(component, state, port);
        if above.iter().all(|&higher| self.enabled_on(atom, state, higher).is_empty()) {
            self.enabled_on(atom, state, port)
        } else {
            Vec::new()
        }
    }

    /// Returns the ports above one by the transitive closure of the rules that count.
    fn above(&self, component: ComponentId, state: &LocalState, port: PortId) -> BTreeSet<PortId> {
        let atom = self.atom(component);
        let store = store_of(state);
        let counts = |rule: &&AtomPriority| self.holds(rule.guard.as_ref(), &store);
        let is_rule = |rule: &AtomPriority, lower: PortId, higher: PortId| {
            lower != higher
                && rule.lower.is_none_or(|named| named == lower)
                && rule.higher.is_none_or(|named| named == higher)
        };
        let mut above = BTreeSet::new();
        for _ in atom.ports.ids() {
            for higher in atom.ports.ids() {
                let mut rules = atom.priorities.iter().filter(counts);
                let lower: Vec<PortId> = above.iter().copied().chain([port]).collect();
                if rules.any(|rule| lower.iter().any(|&lower| is_rule(rule, lower, higher))) {
                    above.insert(higher);
                }
            }
        }
        above
    }

    /// Returns what the participants that are ready export to an interaction.
    fn exported(
        &self,
        state: &PartialState,
        interaction: InteractionId,
    ) -> Store<TransferVariable> {
        let interaction = &self.composite.interactions()[interaction];
        let mut store = Store::new();
        for (&end, &(component, port)) in interaction.ends.iter().zip(&interaction.participants) {
            if let Some(local) = ready(state, component) {
                for &(_, variable) in &self.atom(component).ports[port].exported {
                    let value = local.values[variable].clone();
                    store.insert(TransferVariable::Exported(end, variable), value);
                }
            }
        }
        store
    }

    /// Returns the variables of the components that are ready, and where these are.
    fn known_state(&self, state: &PartialState) -> Store<StateVariable> {
        let mut store = Store::new();
        for component in state.ids() {
            if let Some(local) = ready(state, component) {
                for (variable, value) in local.values.enumerate() {
                    store.insert(StateVariable::Value(component, variable), value.clone());
                }
                for place in self.atom(component).places.ids() {
                    let is_there = Value::Bool(place == local.place);
                    store.insert(StateVariable::At(component, place), is_there);
                }
            }
        }
        store
    }

    /// Returns what is known of a guard: nothing if it reads what `store` does not have.
    fn known_guard<V: Copy + Ord>(&self, guard: Option<&Expression<V>>, store: &Store<V>) -> Known {
        if guard.is_some_and(|guard| !is_readable(guard, store)) {
            Known::Open
        } else if self.holds(guard, store) {
            Known::Yes
        } else {
            Known::No
        }
    }

    /// Returns whether an interaction is enabled, is disabled whatever the busy components do, or depends on them.
    pub fn known(&self, state: &PartialState, interaction: InteractionId) -> Known {
        let participants = &self.composite.interactions()[interaction].participants;
        let offers_nothing = participants.iter().any(|&(component, port)| {
            ready(state, component)
                .is_some_and(|local| self.offer(component, local, port).is_empty())
        });
        let guard = self.composite.transfer(interaction).and_then(|one| one.guard.as_ref());
        let guard = self.known_guard(guard, &self.exported(state, interaction));
        if offers_nothing || guard == Known::No {
            Known::No
        } else if participants.iter().all(|&(component, _)| ready(state, component).is_some()) {
            Known::Yes
        } else {
            Known::Open
        }
    }

    fn named_by(&self, side: &Side) -> BTreeSet<InteractionId> {
        let all = self.composite.interactions().enumerate();
        all.filter(|(_, interaction)| match side {
            Side::All(_) => false,
            Side::Connector(connector) => interaction.connector == Some(*connector),
            Side::Interaction(connector, ends) => {
                interaction.connector == Some(*connector)
                    && BTreeSet::from_iter(&interaction.ends) == BTreeSet::from_iter(ends)
            }
        })
        .map(|(id, _)| id)
        .collect()
    }

    /// Returns the interactions of a side of a rule. `*:*` is all that the other side does not name.
    fn side(&self, side: &Side, other: &Side) -> BTreeSet<InteractionId> {
        let Side::All(connectors) = side else { return self.named_by(side) };
        let mut all: BTreeSet<InteractionId> =
            connectors.iter().flat_map(|&one| self.named_by(&Side::Connector(one))).collect();
        all.retain(|one| !self.named_by(other).contains(one));
        all
    }

    /// Returns the transitive closure of maximal progress and of the rules of which `counts` is known.
    fn higher(&self, state: &PartialState, counts: &[Known]) -> Higher {
        let all = self.composite.interactions();
        let mut higher = vec![vec![false; all.len()]; all.len()];
        for (low, lower) in all.enumerate() {
            for (high, other) in all.enumerate() {
                let has_all = lower.ends.iter().all(|end| other.ends.contains(end));
                let is_more = lower.ends.len() < other.ends.len();
                higher[low.index()][high.index()] = lower.connector.is_some()
                    && lower.connector == other.connector
                    && has_all
                    && is_more;
            }
        }
        for Priority { lower, higher: above, guard, .. } in &self.composite.parts().priorities {
            if counts.contains(&self.known_guard(guard.as_ref(), &self.known_state(state))) {
                for low in self.side(lower, above) {
                    for high in self.side(above, lower) {
                        higher[low.index()][high.index()] = true;
                    }
                }
            }
        }
        for between in 0..all.len() {
            for low in 0..all.len() {
                for high in 0..all.len() {
                    higher[low][high] |= higher[low][between] && higher[between][high];
                }
            }
        }
        higher
    }

    /// Returns the interactions that are higher than themselves by rules that are known to count.
    pub fn circular(&self, state: &PartialState) -> Vec<InteractionId> {
        let higher = self.higher(state, &[Known::Yes]);
        let ids = self.composite.interactions().ids();
        ids.filter(|id| higher[id.index()][id.index()]).collect()
    }

    /// Returns `true` if the guard of a priority reads a busy component.
    pub fn has_open_rule(&self, state: &PartialState) -> bool {
        let store = self.known_state(state);
        let mut rules = self.composite.parts().priorities.iter();
        rules.any(|rule| self.known_guard(rule.guard.as_ref(), &store) == Known::Open)
    }

    /// Returns the interactions that can fire: those that are enabled while no higher one is.
    pub fn firable(&self, state: &GlobalState) -> Vec<InteractionId> {
        let state = &all_ready(state);
        let mut enabled: Vec<InteractionId> = self.composite.interactions().ids().collect();
        enabled.retain(|&id| self.known(state, id) == Known::Yes);
        let higher = self.higher(state, &[Known::Yes]);
        let is_below =
            |low: &InteractionId| enabled.iter().any(|high| higher[low.index()][high.index()]);
        enabled.iter().filter(|low| !is_below(low)).copied().collect()
    }

    /// Returns the interactions that may start: those that are enabled while each higher one, also by rules of which
    /// it is not known whether they count, is known to be disabled.
    pub fn startable(&self, state: &PartialState) -> Vec<InteractionId> {
        self.below_only(state, &[Known::Yes, Known::Open], &[Known::No])
    }

    /// Returns the interactions that would start if what is not known of higher ones kept nothing from starting.
    pub fn startable_without_waiting(&self, state: &PartialState) -> Vec<InteractionId> {
        self.below_only(state, &[Known::Yes], &[Known::No, Known::Open])
    }

    /// Returns the interactions that are enabled while of each higher one, by the rules of which `counts` is known,
    /// one of `allowed` is known.
    fn below_only(
        &self,
        state: &PartialState,
        counts: &[Known],
        allowed: &[Known],
    ) -> Vec<InteractionId> {
        let mut ids: Vec<_> = self.composite.interactions().ids().collect();
        let higher = self.higher(state, counts);
        let known: Vec<Known> = ids.iter().map(|&id| self.known(state, id)).collect();
        ids.retain(|low| {
            let mut above = higher[low.index()].iter().zip(&known);
            known[low.index()] == Known::Yes
                && above.all(|(is_higher, known)| !is_higher || allowed.contains(known))
        });
        ids
    }

    /// Returns all faults that a reading of the guards in a state can meet.
    pub fn faults(&self, state: &PartialState) -> Faults {
        fn failure<V: Copy + Ord>(
            guard: Option<&Expression<V>>,
            store: &Store<V>,
        ) -> Option<Fault> {
            let guard = guard.filter(|guard| is_readable(guard, store))?;
            truth(guard, store).err().map(Fault::from)
        }
        let mut faults = Faults::new();
        for component in state.ids() {
            if let Some(local) = ready(state, component) {
                let (atom, store) = (self.atom(component), store_of(local));
                let leaving = atom.transitions.iter().filter(|one| one.from == local.place);
                faults.extend(leaving.filter_map(|one| failure(one.guard.as_ref(), &store)));
                let rules = atom.priorities.iter();
                faults.extend(rules.filter_map(|rule| failure(rule.guard.as_ref(), &store)));
                faults.extend(atom.ports.ids().filter_map(|port| {
                    let is_enabled = !self.enabled_on(atom, local, port).is_empty();
                    let is_circular =
                        is_enabled && self.above(component, local, port).contains(&port);
                    is_circular.then_some(Fault::CircularPorts(component, port))
                }));
            }
        }
        for id in self.composite.interactions().ids() {
            let guard = self.composite.transfer(id).and_then(|one| one.guard.as_ref());
            faults.extend(failure(guard, &self.exported(state, id)));
        }
        let (store, rules) = (self.known_state(state), &self.composite.parts().priorities);
        faults.extend(rules.iter().filter_map(|rule| failure(rule.guard.as_ref(), &store)));
        faults.extend(self.circular(state).into_iter().map(Fault::CircularPriority));
        faults
    }

    /// Returns the partial state after the start of an interaction, with the transitions that its participants choose.
    pub fn start(
        &self,
        state: &PartialState,
        id: InteractionId,
        chosen: &[TransitionId],
    ) -> Result<PartialState, Fault> {
        let interaction = &self.composite.interactions()[id];
        let mut store = self.exported(state, id);
        if let Some(transfer) = self.composite.transfer(id) {
            let connector = interaction.connector.expect("transfers are those of connectors");
            for (datum, (_, kind)) in self.composite.parts().connectors[connector].data.enumerate()
            {
                store.insert(TransferVariable::Datum(datum), kind.default_value());
            }
            execute(&transfer.actions, &mut store)?;
        }
        let mut after = state.clone();
        for (place, &(component, _)) in interaction.participants.iter().enumerate() {
            let mut values =
                ready(state, component).expect("participants are ready").values.clone();
            for (&variable, value) in &store {
                if let TransferVariable::Exported(end, variable) = variable
                    && interaction.ends[place] == end
                {
                    values[variable] = value.clone();
                }
            }
            after[component] = PartialLocal::Busy(chosen[place], values);
        }
        Ok(after)
    }

    /// Returns the partial state after the end of a component, which is the same one if it is ready.
    pub fn end(
        &self,
        state: &PartialState,
        component: ComponentId,
    ) -> Result<PartialState, Faults> {
        let mut after = state.clone();
        if let PartialLocal::Busy(transition, values) = &state[component] {
            let local = self.completed(component, *transition, values)?;
            after[component] = PartialLocal::Ready(local);
        }
        Ok(after)
    }

    /// Returns the global state in which all busy components end.
    pub fn stab(&self, state: &PartialState) -> Result<GlobalState, Faults> {
        all(state.ids().map(|component| {
            let after = self.end(state, component)?;
            Ok(ready(&after, component).expect("it has ended").clone())
        }))
    }

    /// Returns each choice of one offered transition for each participant of an interaction that can start.
    pub fn choices(&self, state: &PartialState, id: InteractionId) -> Vec<Vec<TransitionId>> {
        let mut choices = vec![Vec::new()];
        for &(component, port) in &self.composite.interactions()[id].participants {
            let local = ready(state, component).expect("participants are ready");
            let offer = self.offer(component, local, port);
            let longer = |choice: Vec<TransitionId>| {
                let with = offer.iter().map(move |&one| [choice.as_slice(), &[one]].concat());
                with.collect::<Vec<_>>()
            };
            choices = choices.into_iter().flat_map(longer).collect();
        }
        choices
    }

    /// Returns the successors of a global state by an interaction, one for each choice of transitions; a fault if the
    /// transfer has one. What an interaction does at once is its start and then the ends of its participants.
    pub fn successors(
        &self,
        state: &GlobalState,
        interaction: InteractionId,
    ) -> Result<Vec<Successor>, Fault> {
        let state = all_ready(state);
        let choices = self.choices(&state, interaction).into_iter();
        choices
            .map(|chosen| {
                let started = self.start(&state, interaction, &chosen)?;
                Ok((chosen, self.stab(&started)))
            })
            .collect()
    }
}

fn store_of(state: &LocalState) -> Store<VariableId> {
    state.values.enumerate().map(|(id, value)| (id, value.clone())).collect()
}

fn is_readable<V: Copy + Ord>(guard: &Expression<V>, store: &Store<V>) -> bool {
    let mut is_readable = true;
    guard.variables(&mut |variable| is_readable &= store.contains_key(&variable));
    is_readable
}

/// Returns the states of all components, or the faults of all that have one.
fn all(locals: impl Iterator<Item = Result<LocalState, Faults>>) -> Result<GlobalState, Faults> {
    let (mut states, mut faults) = (GlobalState::new(), Faults::new());
    for local in locals {
        match local {
            Ok(state) => {
                states.push(state);
            }
            Err(more) => faults.extend(more),
        }
    }
    if faults.is_empty() { Ok(states) } else { Err(faults) }
}

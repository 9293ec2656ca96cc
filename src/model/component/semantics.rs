//! The global semantics: interactions are atomic.

use kernel::base::Id as _;
use smallvec::SmallVec;

use super::state::{LocalMemory, LocalValues, TransferMemory};
use super::{
    Atom, AtomPriority, ComponentId, Composite, Fault, GlobalState, InteractionId, LocalState,
    NoWorkload, PortId, StateView, TransitionId, Values, Workload, execute,
};

/// Maximum number of internal transitions of a component that follow each other.
pub const MAX_INTERNAL_STEPS: usize = 1_000;

/// Transitions that a component offers.
pub type Offer = SmallVec<[TransitionId; 4]>;

/// New states of some components.
pub type Changed = SmallVec<[(ComponentId, LocalState); 3]>;

impl Composite {
    /// Returns the initial global state: after the initial actions, and the internal transitions that these enable.
    ///
    /// # Errors
    /// If an operation has no value, or internal transitions are ambiguous or do not end.
    pub fn initial_state(&self) -> Result<GlobalState, Fault> {
        self.components().ids().map(|component| self.initial_local(component)).collect()
    }

    /// Returns the places and values with which the components start, before their initial actions.
    pub fn start_values(&self) -> GlobalState {
        let start = |component: &super::Component| LocalState {
            place: component.atom.initial_place,
            values: component.atom.variables.iter().map(|one| one.start.clone()).collect(),
        };
        self.components().iter().map(start).collect()
    }

    fn initial_local(&self, component: ComponentId) -> Result<LocalState, Fault> {
        let atom = self.atom(component);
        let mut values: Values = atom.variables.iter().map(|one| one.start.clone()).collect();
        let workload = &mut NoWorkload;
        let mut memory = LocalMemory { composite: self, values: &mut values, workload };
        execute(&atom.initial_action, &mut memory)?;
        let state = LocalState { place: atom.initial_place, values };
        self.settled(component, state, workload)
    }

    /// Returns the transitions on a port that a component offers in a state: those whose guard holds, unless a rule
    /// of the atom prefers another port.
    ///
    /// # Errors
    /// If a guard has no value, or rules that count make the port higher than itself while a transition on it is
    /// enabled.
    pub fn offer(
        &self,
        component: ComponentId,
        state: &LocalState,
        port: PortId,
    ) -> Result<Offer, Fault> {
        let atom = self.atom(component);
        let enabled = self.enabled_on(atom, state, Some(port))?;
        if enabled.is_empty() || atom.priorities.is_empty() {
            return Ok(enabled);
        }
        let is_below = self.is_below_another(component, state, port)?;
        Ok(if is_below { Offer::new() } else { enabled })
    }

    fn enabled_on(
        &self,
        atom: &Atom,
        state: &LocalState,
        port: Option<PortId>,
    ) -> Result<Offer, Fault> {
        let mut enabled = Offer::new();
        for &id in atom.leaving(state.place) {
            let transition = &atom.transitions[id];
            if transition.port != port {
                continue;
            }
            let is_enabled = match &transition.guard {
                None => true,
                Some(guard) => guard.holds(&LocalValues(self, &state.values))?,
            };
            if is_enabled {
                enabled.push(id);
            }
        }
        Ok(enabled)
    }

    /// Returns `true` if a transition is enabled on a port that the atom's rules make higher than `port`.
    ///
    /// # Errors
    /// If a guard has no value, or the rules that count make the port higher than itself.
    fn is_below_another(
        &self,
        component: ComponentId,
        state: &LocalState,
        port: PortId,
    ) -> Result<bool, Fault> {
        let atom = self.atom(component);
        let mut counting = Vec::new();
        for rule in &atom.priorities {
            let counts = match &rule.guard {
                None => true,
                Some(guard) => guard.holds(&LocalValues(self, &state.values))?,
            };
            counting.extend(counts.then_some(rule));
        }
        let mut above = Vec::new();
        let mut open = vec![port];
        while let Some(low) = open.pop() {
            for high in counting.iter().flat_map(|rule| rule.above(low, atom)) {
                if high == port {
                    return Err(Fault::CircularPorts(component, port));
                }
                if !above.contains(&high) {
                    above.push(high);
                    open.push(high);
                }
            }
        }
        for high in above {
            if !self.enabled_on(atom, state, Some(high))?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the state that a component reaches by the action of a transition on `values`, which the transfer of
    /// the interaction has changed, and by the internal transitions that follow.
    ///
    /// # Errors
    /// If an operation has no value, or internal transitions are ambiguous or do not end.
    pub fn completed(
        &self,
        component: ComponentId,
        transition: TransitionId,
        mut values: Values,
        workload: &mut impl Workload,
    ) -> Result<LocalState, Fault> {
        let transition = &self.atom(component).transitions[transition];
        let mut memory = LocalMemory { composite: self, values: &mut values, workload };
        execute(&transition.action, &mut memory)?;
        self.settled(component, LocalState { place: transition.to, values }, workload)
    }

    /// Returns the state after the internal transitions that a state enables.
    fn settled(
        &self,
        component: ComponentId,
        mut state: LocalState,
        workload: &mut impl Workload,
    ) -> Result<LocalState, Fault> {
        let atom = self.atom(component);
        for _ in 0..=MAX_INTERNAL_STEPS {
            match *self.enabled_on(atom, &state, None)? {
                [] => return Ok(state),
                [only] => {
                    let transition = &atom.transitions[only];
                    let values = &mut state.values;
                    execute(
                        &transition.action,
                        &mut LocalMemory { composite: self, values, workload },
                    )?;
                    state.place = transition.to;
                }
                [first, second, ..] => {
                    return Err(Fault::InternalChoice(component, [first, second]));
                }
            }
        }
        Err(Fault::InternalEndless(component))
    }

    /// Returns `true` if each participant of an interaction offers a transition and the connector's guard holds.
    ///
    /// # Errors
    /// If a guard has no value.
    pub fn is_enabled(
        &self,
        state: &GlobalState,
        interaction: InteractionId,
    ) -> Result<bool, Fault> {
        let mut is_offered = true;
        for &(component, port) in &self.interactions()[interaction].participants {
            // All guards are evaluated, so that those that fail do not depend on the others.
            is_offered &= !self.offer(component, &state[component], port)?.is_empty();
        }
        if !is_offered {
            return Ok(false);
        }
        self.guard_holds(interaction, &mut |component| state[component].values.clone())
    }

    /// Returns `true` if the guard of an interaction's connector holds for the values of its participants.
    ///
    /// # Errors
    /// If the guard has no value.
    pub(super) fn guard_holds(
        &self,
        interaction: InteractionId,
        values: &mut dyn FnMut(ComponentId) -> Values,
    ) -> Result<bool, Fault> {
        let Some(guard) = self.transfer(interaction).and_then(|transfer| transfer.guard.as_ref())
        else {
            return Ok(true);
        };
        let interaction = &self.interactions()[interaction];
        let mut participants: Vec<_> =
            interaction.participants.iter().map(|&(component, _)| values(component)).collect();
        let memory = TransferMemory {
            composite: self,
            ends: &interaction.ends,
            participants: &mut participants,
            data: Vec::new(),
        };
        Ok(guard.holds(&memory)?)
    }

    /// Applies the transfer of an interaction to the values of its participants, which have the connector's order.
    ///
    /// # Errors
    /// If an operation has no value.
    pub fn apply_transfer(
        &self,
        interaction: InteractionId,
        participants: &mut [Values],
    ) -> Result<(), Fault> {
        let Some(transfer) = self.transfer(interaction) else { return Ok(()) };
        let interaction = &self.interactions()[interaction];
        let connector = interaction.connector.map(|id| &self.connectors()[id]);
        let data =
            connector.map(|one| one.data.iter().map(|(_, kind)| kind.default_value()).collect());
        let mut memory = TransferMemory {
            composite: self,
            ends: &interaction.ends,
            participants,
            data: data.unwrap_or_default(),
        };
        Ok(execute(&transfer.actions, &mut memory)?)
    }

    /// Returns the interactions that can fire in a global state, in order: those that are enabled while no higher
    /// one is.
    ///
    /// # Errors
    /// If an operation has no value, or the priorities that count in the state are circular.
    ///
    /// # Complexity
    /// Linear in the number of interactions, in that of the transitions that leave the places of the components, and in
    /// that of the pairs of interactions that priorities name.
    pub fn firable(&self, state: &GlobalState) -> Result<Vec<InteractionId>, Fault> {
        let mut enabled = Vec::new();
        for id in self.candidates(state.enumerate().map(|(id, local)| (id, local.place))) {
            if self.is_enabled(state, id)? {
                enabled.push(id);
            }
        }
        let view = StateView { composite: self, state, led_by: None };
        let guards = self.preference().guards().iter().map(|guard| guard.holds(&view));
        let guards: Vec<bool> = guards.collect::<Result<_, _>>()?;
        let counts = |guard: usize| guards[guard];
        let cycle = match guards.as_slice() {
            [] => self.preference().circular(),
            _ => self.preference().cycle(&counts),
        };
        if let Some(id) = cycle {
            return Err(Fault::CircularPriority(id));
        }
        let mut firable = Vec::new();
        for &id in &enabled {
            let is_lower = match self.preference().closed(id) {
                Some(above) => above.iter().any(|high| enabled.binary_search(high).is_ok()),
                None => self
                    .preference()
                    .above(id, &counts)
                    .iter()
                    .any(|high| enabled.binary_search(high).is_ok()),
            };
            if !is_lower {
                firable.push(id);
            }
        }
        Ok(firable)
    }

    /// Emits each global state to which an interaction that can fire leads, with the transitions of its participants:
    /// several if a participant offers several transitions. An error is of the transitions it comes with.
    ///
    /// # Errors
    /// If a guard or the transfer has no value.
    pub fn fire(
        &self,
        state: &GlobalState,
        interaction: InteractionId,
        emit: &mut impl FnMut(&[TransitionId], Result<GlobalState, Fault>),
    ) -> Result<(), Fault> {
        self.fire_locally(state, interaction, &mut |choice, changed| {
            let next = changed.map(|changed| {
                let mut next = state.clone();
                for (component, local) in changed {
                    next[component] = local;
                }
                next
            });
            emit(choice, next);
        })
    }

    /// Emits what [`fire`](Self::fire) emits, with the states of the participants only.
    ///
    /// # Errors
    /// If a guard or the transfer has no value.
    pub fn fire_locally(
        &self,
        state: &GlobalState,
        interaction: InteractionId,
        emit: &mut impl FnMut(&[TransitionId], Result<Changed, Fault>),
    ) -> Result<(), Fault> {
        let participants = &self.interactions()[interaction].participants;
        let mut offers = Vec::with_capacity(participants.len());
        for &(component, port) in participants {
            offers.push(self.offer(component, &state[component], port)?);
        }
        let mut values: Vec<_> =
            participants.iter().map(|&(component, _)| state[component].values.clone()).collect();
        self.apply_transfer(interaction, &mut values)?;
        for choice in choices(&offers) {
            let ends = participants.iter().zip(&choice).zip(&values);
            let changed = ends.map(|((&(component, _), &transition), values)| {
                let values = values.clone();
                Ok((component, self.completed(component, transition, values, &mut NoWorkload)?))
            });
            emit(&choice, changed.collect());
        }
        Ok(())
    }
}

/// Returns the ways to choose one item of each list, in lexicographic order.
fn choices(lists: &[Offer]) -> Vec<Offer> {
    lists.iter().fold(vec![Offer::new()], |chosen, list| {
        let longer = chosen.iter().flat_map(|choice| {
            list.iter().map(move |&next| {
                let mut longer = choice.clone();
                longer.push(next);
                longer
            })
        });
        longer.collect()
    })
}

impl AtomPriority {
    /// Returns the ports that the rule makes higher than `port`.
    fn above(&self, port: PortId, atom: &Atom) -> Vec<PortId> {
        match (self.lower, self.higher) {
            (Some(lower), _) if lower != port => Vec::new(),
            (None, Some(higher)) if higher == port => Vec::new(),
            (_, Some(higher)) => vec![higher],
            (_, None) => (0..atom.ports.len())
                .map(PortId::from_index)
                .filter(|&other| other != port)
                .collect(),
        }
    }
}

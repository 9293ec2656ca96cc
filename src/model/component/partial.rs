//! The semantics of partial states: interactions start, and each participant ends by itself.

use kernel::base::IndexVec;

use super::semantics::Offer;
use super::state::{PartialLocal, PartialState};
use super::{
    ComponentId, Composite, Fault, GlobalState, InteractionId, LocalState, NoWorkload,
    StateVariable, TransitionId, Value,
};

/// What is known of an interaction, or of a condition, while components are busy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// It is enabled, or true.
    Yes,
    /// It is disabled, or false, whatever the busy components will do.
    No,
    /// It depends on busy components.
    Open,
}

impl Composite {
    /// Returns the partial state in which nobody is busy.
    pub fn all_ready(&self, state: GlobalState) -> PartialState {
        state.into_iter().map(PartialLocal::Ready).collect()
    }

    /// Returns what is known of an interaction in a partial state: it is enabled, it is disabled since a participant
    /// that is ready offers no transition on its port or the guard over ready participants is false, or it waits.
    ///
    /// A connector's guard without a value counts as not known while a participant is busy.
    ///
    /// # Errors
    /// If a guard has no value.
    pub fn known(&self, state: &PartialState, interaction: InteractionId) -> Result<Known, Fault> {
        let (mut known, mut is_disabled) = (Known::Yes, false);
        for &(component, port) in &self.interactions()[interaction].participants {
            match &state[component] {
                PartialLocal::Busy(..) => known = Known::Open,
                PartialLocal::Ready(local) => {
                    // All guards are evaluated, as in the global semantics, so that the same ones fail.
                    is_disabled |= self.offer(component, local, port)?.is_empty();
                }
            }
        }
        if is_disabled {
            return Ok(Known::No);
        }
        if !self.is_guard_ready(state, interaction) {
            return Ok(Known::Open);
        }
        let mut values = |component: ComponentId| match &state[component] {
            PartialLocal::Ready(local) => local.values.clone(),
            // The guard reads nothing of a busy participant.
            PartialLocal::Busy(_, values) => values.clone(),
        };
        match self.guard_holds(interaction, &mut values) {
            Ok(true) => Ok(known),
            Ok(false) => Ok(Known::No),
            // The guard counts only where all participants offer a transition.
            Err(_) if known == Known::Open => Ok(Known::Open),
            Err(fault) => Err(fault),
        }
    }

    /// Returns `true` if all participants that the guard of an interaction's connector reads are ready.
    fn is_guard_ready(&self, state: &PartialState, interaction: InteractionId) -> bool {
        use super::TransferVariable::Exported;
        let Some(guard) = self.transfer(interaction).and_then(|transfer| transfer.guard.as_ref())
        else {
            return true;
        };
        let connector = self.interactions()[interaction].connector;
        let mut is_ready = true;
        guard.variables(&mut |variable| {
            if let (Exported(end, _), Some(connector)) = (variable, connector) {
                let component = self.connectors()[connector].ends[end].component;
                is_ready &= matches!(state[component], PartialLocal::Ready(_));
            }
        });
        is_ready
    }

    /// Returns the interactions that may start in a partial state, in order: those that are enabled while each higher
    /// one is known to be disabled. A rule whose guard reads a busy component counts.
    ///
    /// # Errors
    /// If an operation has no value, or the priorities that count are circular although all their guards are known.
    pub fn startable(&self, state: &PartialState) -> Result<Vec<InteractionId>, Fault> {
        let mut startable = Vec::new();
        Readiness::new(self, state)?.startable(state, &mut startable)?;
        Ok(startable)
    }

    /// Starts an interaction in a partial state: applies its transfer and makes its participants busy, each with the
    /// transition that `choose` returns of those that it offers.
    ///
    /// # Errors
    /// If an operation has no value.
    ///
    /// # Panics
    /// If a participant is busy or offers nothing.
    pub fn start(
        &self,
        state: &mut PartialState,
        interaction: InteractionId,
        choose: &mut dyn FnMut(ComponentId, &Offer) -> TransitionId,
    ) -> Result<(), Fault> {
        let participants = &self.interactions()[interaction].participants;
        let mut chosen = Vec::with_capacity(participants.len());
        let mut values = Vec::with_capacity(participants.len());
        for &(component, port) in participants {
            let PartialLocal::Ready(local) = &state[component] else {
                panic!("participants of an interaction that starts are ready")
            };
            let offer = self.offer(component, local, port)?;
            assert!(
                !offer.is_empty(),
                "participants of an interaction that starts offer a transition"
            );
            chosen.push(choose(component, &offer));
            values.push(local.values.clone());
        }
        self.apply_transfer(interaction, &mut values)?;
        for ((&(component, _), transition), values) in participants.iter().zip(chosen).zip(values) {
            state[component] = PartialLocal::Busy(transition, values);
        }
        Ok(())
    }

    /// Returns the state in which a busy component ends; `None` if it is ready.
    ///
    /// # Errors
    /// If an operation has no value, or internal transitions are ambiguous or do not end.
    pub fn end_of(
        &self,
        state: &PartialState,
        component: ComponentId,
    ) -> Result<Option<LocalState>, Fault> {
        match &state[component] {
            PartialLocal::Ready(_) => Ok(None),
            PartialLocal::Busy(transition, values) => {
                self.completed(component, *transition, values.clone(), &mut NoWorkload).map(Some)
            }
        }
    }

    /// Returns the global state in which all busy components end: the `stab` of the theory, which is unique.
    ///
    /// # Errors
    /// As of [`end_of`](Self::end_of).
    pub fn stabilised(&self, state: &PartialState) -> Result<GlobalState, Fault> {
        self.components()
            .ids()
            .map(|component| match &state[component] {
                PartialLocal::Ready(local) => Ok(local.clone()),
                PartialLocal::Busy(transition, values) => {
                    self.completed(component, *transition, values.clone(), &mut NoWorkload)
                }
            })
            .collect()
    }
}

/// What is known of each interaction in a partial state, kept up to date while components start and end.
#[derive(Debug)]
pub struct Readiness<'c> {
    composite: &'c Composite,
    known: IndexVec<InteractionId, Known>,
}

impl<'c> Readiness<'c> {
    /// Returns what is known in a state.
    ///
    /// # Errors
    /// If a guard has no value.
    pub fn new(composite: &'c Composite, state: &PartialState) -> Result<Self, Fault> {
        let ids = composite.interactions().ids();
        let known = ids.map(|id| composite.known(state, id)).collect::<Result<_, _>>()?;
        Ok(Self { composite, known })
    }

    /// Records that a component has become busy or ready.
    ///
    /// # Errors
    /// If a guard has no value.
    ///
    /// # Complexity
    /// Linear in the interactions in which the component takes part, and their guards.
    pub fn changed(&mut self, state: &PartialState, component: ComponentId) -> Result<(), Fault> {
        for &id in self.composite.taking_part(component) {
            self.known[id] = self.composite.known(state, id)?;
        }
        Ok(())
    }

    /// Puts the interactions that may start into `startable`, in order: see [`Composite::startable`].
    ///
    /// # Errors
    /// As of [`Composite::startable`].
    pub fn startable(
        &self,
        state: &PartialState,
        startable: &mut Vec<InteractionId>,
    ) -> Result<(), Fault> {
        let preference = self.composite.preference();
        let mut guards = Vec::new();
        for guard in preference.guards() {
            guards.push(guard_in(self.composite, guard, state)?);
        }
        let counts = |guard: usize| guards[guard] != Known::No;
        let cycle = match guards.as_slice() {
            // What counts only since it is not known may be circular.
            guards if guards.is_empty() || guards.contains(&Known::Open) => preference.circular(),
            _ => preference.cycle(&counts),
        };
        if let Some(id) = cycle {
            return Err(Fault::CircularPriority(id));
        }
        let is_disabled = |&high: &InteractionId| self.known[high] == Known::No;
        startable.clear();
        startable.extend(self.known.enumerate().filter_map(|(id, &known)| {
            let may_start = known == Known::Yes
                && match preference.closed(id) {
                    Some(above) => above.iter().all(is_disabled),
                    None => preference.above(id, &counts).iter().all(is_disabled),
                };
            may_start.then_some(id)
        }));
        Ok(())
    }
}

/// Returns what is known of the guard of a priority.
fn guard_in(
    composite: &Composite,
    guard: &super::Expression<StateVariable>,
    state: &PartialState,
) -> Result<Known, Fault> {
    struct Ready<'a>(&'a Composite, &'a PartialState);
    impl super::Valuation<StateVariable> for Ready<'_> {
        fn value(&self, variable: StateVariable) -> Value {
            let local = |component: ComponentId| match &self.1[component] {
                PartialLocal::Ready(local) => local,
                PartialLocal::Busy(..) => unreachable!("the guard reads ready components only"),
            };
            match variable {
                StateVariable::Value(component, variable) => {
                    local(component).values[variable].clone()
                }
                StateVariable::At(component, place) => Value::Bool(local(component).place == place),
                StateVariable::Fired(_) | StateVariable::FiredAny(_) => Value::Bool(false),
            }
        }

        fn call(&self, function: super::FunctionId, arguments: &[Value]) -> Value {
            super::state::call(self.0, function, arguments)
        }
    }
    let mut is_ready = true;
    guard.variables(&mut |variable| {
        if let StateVariable::Value(component, _) | StateVariable::At(component, _) = variable {
            is_ready &= matches!(state[component], PartialLocal::Ready(_));
        }
    });
    if !is_ready {
        return Ok(Known::Open);
    }
    Ok(if guard.holds(&Ready(composite, state))? { Known::Yes } else { Known::No })
}

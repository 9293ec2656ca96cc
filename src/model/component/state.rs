//! States of components and of composites.

use kernel::base::IndexVec;

use super::{
    ComponentId, Composite, EndId, Failure, FunctionId, InteractionId, Memory, PlaceId, PortId,
    StateVariable, TransferVariable, TransitionId, Valuation, Value, Values, VariableId,
};

/// The state of a component that is ready: a place and the values of the variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LocalState {
    /// The place.
    pub place: PlaceId,
    /// The values, in the order of the atom's variables.
    pub values: Values,
}

/// A global state: one local state for each component.
pub type GlobalState = IndexVec<ComponentId, LocalState>;

/// The state of a component while others may be busy (Definition 4 of [MTCBS](crate#bibliography)).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PartialLocal {
    /// The component can take part in interactions.
    Ready(LocalState),
    /// The component computes: it has begun a transition, whose action is still to be executed on these values.
    Busy(TransitionId, Values),
}

/// A state of a composite in which components may be busy.
pub type PartialState = IndexVec<ComponentId, PartialLocal>;

/// An error of a system that shows while it runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// An operation has no value.
    Failure(Failure),
    /// Two internal transitions of a component are enabled at once.
    InternalChoice(ComponentId, [TransitionId; 2]),
    /// More than [`MAX_INTERNAL_STEPS`](super::MAX_INTERNAL_STEPS) internal transitions of a component follow each
    /// other.
    InternalEndless(ComponentId),
    /// Priorities make an interaction higher than itself.
    CircularPriority(InteractionId),
    /// Priorities of a component make a port higher than itself.
    CircularPorts(ComponentId, PortId),
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// Receives the calls of functions without result: what stands for the computation of a component.
pub trait Workload {
    /// Runs a function without result.
    fn run(&mut self, function: FunctionId, arguments: &[Value]);
}

/// No computation: calls of functions without result do nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoWorkload;

impl Workload for NoWorkload {
    fn run(&mut self, _: FunctionId, _: &[Value]) {}
}

/// Calls the registered body of a function.
pub(super) fn call(composite: &Composite, function: FunctionId, arguments: &[Value]) -> Value {
    let body = composite.functions()[function].body.as_ref();
    (body.expect("a function with a result is registered").0)(arguments)
}

/// The variables of one component.
pub(super) struct LocalMemory<'a, W> {
    pub(super) composite: &'a Composite,
    pub(super) values: &'a mut Values,
    pub(super) workload: &'a mut W,
}

impl<W> Valuation<VariableId> for LocalMemory<'_, W> {
    #[inline]
    fn value(&self, variable: VariableId) -> Value {
        self.values[variable].clone()
    }

    fn call(&self, function: FunctionId, arguments: &[Value]) -> Value {
        call(self.composite, function, arguments)
    }
}

impl<W: Workload> Memory<VariableId> for LocalMemory<'_, W> {
    fn set(&mut self, variable: VariableId, value: Value) {
        self.values[variable] = value;
    }

    fn run(&mut self, function: FunctionId, arguments: &[Value]) {
        self.workload.run(function, arguments);
    }
}

/// The variables of one component, which are only read.
pub(super) struct LocalValues<'a>(pub(super) &'a Composite, pub(super) &'a Values);

impl Valuation<VariableId> for LocalValues<'_> {
    #[inline]
    fn value(&self, variable: VariableId) -> Value {
        self.1[variable].clone()
    }

    fn call(&self, function: FunctionId, arguments: &[Value]) -> Value {
        call(self.0, function, arguments)
    }
}

/// What the transfer of an interaction reads and writes: data of the connector, and the values of the participants.
pub(super) struct TransferMemory<'a> {
    pub(super) composite: &'a Composite,
    /// The ends that take part.
    pub(super) ends: &'a [EndId],
    /// The values of the participants, in the order of `ends`.
    pub(super) participants: &'a mut [Values],
    pub(super) data: Vec<Value>,
}

impl TransferMemory<'_> {
    fn index(&self, end: EndId) -> usize {
        let index = self.ends.iter().position(|&other| other == end);
        index.expect("a transfer names ends that take part")
    }
}

impl Valuation<TransferVariable> for TransferMemory<'_> {
    fn value(&self, variable: TransferVariable) -> Value {
        use kernel::base::Id as _;
        match variable {
            TransferVariable::Datum(datum) => self.data[datum.index()].clone(),
            TransferVariable::Exported(end, variable) => {
                self.participants[self.index(end)][variable].clone()
            }
        }
    }

    fn call(&self, function: FunctionId, arguments: &[Value]) -> Value {
        call(self.composite, function, arguments)
    }
}

impl Memory<TransferVariable> for TransferMemory<'_> {
    fn set(&mut self, variable: TransferVariable, value: Value) {
        use kernel::base::Id as _;
        match variable {
            TransferVariable::Datum(datum) => self.data[datum.index()] = value,
            TransferVariable::Exported(end, variable) => {
                let index = self.index(end);
                self.participants[index][variable] = value;
            }
        }
    }

    fn run(&mut self, _: FunctionId, _: &[Value]) {}
}

/// What an expression about a global state is evaluated in: the state, and the interaction that led to it.
#[derive(Clone, Copy, Debug)]
pub struct StateView<'a> {
    /// The composite.
    pub composite: &'a Composite,
    /// The state.
    pub state: &'a GlobalState,
    /// The interaction; `None` in the initial state.
    pub led_by: Option<InteractionId>,
}

impl Valuation<StateVariable> for StateView<'_> {
    #[inline]
    fn value(&self, variable: StateVariable) -> Value {
        match variable {
            StateVariable::Value(component, variable) => {
                self.state[component].values[variable].clone()
            }
            StateVariable::At(component, place) => {
                Value::Bool(self.state[component].place == place)
            }
            StateVariable::Fired(_) | StateVariable::FiredAny(_) => {
                Value::Bool(self.led_by.is_some_and(|id| self.composite.makes_true(id, variable)))
            }
        }
    }

    fn call(&self, function: FunctionId, arguments: &[Value]) -> Value {
        call(self.composite, function, arguments)
    }
}

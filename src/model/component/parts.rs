//! What composites are made of.

use std::fmt;
use std::sync::Arc;

use kernel::base::IndexVec;

use super::{
    Atom, ComponentId, ConnectorId, DatumId, EndId, Expression, FunctionId, InteractionId, PlaceId,
    PortId, Statement, Type, Value, VariableId,
};

/// The parts of a [`Composite`](super::Composite), which its interactions follow from.
#[derive(Clone, Debug, Default)]
pub struct CompositeParts {
    /// Name of the type.
    pub name: String,
    /// The components.
    pub components: IndexVec<ComponentId, Component>,
    /// The connectors.
    pub connectors: IndexVec<ConnectorId, Connector>,
    /// The rules that prefer some interactions to others.
    pub priorities: Vec<Priority>,
    /// The functions that are called.
    pub functions: IndexVec<FunctionId, Function>,
}

/// A component: an atom with a name.
#[derive(Clone, Debug)]
pub struct Component {
    /// The path of instances that leads to the component: `line1.ctrl`.
    pub name: String,
    /// What it does, with the values of the parameters filled in.
    pub atom: Arc<Atom>,
}

/// A connector: ports of different components, with what happens when these take part in an interaction.
///
/// Without triggers all ends take part. Otherwise each set of ends with a trigger is an interaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connector {
    /// The path of instances that leads to the connector: `line1.c1`.
    pub name: String,
    /// The name of the connector's type.
    pub kind: String,
    /// The ends, which belong to different components.
    pub ends: IndexVec<EndId, End>,
    /// The data of the connector, with their names, which start anew at each interaction.
    pub data: IndexVec<DatumId, (String, Type)>,
    /// Guards and transfers of interactions, at most one for each set of ends.
    pub transfers: Vec<Transfer>,
}

/// An end of a connector: a port of a component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// The component.
    pub component: ComponentId,
    /// A port of its atom, which is exported.
    pub port: PortId,
    /// Whether the end may start an interaction without all the others.
    pub is_trigger: bool,
}

/// A variable that the transfer of a connector reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TransferVariable {
    /// A datum of the connector.
    Datum(DatumId),
    /// A variable of the component at an end, which the port there exports.
    Exported(EndId, VariableId),
}

/// What an interaction of a connector does beside the transitions of its participants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// The ends that take part, in the connector's order.
    pub ends: Vec<EndId>,
    /// The condition under which the interaction is possible, before the transfer.
    pub guard: Option<Expression<TransferVariable>>,
    /// The transfer: first what sets the connector's data, then what sets the components'.
    pub actions: Vec<Statement<TransferVariable>>,
}

/// A function from outside of the system.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name.
    pub name: String,
    /// The types of the operands.
    pub operands: Vec<Type>,
    /// The type of the result; `None` for a function that stands for computation.
    pub result: Option<Type>,
    /// What the embedding program has registered.
    pub body: Option<Body>,
}

/// A function that an embedding program has registered: it has no side effects that the system depends on.
#[derive(Clone)]
pub struct Body(pub Arc<dyn Fn(&[Value]) -> Value + Send + Sync>);

impl fmt::Debug for Body {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Body")
    }
}

/// An interaction (Definition 2 of [MTCBS](crate#bibliography)): ports of different components.
#[derive(Clone, Debug)]
pub struct Interaction {
    /// `c1` if all ends of the connector take part, else `c1{w1.exec,g.deliver}`; `w1.p` for a port that fires alone.
    pub name: String,
    /// The connector; `None` for a port that fires alone.
    pub connector: Option<ConnectorId>,
    /// The participants and their ports, in the connector's order.
    pub participants: Vec<(ComponentId, PortId)>,
    /// The ends of the connector that take part, in order; none for a port that fires alone.
    pub ends: Vec<EndId>,
    /// The guard and transfer, by its place in the connector's list.
    pub(super) transfer: Option<usize>,
}

/// Interactions that one side of a priority names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Side {
    /// `*:*`: all interactions of these connectors that the other side does not name.
    All(Vec<ConnectorId>),
    /// `c:*`: all interactions of a connector.
    Connector(ConnectorId),
    /// `c:p,q`: the interaction of a connector in which just these ends take part.
    Interaction(ConnectorId, Vec<EndId>),
}

/// A rule of a composite: where the guard holds, no lower interaction starts while a higher one is enabled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Priority {
    /// The name, with the path of instances.
    pub name: String,
    /// The lower interactions.
    pub lower: Side,
    /// The higher interactions.
    pub higher: Side,
    /// The condition under which the rule counts.
    pub guard: Option<Expression<StateVariable>>,
}

/// What an expression about a global state reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StateVariable {
    /// A variable of a component.
    Value(ComponentId, VariableId),
    /// `c@l`: whether a component is in a place.
    At(ComponentId, PlaceId),
    /// `fired(a)`: whether an interaction led to the state.
    Fired(InteractionId),
    /// `fired(c{*})`: whether an interaction of a connector led to the state.
    FiredAny(ConnectorId),
}

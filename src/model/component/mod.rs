//! Systems of components in the manner of BIP: atoms, connectors, priorities, and their semantics.
//!
//! An [`Atom`] is an automaton with variables. A [`Composite`] has atoms as components, whose ports its connectors
//! join to interactions. In the global semantics an interaction is one step ([`Composite::firable`],
//! [`Composite::fire`]). In the semantics of partial states it only starts ([`Composite::startable`],
//! [`Composite::start`]), and each participant is busy until it ends ([`Composite::end_of`]); the two are weakly
//! bisimilar. Nested compounds of the language are flattened before they come here.

mod atom;
mod composite;
mod expression;
mod ids;
mod operator;
mod partial;
mod parts;
mod priority;
mod property;
mod semantics;
mod state;
mod statement;
mod value;
mod words;

pub use atom::{Atom, AtomParts, AtomPriority, Port, Transition, Variable};
pub use composite::{Composite, MAX_INTERACTIONS, TooManyInteractions};
pub use expression::{Expression, Valuation};
pub use ids::{
    ComponentId, ConnectorId, DatumId, EndId, FunctionId, InteractionId, PlaceId, PortId, SiteId,
    TransitionId, VariableId,
};
pub use operator::{Binary, Builtin, Failure, FailureCause, Unary};
pub use partial::{Known, Readiness};
pub use parts::{
    Body, Component, CompositeParts, Connector, End, Function, Interaction, Priority, Side,
    StateVariable, Transfer, TransferVariable,
};
pub use property::{Definition, Observer, Predicate, Property, PropertyAutomaton, PropertyStateId};
pub use semantics::{Changed, MAX_INTERNAL_STEPS, Offer};
pub use state::{
    Fault, GlobalState, LocalState, NoWorkload, PartialLocal, PartialState, StateView, Workload,
};
pub use statement::{Memory, Statement, execute};
pub use value::{Text, Type, Value, Values, bits_of};

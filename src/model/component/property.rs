//! Properties of the sequence of global states.

use std::sync::Arc;

use kernel::base::IndexVec;
use kernel::typed_id;

use super::{Atom, Expression, PlaceId, PortId, StateVariable};
use crate::temporal::{Formula, PropositionId};

typed_id! {
    /// A state of a [`PropertyAutomaton`].
    pub struct PropertyStateId;
}

/// A condition on a global state and the interaction that led there; its value is a truth value.
pub type Predicate = Expression<StateVariable>;

/// A property of the global states that a system passes through, with its name.
#[derive(Clone, Debug)]
pub struct Property {
    /// The name: of the file, or the text of the formula.
    pub name: String,
    /// What it demands.
    pub definition: Definition,
}

/// What a property demands of the sequence of global states. The first one is the initial state.
#[derive(Clone, Debug)]
pub enum Definition {
    /// The formula holds, whose propositions are these predicates.
    Formula {
        /// The formula.
        formula: Formula,
        /// The predicates, each once.
        predicates: IndexVec<PropositionId, Predicate>,
    },
    /// The automaton accepts.
    Automaton(PropertyAutomaton),
    /// The atom is in an accepting place.
    Observer(Observer),
}

/// A finite automaton that reads global states.
///
/// It is deterministic and complete: in each state, for each truth of the predicates, just one transition is enabled.
#[derive(Clone, Debug)]
pub struct PropertyAutomaton {
    /// The names of the states, with whether they accept.
    pub states: IndexVec<PropertyStateId, (String, bool)>,
    /// The state before the first global state is read.
    pub initial: PropertyStateId,
    /// The predicates, each once.
    pub predicates: IndexVec<PropositionId, Predicate>,
    /// The transitions: source, condition (a formula without temporal operators), target.
    pub transitions: Vec<(PropertyStateId, Formula, PropertyStateId)>,
}

/// An atom that watches global states: with each, the values of the arguments go into the data of its port, and its
/// transition is taken.
#[derive(Clone, Debug)]
pub struct Observer {
    /// The atom.
    pub atom: Arc<Atom>,
    /// Its port.
    pub port: PortId,
    /// What goes into the data of the port, in its order.
    pub arguments: Vec<Expression<StateVariable>>,
    /// The places that accept.
    pub accepting: Vec<PlaceId>,
}

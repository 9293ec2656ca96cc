//! Atoms: automata with places, variables, ports and guarded transitions.

use std::ops::Deref;

use kernel::base::{Id as _, IndexVec};

use super::{Expression, PlaceId, PortId, Statement, TransitionId, Type, Value, VariableId};

/// The parts of an [`Atom`].
#[derive(Clone, Debug)]
pub struct AtomParts {
    /// Name of the type.
    pub name: String,
    /// Names of the places.
    pub places: IndexVec<PlaceId, String>,
    /// The variables.
    pub variables: IndexVec<VariableId, Variable>,
    /// The ports.
    pub ports: IndexVec<PortId, Port>,
    /// The place in which the atom starts.
    pub initial_place: PlaceId,
    /// The action by which the atom starts.
    pub initial_action: Vec<Statement<VariableId>>,
    /// The transitions.
    pub transitions: IndexVec<TransitionId, Transition>,
    /// The rules that prefer some ports to others.
    pub priorities: Vec<AtomPriority>,
}

/// An atomic component (Definition 1 of [MTCBS](crate#bibliography), with an initial state): places, typed
/// variables, ports that export variables, and guarded transitions with actions.
#[derive(Clone, Debug)]
pub struct Atom {
    parts: AtomParts,
    /// For each place, the transitions that leave it.
    leaving: IndexVec<PlaceId, Vec<TransitionId>>,
}

/// A variable of an atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The value before the initial action; its type is that of the variable.
    pub start: Value,
    /// Least and greatest value that an exploration follows.
    pub range: Option<(i64, i64)>,
    /// Whether other parts of the model may name it.
    pub is_exported: bool,
}

/// A port of an atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// The name.
    pub name: String,
    /// The name of the port's type.
    pub kind: String,
    /// The variables that connectors read and write, with the names that the port's type gives them.
    pub exported: Vec<(String, VariableId)>,
    /// Whether connectors may take it; if not, it fires alone.
    pub is_exported: bool,
}

/// A transition of an atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    /// The place that it leaves.
    pub from: PlaceId,
    /// The port by which it takes part in interactions; `None` for an internal transition.
    pub port: Option<PortId>,
    /// The condition under which it is enabled, before any transfer.
    pub guard: Option<Expression<VariableId>>,
    /// What it does, after the transfer.
    pub action: Vec<Statement<VariableId>>,
    /// The place to which it leads.
    pub to: PlaceId,
}

/// A rule of an atom: where the guard holds and a transition on a higher port is enabled, none on a lower port is. Rules
/// are transitive: what is lower than a lower port is lower, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtomPriority {
    /// The name.
    pub name: String,
    /// The lower port; `None` for all ports but the higher one.
    pub lower: Option<PortId>,
    /// The higher port; `None` for all ports but the lower one.
    pub higher: Option<PortId>,
    /// The condition under which the rule counts.
    pub guard: Option<Expression<VariableId>>,
}

impl Variable {
    /// Returns the type.
    pub const fn kind(&self) -> Type {
        self.start.kind()
    }
}

impl Atom {
    /// Returns the atom with these parts.
    ///
    /// # Panics
    /// If a transition leaves or enters a place that is none of the atom's.
    pub fn new(parts: AtomParts) -> Self {
        let mut leaving = IndexVec::filled(Vec::new(), parts.places.len());
        for (id, transition) in parts.transitions.enumerate() {
            assert!(transition.to.index() < parts.places.len(), "a transition enters a place");
            leaving[transition.from].push(id);
        }
        Self { parts, leaving }
    }

    /// Returns the transitions that leave a place, in their order.
    #[inline]
    pub fn leaving(&self, place: PlaceId) -> &[TransitionId] {
        &self.leaving[place]
    }

    /// Returns `true` if it may be an error to ask in some state which transitions on a port are offered.
    pub(super) fn offer_may_fail(&self, port: PortId) -> bool {
        let may_fail = |transition: &Transition| {
            transition.port == Some(port)
                && transition.guard.as_ref().is_some_and(Expression::may_fail)
        };
        !self.priorities.is_empty() || self.transitions.iter().any(may_fail)
    }

    /// Returns the place of this name.
    pub fn place_named(&self, name: &str) -> Option<PlaceId> {
        self.places.ids().find(|&id| self.places[id] == name)
    }

    /// Returns the variable of this name.
    pub fn variable_named(&self, name: &str) -> Option<VariableId> {
        self.variables.ids().find(|&id| self.variables[id].name == name)
    }

    /// Returns the port of this name.
    pub fn port_named(&self, name: &str) -> Option<PortId> {
        self.ports.ids().find(|&id| self.ports[id].name == name)
    }
}

impl Deref for Atom {
    type Target = AtomParts;

    fn deref(&self) -> &AtomParts {
        &self.parts
    }
}

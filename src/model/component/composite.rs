//! Composites: components, connectors and the interactions that these allow.

use std::fmt;
use std::sync::Arc;

use kernel::base::{Id as _, IndexVec};
use rustc_hash::FxHashMap;

use super::{
    Atom, ComponentId, ConnectorId, DatumId, EndId, Expression, FunctionId, InteractionId, PlaceId,
    PortId, Statement, Type, Value, VariableId,
};

/// Maximum number of interactions of a composite.
///
/// A connector with `n` ends and a trigger has up to `2^n` interactions.
pub const MAX_INTERACTIONS: usize = 10_000;

/// The parts of a [`Composite`], which its interactions follow from.
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

/// A system of components (Definition 3 of [MTCBS](crate#bibliography)), without nesting: atoms that take part in
/// interactions, which connectors define and priorities restrict.
#[derive(Clone, Debug)]
pub struct Composite {
    parts: CompositeParts,
    interactions: IndexVec<InteractionId, Interaction>,
    /// For each component, the interactions that it takes part in, in their order.
    taking_part: IndexVec<ComponentId, Vec<InteractionId>>,
    by_name: FxHashMap<String, InteractionId>,
    components_by_name: FxHashMap<String, ComponentId>,
    preference: super::priority::Preference,
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
    transfer: Option<usize>,
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

/// A connector has more interactions than a composite may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("with this connector there are more than {MAX_INTERACTIONS} interactions")]
pub struct TooManyInteractions {
    /// The first connector whose interactions are too many.
    pub connector: ConnectorId,
}

impl Composite {
    /// Returns the composite of these parts.
    ///
    /// Interactions have the order of the connectors, and for one connector that of the sets of its ends as binary
    /// numbers in which the last end counts least, all ends first; then come the ports that fire alone.
    ///
    /// # Errors
    /// If there are more than [`MAX_INTERACTIONS`] interactions.
    ///
    /// # Complexity
    /// Quadratic in the number of interactions of one connector, linear else.
    pub fn new(parts: CompositeParts) -> Result<Self, TooManyInteractions> {
        let mut interactions: IndexVec<InteractionId, Interaction> = IndexVec::new();
        for (id, connector) in parts.connectors.enumerate() {
            let too_many = TooManyInteractions { connector: id };
            for ends in sets_of_ends(connector).ok_or(too_many)? {
                if interactions.len() == MAX_INTERACTIONS {
                    return Err(too_many);
                }
                interactions.push(of_connector(&parts, id, ends));
            }
        }
        for (component, instance) in parts.components.enumerate() {
            for (port, description) in instance.atom.ports.enumerate() {
                if !description.is_exported {
                    interactions.push(Interaction {
                        name: format!("{}.{}", instance.name, description.name),
                        connector: None,
                        participants: vec![(component, port)],
                        ends: Vec::new(),
                        transfer: None,
                    });
                }
            }
        }
        let taking_part = interactions.enumerate().flat_map(|(id, interaction)| {
            interaction.participants.iter().map(move |&(component, _)| (component, id))
        });
        let taking_part = IndexVec::grouped(parts.components.len(), taking_part);
        let by_name = interactions.enumerate().map(|(id, one)| (one.name.clone(), id)).collect();
        let components = parts.components.enumerate();
        let components_by_name = components.map(|(id, one)| (one.name.clone(), id)).collect();
        let preference = super::priority::Preference::new(&parts, &interactions);
        Ok(Self { parts, interactions, taking_part, by_name, components_by_name, preference })
    }

    /// Returns the parts that the composite was made of.
    pub const fn parts(&self) -> &CompositeParts {
        &self.parts
    }

    /// Returns the name of the composite's type.
    pub fn name(&self) -> &str {
        &self.parts.name
    }

    /// Returns the components.
    pub const fn components(&self) -> &IndexVec<ComponentId, Component> {
        &self.parts.components
    }

    /// Returns the connectors.
    pub const fn connectors(&self) -> &IndexVec<ConnectorId, Connector> {
        &self.parts.connectors
    }

    /// Returns the functions that are called.
    pub const fn functions(&self) -> &IndexVec<FunctionId, Function> {
        &self.parts.functions
    }

    /// Returns the interactions.
    pub const fn interactions(&self) -> &IndexVec<InteractionId, Interaction> {
        &self.interactions
    }

    /// Returns the interactions in which a component takes part, in order.
    #[inline]
    pub fn taking_part(&self, component: ComponentId) -> &[InteractionId] {
        &self.taking_part[component]
    }

    /// Returns what the priorities and maximal progress say.
    pub(super) const fn preference(&self) -> &super::priority::Preference {
        &self.preference
    }

    /// Returns the pairs of interactions of which a single rule or maximal progress prefers one to the other: the
    /// lower one, the higher one, and the condition under which the rule counts. Pairs may come twice.
    pub fn preferences(
        &self,
    ) -> impl Iterator<Item = (InteractionId, InteractionId, Option<&Expression<StateVariable>>)>
    {
        self.preference.pairs()
    }

    /// Returns the interactions that are higher than `id` where all conditions of priorities hold, in order: `id`
    /// itself among them if the rules would be circular.
    ///
    /// # Complexity
    /// Linear in the number of [`preferences`](Self::preferences).
    pub fn possibly_higher(&self, id: InteractionId) -> Vec<InteractionId> {
        self.preference.above(id, &|_| true)
    }

    /// Returns the atom of a component.
    #[inline]
    pub fn atom(&self, component: ComponentId) -> &Atom {
        &self.parts.components[component].atom
    }

    /// Returns the guard and transfer of an interaction, if it has one.
    #[inline]
    pub fn transfer(&self, interaction: InteractionId) -> Option<&Transfer> {
        let interaction = &self.interactions[interaction];
        let connector = &self.parts.connectors[interaction.connector?];
        interaction.transfer.map(|index| &connector.transfers[index])
    }

    /// Returns the interaction of this name.
    pub fn interaction_named(&self, name: &str) -> Option<InteractionId> {
        self.by_name.get(name).copied()
    }

    /// Returns the component of this name.
    pub fn component_named(&self, name: &str) -> Option<ComponentId> {
        self.components_by_name.get(name).copied()
    }

    /// Returns the connector of this name.
    pub fn connector_named(&self, name: &str) -> Option<ConnectorId> {
        self.connectors().ids().find(|&id| self.connectors()[id].name == name)
    }
}

/// Returns the sets of ends that are interactions, all ends first; `None` if they are more than allowed.
fn sets_of_ends(connector: &Connector) -> Option<Vec<Vec<EndId>>> {
    let all: Vec<EndId> = connector.ends.ids().collect();
    if !connector.ends.iter().any(|end| end.is_trigger) {
        return Some(vec![all]);
    }
    // With a trigger there are at least 2^(n - 1) of them.
    if all.len() > MAX_INTERACTIONS.ilog2() as usize + 1 {
        return None;
    }
    let has = |set: u32, end: &EndId| set >> (all.len() - 1 - end.index()) & 1 == 1;
    let sets = (1..1_u32 << all.len())
        .rev()
        .filter(|&set| all.iter().any(|end| has(set, end) && connector.ends[*end].is_trigger));
    Some(sets.map(|set| all.iter().copied().filter(|end| has(set, end)).collect()).collect())
}

fn of_connector(parts: &CompositeParts, id: ConnectorId, ends: Vec<EndId>) -> Interaction {
    let connector = &parts.connectors[id];
    let participants: Vec<(ComponentId, PortId)> =
        ends.iter().map(|&end| (connector.ends[end].component, connector.ends[end].port)).collect();
    let name = if ends.len() == connector.ends.len() {
        connector.name.clone()
    } else {
        let ports = participants.iter().map(|&(component, port)| {
            let component = &parts.components[component];
            format!("{}.{}", component.name, component.atom.ports[port].name)
        });
        format!("{}{{{}}}", connector.name, ports.collect::<Vec<_>>().join(","))
    };
    let transfer = connector.transfers.iter().position(|transfer| transfer.ends == ends);
    Interaction { name, connector: Some(id), participants, ends, transfer }
}

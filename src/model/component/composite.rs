//! Composites: components, connectors and the interactions that these allow.

use kernel::base::{Id as _, IndexVec};
use rustc_hash::FxHashMap;

use super::priority::Preference;
use super::{
    Atom, Component, ComponentId, CompositeParts, Connector, ConnectorId, EndId, Expression,
    Function, FunctionId, Interaction, InteractionId, PlaceId, PortId, StateVariable, Transfer,
};

/// Maximum number of interactions of a composite.
///
/// A connector with `n` ends and a trigger has up to `2^n` interactions.
pub const MAX_INTERACTIONS: usize = 10_000;

/// A system of components (Definition 3 of [MTCBS](crate#bibliography)), without nesting: atoms that take part in
/// interactions, which connectors define and priorities restrict.
#[derive(Clone, Debug)]
pub struct Composite {
    parts: CompositeParts,
    interactions: IndexVec<InteractionId, Interaction>,
    /// For each component, the interactions that it takes part in, in their order.
    taking_part: IndexVec<ComponentId, Vec<InteractionId>>,
    /// For each place of a component, the interactions for which transitions leave it there: once for each of its ports
    /// in the interaction.
    leaving_by: IndexVec<ComponentId, IndexVec<PlaceId, Vec<InteractionId>>>,
    /// The interactions of which a participant may have no offer because of an error.
    may_fail: Vec<InteractionId>,
    by_name: FxHashMap<String, InteractionId>,
    components_by_name: FxHashMap<String, ComponentId>,
    preference: Preference,
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
        let preference = Preference::new(&parts, &interactions);
        let mut leaving_by: IndexVec<ComponentId, IndexVec<PlaceId, Vec<InteractionId>>> =
            (parts.components.iter())
                .map(|one| IndexVec::filled(Vec::new(), one.atom.places.len()))
                .collect();
        for (id, interaction) in interactions.enumerate() {
            for &(component, port) in &interaction.participants {
                for (place, leaving) in leaving_by[component].iter_mut().enumerate() {
                    let atom = &parts.components[component].atom;
                    let mut ports = atom.leaving(PlaceId::from_index(place)).iter();
                    if ports.any(|&transition| atom.transitions[transition].port == Some(port)) {
                        leaving.push(id);
                    }
                }
            }
        }
        let fails = |&(component, port): &(ComponentId, PortId)| {
            parts.components[component].atom.offer_may_fail(port)
        };
        let may_fail =
            interactions.enumerate().filter(|(_, one)| one.participants.iter().any(fails));
        let may_fail = may_fail.map(|(id, _)| id).collect();
        Ok(Self {
            parts,
            interactions,
            taking_part,
            leaving_by,
            may_fail,
            by_name,
            components_by_name,
            preference,
        })
    }

    /// Returns the interactions that may be enabled in a state, or fail in it, by the places of the components, in order.
    pub(super) fn candidates(
        &self,
        places: impl Iterator<Item = (ComponentId, PlaceId)>,
    ) -> Vec<InteractionId> {
        let mut missing: IndexVec<InteractionId, usize> =
            self.interactions.iter().map(|one| one.participants.len()).collect();
        for (component, place) in places {
            for &id in &self.leaving_by[component][place] {
                missing[id] -= 1;
            }
        }
        for &id in &self.may_fail {
            missing[id] = 0;
        }
        missing.enumerate().filter(|(_, missing)| **missing == 0).map(|(id, _)| id).collect()
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
    pub(super) const fn preference(&self) -> &Preference {
        &self.preference
    }

    /// Returns an interaction that rules without guards make higher than itself, if there is one.
    ///
    /// # Complexity
    /// The number of interactions times the number of pairs that the rules name.
    pub fn circular_priority(&self) -> Option<InteractionId> {
        self.preference.circular()
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

    /// Returns `true` if a variable asks which interaction led to a state, and is true where it was this one.
    pub fn makes_true(&self, interaction: InteractionId, variable: StateVariable) -> bool {
        match variable {
            StateVariable::Fired(id) => id == interaction,
            StateVariable::FiredAny(connector) => {
                self.interactions[interaction].connector == Some(connector)
            }
            StateVariable::Value(..) | StateVariable::At(..) => false,
        }
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

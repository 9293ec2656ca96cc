//! The first of the explored configurations that violate safety properties, for all properties at once.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::configurations::ConfigurationSpace;
use kernel::base::{Control, Id as _, IndexVec, Limit};
use kernel::search::{Components, Edges, NodeId, StateGraph};
use model::cfsm::{
    ChannelKind, Direction, LinearProperty, Obligation, ParticipantId, SafetyProperty, Step,
    System, TransitionId,
};

/// Number of configurations between two looks at the limits.
const CHUNK: usize = 512;
/// Number of configurations that are looked at even if a limit was reached, so that no violation found is lost.
const ALWAYS: usize = 100_000;
/// Number of obligations that are looked at together.
const BLOCK: usize = u64::BITS as usize;

/// The first configuration that violates each of the linear properties.
type FirstFaults = [Option<NodeId>; SafetyProperty::LINEAR.len()];

/// The first configurations that violate properties, computed on the first request.
#[derive(Debug, Default)]
pub(super) struct FirstViolations {
    linear: OnceCell<FirstFaults>,
    branching: OnceCell<Branching>,
}

/// Explored configurations.
type Graph<'a> = StateGraph<ConfigurationSpace<'a>>;

/// What is known of the continuations of explored configurations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Continuations<'e> {
    pub(super) edges: &'e Edges<Step>,
    /// The configurations whose continuations are all explored, in order.
    pub(super) closed: &'e [NodeId],
}

impl FirstViolations {
    /// Returns the first configuration that violates a linear property.
    ///
    /// # Complexity
    /// Linear in the sizes of the configurations, for all linear properties together.
    ///
    /// # Errors
    /// The limit that was reached first: the time, or a request to stop.
    pub(super) fn linear(
        &self,
        graph: &Graph<'_>,
        property: LinearProperty,
        control: &Control,
    ) -> Result<Option<NodeId>, Limit> {
        let found = match self.linear.get() {
            Some(found) => found,
            None => {
                let found = first_faults(graph, control)?;
                self.linear.get_or_init(|| found)
            }
        };
        let property = SafetyProperty::Linear(property);
        let place = SafetyProperty::LINEAR.iter().position(|&one| one == property);
        Ok(place.and_then(|place| found[place]))
    }

    /// Returns the first configuration that violates a branching property, among those whose continuations are all explored.
    ///
    /// # Complexity
    /// Linear in the number of steps, for 64 obligations together.
    ///
    /// # Errors
    /// The limit that was reached first: the time, or a request to stop.
    pub(super) fn branching(
        &self,
        graph: &Graph<'_>,
        continuations: Continuations<'_>,
        property: SafetyProperty,
        control: &Control,
    ) -> Result<Option<NodeId>, Limit> {
        let branching = match self.branching.get() {
            Some(branching) => branching,
            None => {
                let branching = Branching::new(graph, continuations.edges, control)?;
                self.branching.get_or_init(|| branching)
            }
        };
        branching.first(graph, continuations, property, control)
    }
}

/// Checks the limits before the configuration with a number in a loop, now and then.
///
/// # Errors
/// The limit that was reached: the time, or a request to stop.
fn look(number: usize, control: &Control) -> Result<(), Limit> {
    if number >= ALWAYS && number.is_multiple_of(CHUNK) {
        return control.within(0, 0);
    }
    Ok(())
}

/// Returns the first configuration that violates each linear property.
fn first_faults(graph: &Graph<'_>, control: &Control) -> Result<FirstFaults, Limit> {
    let mut found = FirstFaults::default();
    let space = graph.system();
    let mut place = space.buffer();
    for node in graph.nodes() {
        look(node.index(), control)?;
        space.heads_into(*graph.state(node), &mut place);
        for (found, property) in found.iter_mut().zip(SafetyProperty::LINEAR) {
            if found.is_none() && property.is_violated_in(space.system(), &place) {
                *found = Some(node);
            }
        }
        if found.iter().all(Option::is_some) {
            break;
        }
    }
    Ok(found)
}

/// What configurations can reach: their strongly connected components, and which obligations each meets.
#[derive(Debug)]
struct Branching {
    /// All obligations that configurations of the system can have.
    obligations: Vec<Obligation>,
    number: BTreeMap<Obligation, usize>,
    /// The components, those that others lead to first.
    components: Components,
    /// For each block of obligations that was looked at, the first configuration that violates each property.
    blocks: RefCell<BTreeMap<usize, BTreeMap<SafetyProperty, NodeId>>>,
}

impl Branching {
    fn new(graph: &Graph<'_>, edges: &Edges<Step>, control: &Control) -> Result<Self, Limit> {
        let obligations = all_obligations(graph.system().system());
        let number: BTreeMap<Obligation, usize> =
            obligations.iter().enumerate().map(|(number, &one)| (one, number)).collect();
        let components = edges.components(control)?;
        let blocks = RefCell::default();
        Ok(Self { obligations, number, components, blocks })
    }

    /// Returns the first configuration with an obligation of a property that no continuation meets.
    fn first(
        &self,
        graph: &Graph<'_>,
        continuations: Continuations<'_>,
        property: SafetyProperty,
        control: &Control,
    ) -> Result<Option<NodeId>, Limit> {
        let system = graph.system().system();
        let numbers = self.obligations.iter().zip(0..);
        let numbers = numbers.filter(|(one, _)| demanded_by(system, **one).contains(&property));
        let mut blocks: Vec<usize> = numbers.map(|(_, number)| number / BLOCK).collect();
        blocks.dedup();
        let mut first: Option<NodeId> = None;
        let mut known = self.blocks.borrow_mut();
        for block in blocks {
            let found = match known.entry(block) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    new.insert(self.block(graph, continuations, block, control)?)
                }
            };
            first = first.into_iter().chain(found.get(&property).copied()).min();
        }
        Ok(first)
    }

    /// Returns the first configuration that violates each property by one of the obligations of a block.
    fn block(
        &self,
        graph: &Graph<'_>,
        Continuations { edges, closed }: Continuations<'_>,
        block: usize,
        control: &Control,
    ) -> Result<BTreeMap<SafetyProperty, NodeId>, Limit> {
        let bit =
            |number: usize| if number / BLOCK == block { 1 << (number % BLOCK) } else { 0u64 };
        let (space, system) = (graph.system(), graph.system().system());
        let inside = block * BLOCK..self.obligations.len().min((block + 1) * BLOCK);
        let met_by = |participant, transition| {
            let step = Step { participant, transition };
            let is_met = |&number: &usize| self.obligations[number].is_met_by(system, step);
            inside.clone().filter(is_met).map(bit).sum::<u64>()
        };
        let automata = system.automata().enumerate();
        let by_step: IndexVec<ParticipantId, IndexVec<TransitionId, u64>> = automata
            .map(|(participant, automaton)| {
                automaton.transitions().ids().map(|id| met_by(participant, id)).collect()
            })
            .collect();
        let if_empty = bit(self.number[&Obligation::AllEmpty]);
        let mut met: Vec<u64> = Vec::with_capacity(self.components.count());
        for (number, members) in self.components.iter().enumerate() {
            look(number, control)?;
            let of_step = |(step, target): (Step, NodeId)| {
                let later = self.components.of(target);
                // Within the component all is met already that others add.
                by_step[step.participant][step.transition] | met.get(later).copied().unwrap_or(0)
            };
            let of_node = |&node: &NodeId| {
                let own = if graph.state(node).has_messages() { 0 } else { if_empty };
                edges.leaving(node).map(of_step).fold(own, |met, one| met | one)
            };
            let found = members.iter().map(of_node).fold(0, |met, one| met | one);
            met.push(found);
        }
        let mut first = BTreeMap::new();
        // The obligations by which a property may be violated for which no configuration was found yet.
        let sought = |first: &BTreeMap<SafetyProperty, NodeId>| -> u64 {
            let is_sought = |number: &usize| {
                let demanded = demanded_by(system, self.obligations[*number]);
                !demanded.iter().all(|property| first.contains_key(property))
            };
            inside.clone().filter(is_sought).map(bit).sum()
        };
        let mut open = sought(&first);
        let mut place = space.buffer();
        for (number, &node) in closed.iter().enumerate() {
            look(number, control)?;
            let met = met[self.components.of(node)];
            if open & !met == 0 {
                continue;
            }
            space.unpack_into(*graph.state(node), &mut place);
            let found = first.len();
            for (property, obligation) in SafetyProperty::duties(system, &place) {
                let bit = bit(self.number[&obligation]);
                if bit & !met != 0 {
                    first.entry(property).or_insert(node);
                }
            }
            if first.len() > found {
                open = sought(&first);
            }
        }
        Ok(first)
    }
}

/// Returns the properties that are violated by configurations with an obligation that no continuation meets, in some of
/// which a system has it.
fn demanded_by(system: &System, obligation: Obligation) -> Vec<SafetyProperty> {
    match obligation {
        Obligation::AllEmpty => vec![SafetyProperty::Deadlock],
        Obligation::ReceptionBy(participant) => vec![SafetyProperty::Stuck(participant)],
        Obligation::ReceptionOf(_, message) => vec![SafetyProperty::Unreceived(message)],
        Obligation::ReceptionFrom(channel) => {
            let sent = system
                .actions()
                .filter(|action| action.channel == channel && action.direction == Direction::Send);
            let mut all: Vec<_> = sent.map(|one| SafetyProperty::Unreceived(one.message)).collect();
            all.sort_unstable();
            all.dedup();
            all
        }
    }
}

/// Returns all obligations that configurations of a system can have, in order.
fn all_obligations(system: &System) -> Vec<Obligation> {
    let receivers = system.automata().enumerate().filter(|(_, automaton)| {
        automaton.states().ids().any(|state| automaton.receptions(state).next().is_some())
    });
    let by = receivers.map(|(participant, _)| Obligation::ReceptionBy(participant));
    let of = system.actions().map(|action| match system.channels()[action.channel].kind {
        ChannelKind::Fifo => Obligation::ReceptionFrom(action.channel),
        ChannelKind::Bag => Obligation::ReceptionOf(action.channel, action.message),
    });
    let mut all: Vec<Obligation> = [Obligation::AllEmpty].into_iter().chain(by).chain(of).collect();
    all.sort_unstable();
    all.dedup();
    all
}

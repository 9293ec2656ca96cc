//! The first of the explored configurations that violate safety properties, for all properties at once.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use super::Explored;
use kernel::base::{Control, Id as _, IndexVec, Limit};
use kernel::search::NodeId;
use model::cfsm::{
    ChannelKind, Obligation, ParticipantId, SafetyProperty, Step, System, TransitionId,
};

/// Number of configurations between two looks at the limits.
const CHUNK: usize = 512;
/// Number of configurations that are looked at even if a limit was reached, so that no violation found is lost.
const ALWAYS: usize = 100_000;
/// Maximum number of steps between configurations that are not all, so that their continuations are looked at.
const STEPS: u64 = 4_000_000;
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

impl FirstViolations {
    /// Returns the first configuration that violates a property, as far as that can be decided: for a branching one, among
    /// those whose continuations are all explored.
    ///
    /// # Complexity
    /// Linear in the sizes of the configurations, for all linear properties together. For branching ones, linear in the
    /// number of steps, for 64 obligations together.
    ///
    /// # Errors
    /// The limit that was reached first: the time, or a request to stop.
    pub(super) fn first(
        &self,
        explored: &Explored<'_>,
        property: SafetyProperty,
        control: &Control,
    ) -> Result<Option<NodeId>, Limit> {
        if !property.is_linear() {
            if explored.gap().is_some() && explored.statistics().transitions > STEPS {
                return Ok(None);
            }
            let branching = match self.branching.get() {
                Some(branching) => branching,
                None => {
                    let found = Branching::new(explored, control)?;
                    self.branching.get_or_init(|| found)
                }
            };
            return branching.first(explored, property, control);
        }
        let found = match self.linear.get() {
            Some(found) => found,
            None => {
                let found = first_faults(explored, control)?;
                self.linear.get_or_init(|| found)
            }
        };
        let place = SafetyProperty::LINEAR.iter().position(|&one| one == property);
        Ok(place.and_then(|place| found[place]))
    }
}

/// Returns the first configuration that violates each linear property.
fn first_faults(explored: &Explored<'_>, control: &Control) -> Result<FirstFaults, Limit> {
    let mut found = FirstFaults::default();
    let mut place = explored.buffer();
    for node in explored.nodes() {
        if node.index() >= ALWAYS && node.index().is_multiple_of(CHUNK) {
            control.within(0, 0)?;
        }
        explored.read(node, &mut place);
        for (found, property) in found.iter_mut().zip(SafetyProperty::LINEAR) {
            if found.is_none() && property.is_violated_in(explored.system(), &place) {
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
    components: Vec<Vec<NodeId>>,
    component_of: IndexVec<NodeId, u32>,
    /// For each block of obligations that was looked at, the first configuration that violates each property.
    blocks: RefCell<BTreeMap<usize, BTreeMap<SafetyProperty, NodeId>>>,
}

impl Branching {
    fn new(explored: &Explored<'_>, control: &Control) -> Result<Self, Limit> {
        let system = explored.system();
        let edges = explored.edges(control)?;
        let obligations = all_obligations(system);
        let number: BTreeMap<Obligation, usize> =
            obligations.iter().enumerate().map(|(number, &one)| (one, number)).collect();
        let components = edges.components();
        let mut component_of = IndexVec::filled(0, explored.nodes().len());
        for (component, members) in (0..).zip(&components) {
            for &node in members {
                component_of[node] = component;
            }
        }
        let blocks = RefCell::default();
        Ok(Self { obligations, number, components, component_of, blocks })
    }

    /// Returns the first configuration with an obligation of a property that no continuation meets.
    fn first(
        &self,
        explored: &Explored<'_>,
        property: SafetyProperty,
        control: &Control,
    ) -> Result<Option<NodeId>, Limit> {
        let of = |obligation: &Obligation| match (property, *obligation) {
            (SafetyProperty::Deadlock, Obligation::AllEmpty)
            | (SafetyProperty::Unreceived(_), Obligation::ReceptionFrom(_)) => true,
            (SafetyProperty::Stuck(one), Obligation::ReceptionBy(other)) => one == other,
            (SafetyProperty::Unreceived(one), Obligation::ReceptionOf(_, other)) => one == other,
            _ => false,
        };
        let numbers = self.obligations.iter().zip(0..).filter(|(one, _)| of(one));
        let mut blocks: Vec<usize> = numbers.map(|(_, number)| number / BLOCK).collect();
        blocks.dedup();
        let mut first: Option<NodeId> = None;
        for block in blocks {
            if !self.blocks.borrow().contains_key(&block) {
                let found = self.block(explored, block, control)?;
                self.blocks.borrow_mut().insert(block, found);
            }
            let found = self.blocks.borrow()[&block].get(&property).copied();
            first = first.into_iter().chain(found).min();
        }
        Ok(first)
    }

    /// Returns the first configuration that violates each property by one of the obligations of a block.
    fn block(
        &self,
        explored: &Explored<'_>,
        block: usize,
        control: &Control,
    ) -> Result<BTreeMap<SafetyProperty, NodeId>, Limit> {
        let edges = explored.edges(control)?;
        let bit =
            |number: usize| if number / BLOCK == block { 1 << (number % BLOCK) } else { 0u64 };
        let system = explored.system();
        let inside = block * BLOCK..self.obligations.len().min((block + 1) * BLOCK);
        let all: u64 = inside.clone().map(bit).sum();
        let met_by = |participant, transition| {
            let Some(action) = system.action(participant, transition) else { return 0 };
            let met = inside.clone().filter(|&number| self.obligations[number].is_met_by(action));
            met.map(bit).sum()
        };
        let automata = system.automata().enumerate();
        let by_step: IndexVec<ParticipantId, IndexVec<TransitionId, u64>> = automata
            .map(|(participant, automaton)| {
                automaton.transitions().ids().map(|id| met_by(participant, id)).collect()
            })
            .collect();
        let if_empty = bit(self.number[&Obligation::AllEmpty]);
        let mut met: Vec<u64> = Vec::with_capacity(self.components.len());
        for members in &self.components {
            let of_step = |&(step, target): &(Step, NodeId)| {
                let later = self.component_of[target] as usize;
                // Within the component all is met already that others add.
                by_step[step.participant][step.transition] | met.get(later).copied().unwrap_or(0)
            };
            let of_node = |&node: &NodeId| {
                let own = if explored.has_messages(node) { 0 } else { if_empty };
                edges.leaving(node).iter().map(of_step).fold(own, |met, one| met | one)
            };
            let found = members.iter().map(of_node).fold(0, |met, one| met | one);
            met.push(found);
        }
        let mut first = BTreeMap::new();
        let mut place = explored.buffer();
        for &node in explored.closed(control)? {
            let met = met[self.component_of[node] as usize];
            if met == all {
                continue;
            }
            explored.read(node, &mut place);
            for (property, obligation) in SafetyProperty::duties(system, &place) {
                let bit = bit(self.number[&obligation]);
                if bit & !met != 0 {
                    first.entry(property).or_insert(node);
                }
            }
        }
        Ok(first)
    }
}

/// Returns all obligations that configurations of a system can have, in order.
fn all_obligations(system: &System) -> Vec<Obligation> {
    let by = system.automata().ids().map(Obligation::ReceptionBy);
    let of = system.actions().map(|action| match system.channels()[action.channel].kind {
        ChannelKind::Fifo => Obligation::ReceptionFrom(action.channel),
        ChannelKind::Bag => Obligation::ReceptionOf(action.channel, action.message),
    });
    let mut all: Vec<Obligation> = [Obligation::AllEmpty].into_iter().chain(by).chain(of).collect();
    all.sort_unstable();
    all.dedup();
    all
}

//! The first of the explored configurations that violate safety properties, for all properties at once.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rustc_hash::FxHashMap;

use crate::configurations::{ConfigurationSpace, PackedConfiguration};
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
/// Number of obligations in a word.
const WORD: usize = u64::BITS as usize;
/// Number of words, one or more for each component, up to which obligations are looked at together.
const WORDS: usize = 1 << 20;

/// The first configuration that violates each of the linear properties.
type FirstFaults = [Option<NodeId>; SafetyProperty::LINEAR.len()];

/// The first configurations that violate properties, computed on the first request.
#[derive(Debug, Default)]
pub(super) struct FirstViolations {
    linear: OnceCell<FirstFaults>,
    deadlock: OnceCell<Option<NodeId>>,
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

    /// Returns the first configuration with a message in each continuation, among those whose continuations are all
    /// explored: the one that [`branching`](Self::branching) returns for deadlock, without the steps, which take more
    /// memory than the configurations.
    ///
    /// # Complexity
    /// That of [`StateGraph::first_that_cannot_reach`].
    ///
    /// # Errors
    /// The limit that was reached first.
    pub(super) fn deadlock(
        &self,
        graph: &Graph<'_>,
        control: &Control,
    ) -> Result<Option<NodeId>, Limit> {
        if let Some(found) = self.deadlock.get() {
            return Ok(*found);
        }
        let is_empty = |configuration: &PackedConfiguration| !configuration.has_messages();
        let found = graph.first_that_cannot_reach(is_empty, control)?;
        Ok(*self.deadlock.get_or_init(|| found))
    }

    /// Returns the first configuration that violates a branching property, among those whose continuations are all explored.
    ///
    /// # Complexity
    /// Linear in the number of steps and in the sizes of the configurations, for 64 obligations together, or for all if the
    /// configurations are few.
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
    duties: Duties,
    /// The components, those that others lead to first.
    components: Components,
    /// Number of words of obligations that are looked at together.
    width: usize,
    /// For each group of words that was looked at, the first configuration that violates each property.
    groups: RefCell<BTreeMap<usize, BTreeMap<SafetyProperty, NodeId>>>,
}

impl Branching {
    fn new(graph: &Graph<'_>, edges: &Edges<Step>, control: &Control) -> Result<Self, Limit> {
        let duties = Duties::new(graph.system().system());
        let components = edges.components(control)?;
        let width =
            (WORDS / components.count().max(1)).clamp(1, duties.demanded.len().div_ceil(WORD));
        Ok(Self { duties, components, width, groups: RefCell::default() })
    }

    /// Returns the first configuration with an obligation of a property that no continuation meets.
    fn first(
        &self,
        graph: &Graph<'_>,
        continuations: Continuations<'_>,
        property: SafetyProperty,
        control: &Control,
    ) -> Result<Option<NodeId>, Limit> {
        let mut first: Option<NodeId> = None;
        let numbers = self.duties.of(property).iter();
        let mut groups: Vec<usize> = numbers.map(|number| number / WORD / self.width).collect();
        groups.dedup();
        let mut known = self.groups.borrow_mut();
        for group in groups {
            let found = match known.entry(group) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    new.insert(self.group(graph, continuations, group, control)?)
                }
            };
            first = first.into_iter().chain(found.get(&property).copied()).min();
        }
        Ok(first)
    }

    /// Returns the first configuration that violates each property by one of the obligations of a group.
    fn group(
        &self,
        graph: &Graph<'_>,
        Continuations { edges, closed }: Continuations<'_>,
        group: usize,
        control: &Control,
    ) -> Result<BTreeMap<SafetyProperty, NodeId>, Limit> {
        let Self { duties, width, .. } = self;
        let space = graph.system();
        let begin = group * width * WORD;
        let inside = begin..duties.demanded.len().min(begin + width * WORD);
        let place = |number: usize| ((number - begin) / WORD, 1u64 << ((number - begin) % WORD));
        let is_inside = |number: &usize| inside.contains(number);
        // The obligations that each component meets.
        let mut met = vec![0; self.components.count() * width];
        for (number, members) in self.components.iter().enumerate() {
            look(number, control)?;
            let (before, own) = met.split_at_mut(number * width);
            for &node in members {
                let empty = (!graph.state(node).has_messages()).then_some(Obligation::AllEmpty);
                for number in empty.iter().map(|empty| duties.number[empty]).filter(is_inside) {
                    own[place(number).0] |= place(number).1;
                }
                for (step, target) in edges.leaving(node) {
                    for number in duties.met_by(step).filter(is_inside) {
                        own[place(number).0] |= place(number).1;
                    }
                    // Within the component all is met already that others add.
                    let later = self.components.of(target) * width;
                    let later = before.get(later..later + width).unwrap_or_default();
                    own.iter_mut().zip(later).for_each(|(own, later)| *own |= later);
                }
            }
        }
        let mut first = BTreeMap::new();
        // The obligations by which a property may be violated for which no configuration was found yet, and for each how
        // many such properties there are.
        let mut open = vec![0; *width];
        let mut left: Vec<usize> = duties.demanded[inside.clone()].iter().map(Vec::len).collect();
        for number in inside.clone().filter(|number| left[number - begin] > 0) {
            open[place(number).0] |= place(number).1;
        }
        let mut configuration = space.buffer();
        for (number, &node) in closed.iter().enumerate() {
            look(number, control)?;
            let met = &met[self.components.of(node) * width..][..*width];
            if open.iter().zip(met).all(|(open, met)| open & !met == 0) {
                continue;
            }
            space.heads_into(*graph.state(node), &mut configuration);
            for (property, obligation) in SafetyProperty::duties(space.system(), &configuration) {
                let number = duties.number[&obligation];
                if !is_inside(&number) || met[place(number).0] & place(number).1 != 0 {
                    continue;
                }
                let Entry::Vacant(new) = first.entry(property) else { continue };
                new.insert(node);
                for number in duties.of(property).iter().copied().filter(is_inside) {
                    left[number - begin] -= 1;
                    if left[number - begin] == 0 {
                        open[place(number).0] &= !place(number).1;
                    }
                }
            }
        }
        Ok(first)
    }
}

/// The obligations that configurations of a system can have, in order, and what they have to do with properties and steps.
#[derive(Debug)]
struct Duties {
    number: FxHashMap<Obligation, usize>,
    /// For each obligation the properties that a configuration violates which has it, if no continuation meets it.
    demanded: Vec<Vec<SafetyProperty>>,
    /// For each property its obligations, in order.
    of: FxHashMap<SafetyProperty, Vec<usize>>,
    /// For each transition the obligations that it meets.
    met_by: IndexVec<ParticipantId, IndexVec<TransitionId, [Option<usize>; 2]>>,
}

impl Duties {
    /// Returns the obligations of the configurations of a system.
    ///
    /// # Complexity
    /// Linear in the size of the system, but for sorting.
    fn new(system: &System) -> Self {
        let receivers = system.automata().enumerate().filter(|(_, automaton)| {
            automaton.states().ids().any(|state| automaton.has_reception(state))
        });
        let by = receivers
            .map(|(one, _)| (Obligation::ReceptionBy(one), Some(SafetyProperty::Stuck(one))));
        let of = system.actions().map(|action| {
            let is_sent = action.direction == Direction::Send;
            let property = SafetyProperty::Unreceived(action.message);
            match system.channels()[action.channel].kind {
                ChannelKind::Fifo => {
                    (Obligation::ReceptionFrom(action.channel), is_sent.then_some(property))
                }
                ChannelKind::Bag => {
                    (Obligation::ReceptionOf(action.channel, action.message), Some(property))
                }
            }
        });
        let empty = (Obligation::AllEmpty, Some(SafetyProperty::Deadlock));
        let mut all: Vec<_> = [empty].into_iter().chain(by).chain(of).collect();
        all.sort_unstable();
        all.dedup();
        let (mut number, mut demanded) = (FxHashMap::default(), Vec::<Vec<_>>::new());
        let mut properties: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (obligation, property) in all {
            let one = *number.entry(obligation).or_insert(demanded.len());
            demanded.resize_with(demanded.len().max(one + 1), Vec::new);
            if let Some(property) = property {
                demanded[one].push(property);
                properties.entry(property).or_default().push(one);
            }
        }
        let automata = system.automata().enumerate();
        let met_by = automata
            .map(|(participant, automaton)| {
                let met = |transition| {
                    let step = Step { participant, transition };
                    let action = system.action(participant, transition);
                    let from = action.map(|one| match system.channels()[one.channel].kind {
                        ChannelKind::Fifo => Obligation::ReceptionFrom(one.channel),
                        ChannelKind::Bag => Obligation::ReceptionOf(one.channel, one.message),
                    });
                    [Some(Obligation::ReceptionBy(participant)), from].map(|obligation| {
                        let met = obligation.filter(|one| one.is_met_by(system, step))?;
                        number.get(&met).copied()
                    })
                };
                automaton.transitions().ids().map(met).collect()
            })
            .collect();
        Self { number, demanded, of: properties, met_by }
    }

    /// Returns the obligations of a property, in order.
    fn of(&self, property: SafetyProperty) -> &[usize] {
        self.of.get(&property).map_or(&[], Vec::as_slice)
    }

    /// Returns the obligations that a step meets.
    fn met_by(&self, step: Step) -> impl Iterator<Item = usize> + use<> {
        self.met_by[step.participant][step.transition].into_iter().flatten()
    }
}

//! The messages that RSC executions leave in channels.

use super::{CommunicationStep, RscAutomaton, Run, RunBuilder};
use kernel::base::{Control, IndexVec, Limit, Words, with_words};
use kernel::search::{Components, NodeId, StateGraph, Statistics, explore, shortest_path};
use model::cfsm::{ChannelId, System};

/// The most messages that channels hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChannelBounds {
    /// In each channel.
    pub channels: IndexVec<ChannelId, usize>,
    /// In all channels together.
    pub total: usize,
}

impl ChannelBounds {
    /// Returns the most messages in any one channel.
    pub fn greatest(&self) -> usize {
        self.channels.iter().copied().max().unwrap_or(0)
    }

    /// Returns the bounds of empty channels.
    pub(crate) fn zero(system: &System) -> Self {
        Self { channels: IndexVec::filled(0, system.channels().len()), total: 0 }
    }

    /// Raises these bounds to others.
    pub(crate) fn raise(&mut self, others: impl Fn(ChannelId) -> usize, total: usize) {
        for channel in self.channels.ids() {
            self.channels[channel] = self.channels[channel].max(others(channel));
        }
        self.total = self.total.max(total);
    }
}

/// What RSC executions leave in the channels.
pub(crate) enum Growth {
    /// At most so many messages.
    Bounded(ChannelBounds),
    /// Arbitrarily many: the last part of the run can be repeated.
    Unbounded(Run),
}

/// Returns `true` if RSC executions of `system` can leave arbitrarily many messages in its channels, so
/// that infinitely many configurations are reachable.
///
/// They can iff a cycle of the RSC automaton has an unmatched send: the cycle can be repeated, and its
/// message is never received. Other executions are not considered.
///
/// # Complexity
/// Linear in the number of transitions of the RSC automaton.
///
/// # Errors
/// The limit that was reached first; the automaton may have `max_states` states at most.
pub fn is_unbounded(system: &System, max_states: u64, control: &Control) -> Result<bool, Limit> {
    let automaton = RscAutomaton::<Box<[u64]>>::new(system);
    with_words!(automaton.state_words(), W => {
        Explored::new(automaton.packed::<W>(), max_states, control).is_unbounded(control)
    })
}

/// Returns what RSC executions of `system` leave in the channels, with the number of states and transitions of the RSC
/// automaton that were explored: at most `max_states` states.
///
/// A state of the automaton does not say how many messages a channel holds. If no cycle has an unmatched send, these are at
/// most as many as unmatched sends are on a path; the greatest numbers are found along the components, from the last ones on.
///
/// # Complexity
/// Linear in the number of transitions of the RSC automaton, times that of channels.
pub(crate) fn growth(
    system: &System,
    max_states: u64,
    control: &Control,
) -> (Result<Growth, Limit>, Statistics) {
    let automaton = RscAutomaton::<Box<[u64]>>::new(system);
    with_words!(automaton.state_words(), W => {
        let explored = Explored::new(automaton.packed::<W>(), max_states, control);
        (explored.growth(system, control), explored.0.statistics())
    })
}

/// The explored RSC automaton.
struct Explored<W: Words>(StateGraph<RscAutomaton<W>>);

impl<W: Words> Explored<W> {
    fn new(automaton: RscAutomaton<W>, max_states: u64, control: &Control) -> Self {
        Self(explore(automaton, max_states, control))
    }

    fn is_unbounded(&self, control: &Control) -> Result<bool, Limit> {
        self.0.cut().map_or(Ok(()), Err)?;
        let edges = self.0.edges(control)?;
        let components = edges.components(control)?;
        let grows = |source| {
            edges.leaving(source).any(|(communication, target)| {
                communication.reception.is_none() && components.of(source) == components.of(target)
            })
        };
        Ok(self.0.nodes().any(grows))
    }

    fn growth(&self, system: &System, control: &Control) -> Result<Growth, Limit> {
        self.0.cut().map_or(Ok(()), Err)?;
        let edges = self.0.edges(control)?;
        let components = edges.components(control)?;
        let is_within = |one: NodeId, other: NodeId| components.of(one) == components.of(other);
        let leaving = |node: NodeId| edges.leaving(node);
        let grows = |source: NodeId| {
            let mut repeated = leaving(source);
            repeated.find(|(step, target)| step.reception.is_none() && is_within(source, *target))
        };
        if let Some((source, (step, target))) =
            self.0.nodes().find_map(|source| Some((source, grows(source)?)))
        {
            let back = |&node: &NodeId| leaving(node).filter(move |&(_, to)| is_within(node, to));
            let back = shortest_path([target], back, |&node| node == source)
                .expect("the states of a component lead to each other");
            let repeated = [step].into_iter().chain(back.into_labels());
            return Ok(Growth::Unbounded(self.run(system, source, repeated)));
        }
        Ok(Growth::Bounded(self.bounds(system, &components, leaving)))
    }

    /// Returns the run to a state and the communications from there.
    fn run(
        &self,
        system: &System,
        to: NodeId,
        then: impl Iterator<Item = CommunicationStep>,
    ) -> Run {
        let path = self.0.path_to(to);
        let controls = self.0.system().space().controls(path.initial.as_ref());
        let mut run = RunBuilder::new(system, controls);
        path.into_labels().chain(then).for_each(|step| run.communicate(step));
        run.finish()
    }

    /// Returns the most unmatched sends on paths; no cycle has any.
    fn bounds<I: Iterator<Item = (CommunicationStep, NodeId)>>(
        &self,
        system: &System,
        components: &Components,
        leaving: impl Fn(NodeId) -> I,
    ) -> ChannelBounds {
        let letters = self.0.system().space().moves().channel_letters();
        let mut most: Vec<ChannelBounds> = Vec::with_capacity(components.count());
        // Each component is numbered after those that it leads to.
        for members in components.iter() {
            let mut own = ChannelBounds::zero(system);
            for &node in members {
                for (step, target) in leaving(node) {
                    if components.of(target) == components.of(node) {
                        continue;
                    }
                    let after = &most[components.of(target)];
                    let unmatched =
                        step.reception.is_none().then(|| letters[step.channel_letter].channel);
                    let more = |channel| usize::from(unmatched == Some(channel));
                    let total = after.total + usize::from(unmatched.is_some());
                    own.raise(|channel| after.channels[channel] + more(channel), total);
                }
            }
            most.push(own);
        }
        let mut all = ChannelBounds::zero(system);
        for one in &most {
            all.raise(|channel| one.channels[channel], one.total);
        }
        all
    }
}

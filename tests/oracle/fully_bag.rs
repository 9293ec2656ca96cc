//! Whether a system is RSC where bags keep no order at all (2.5.2 of the thesis).
//!
//! A reception from a bag matches any earlier send of its message that is not matched yet, one from a FIFO channel the
//! first. Two sends, or two receptions, conflict through a FIFO channel only. A system is RSC if the conflict graph of each
//! execution is acyclic, however its receptions are matched.

use super::conflict::{has_cycle, same_way};
use super::executions::Execution;
use super::membership::{Budget, Measure, Verdict, length_done};
use super::reorderings::{before, least_order};
use model::cfsm::{Action, ChannelKind, Direction, System};
use std::collections::BTreeSet;

/// An execution, and for each action the place of the action that it is matched with.
#[derive(Clone, Debug)]
pub struct Matched {
    pub execution: Execution,
    pub partners: Vec<Option<usize>>,
}

impl Matched {
    /// The executions with one action more, each with all matchings that its last action allows.
    pub fn extensions(&self, system: &System) -> Vec<Self> {
        let mut all = Vec::new();
        for execution in self.execution.extensions(system) {
            let place = execution.actions.len() - 1;
            let last = execution.actions[place];
            let mut partners = self.partners.clone();
            partners.push(None);
            if last.direction == Direction::Send {
                all.push(Self { execution, partners });
                continue;
            }
            let is_free = |&send: &usize| {
                let action = execution.actions[send];
                let is_send = action.direction == Direction::Send;
                is_send && action.channel == last.channel && partners[send].is_none()
            };
            let free = (0..place).filter(is_free);
            let candidates: Vec<usize> = match system.channels()[last.channel].kind {
                ChannelKind::Fifo => free.take(1).collect(),
                ChannelKind::Bag => {
                    free.filter(|&send| execution.actions[send].message == last.message).collect()
                }
            };
            for send in candidates {
                let mut partners = partners.clone();
                partners[send] = Some(place);
                partners[place] = Some(send);
                all.push(Self { execution: execution.clone(), partners });
            }
        }
        all
    }

    fn commute(&self, system: &System, i: usize, j: usize) -> bool {
        let (one, other) = (self.execution.actions[i], self.execution.actions[j]);
        let is_fifo = system.channels()[one.channel].kind == ChannelKind::Fifo;
        one.participant != other.participant
            && self.partners[i] != Some(j)
            && !(is_fifo && same_way(system, one, other))
    }

    /// Whether the conflict graph has a cycle: not all matching pairs can be made neighbours.
    pub fn is_cyclic(&self, system: &System) -> bool {
        let commute = |i, j| self.commute(system, i, j);
        has_cycle(&self.execution.actions, &self.partners, commute)
    }

    /// What is the same of all executions that differ in the order of actions that commute.
    fn least(&self, system: &System) -> Vec<(Action, Option<usize>)> {
        let actions = &self.execution.actions;
        let order = least_order(actions, &before(actions.len(), |i, j| self.commute(system, i, j)));
        let place_of = |place: usize| order.iter().position(|&other| other == place).unwrap();
        order.iter().map(|&place| (actions[place], self.partners[place].map(place_of))).collect()
    }
}

/// Whether some matching makes an execution cyclic.
pub fn can_be_cyclic(system: &System, execution: &[Action]) -> bool {
    let empty = Matched { execution: Execution::empty(system), partners: Vec::new() };
    let longer = |all: Vec<Matched>, action: &Action| {
        let next = all.iter().flat_map(|one| one.extensions(system));
        next.filter(|one| one.execution.actions.last() == Some(action)).collect()
    };
    execution.iter().fold(vec![empty], longer).iter().any(|one| one.is_cyclic(system))
}

/// The shortest execution that some matching makes cyclic. It ends with a reception: a send that comes last has no outgoing
/// edge.
pub fn decide(system: &System, measure: Measure, budget: Budget) -> Verdict {
    let empty = Matched { execution: Execution::empty(system), partners: Vec::new() };
    // Those of the current length, and those that are longer by one.
    let (mut current, mut longer) = (vec![empty], Vec::new());
    let (mut tried, mut length, mut seen) = (0, 0, BTreeSet::new());
    loop {
        while let Some(one) = current.pop() {
            for next in one.extensions(system) {
                if !seen.insert(next.least(system)) {
                    continue;
                }
                tried += 1;
                if tried > budget.executions {
                    return Verdict::HoldsUpTo { length: length_done(length, measure) };
                }
                let last = next.execution.actions.last().expect("an extension has an action");
                let costs = measure == Measure::Actions || last.direction == Direction::Send;
                if next.is_cyclic(system) {
                    let length = length + usize::from(costs);
                    return Verdict::Violated { shortest: next.execution.actions, length };
                }
                if costs { &mut longer } else { &mut current }.push(next);
            }
        }
        if longer.is_empty() {
            return Verdict::Holds;
        }
        if length == budget.length {
            return Verdict::HoldsUpTo { length };
        }
        current = std::mem::take(&mut longer);
        length += 1;
    }
}

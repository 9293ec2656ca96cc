//! The executions that are equivalent to one (2.3 of the thesis), and executions that have no equivalent that keeps a rule.

use super::conflict::{commute, matching};
use super::executions::Execution;
use super::membership::{Budget, Verdict};
use kernel::base::IndexVec;
use model::cfsm::{Action, ChannelId, Direction, System};
use std::collections::BTreeSet;

/// How many messages each channel holds.
pub type Held = IndexVec<ChannelId, usize>;

/// A rule for executions: whether an action may happen while the channels hold so many messages.
pub type Rule<'a> = &'a dyn Fn(&Held, Action) -> bool;

/// Puts the messages of an action into its channel, or takes it from there.
fn change(held: &mut Held, action: Action) {
    match action.direction {
        Direction::Send => held[action.channel] += 1,
        Direction::Receive => held[action.channel] -= 1,
    }
}

/// No message in any channel.
fn nothing(system: &System) -> Held {
    IndexVec::filled(0, system.channels().len())
}

/// Whether each action of an execution keeps a rule where it happens.
pub fn keeps(system: &System, execution: &[Action], rule: Rule<'_>) -> bool {
    let mut held = nothing(system);
    execution.iter().all(|&action| {
        let is_allowed = rule(&held, action);
        change(&mut held, action);
        is_allowed
    })
}

/// All executions that are equivalent to one: whatever comes of exchanging neighbours that commute, again and again.
pub fn equivalents(system: &System, execution: &[Action]) -> BTreeSet<Vec<Action>> {
    let (mut found, mut open) = (BTreeSet::from([execution.to_vec()]), vec![execution.to_vec()]);
    while let Some(one) = open.pop() {
        let partners = matching(system, &one);
        for place in 1..one.len() {
            if commute(system, &one, &partners, place - 1, place) {
                let mut other = one.clone();
                other.swap(place - 1, place);
                if found.insert(other.clone()) {
                    open.push(other);
                }
            }
        }
    }
    found
}

/// Whether an execution that is equivalent keeps a rule, by the definition.
pub fn has_equivalent(system: &System, execution: &[Action], rule: Rule<'_>) -> bool {
    equivalents(system, execution).iter().any(|one| keeps(system, one, rule))
}

/// For each action the earlier ones that it does not commute with: in whatever order the actions are done that has these
/// before it, the execution is equivalent, and there are no other equivalent ones.
pub fn before(length: usize, commute: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    (0..length).map(|j| (0..j).filter(|&i| !commute(i, j)).collect()).collect()
}

/// As [`has_equivalent`], action by action: an order is given up at the first action that breaks the rule, and of two
/// orders of the same actions one is continued, since what the channels hold is the same.
pub fn has_order(system: &System, execution: &[Action], rule: Rule<'_>) -> bool {
    let partners = matching(system, execution);
    let before = before(execution.len(), |i, j| commute(system, execution, &partners, i, j));
    let (mut seen, mut open) = (BTreeSet::new(), vec![vec![false; execution.len()]]);
    while let Some(done) = open.pop() {
        let places = || 0..execution.len();
        if places().all(|place| done[place]) {
            return true;
        }
        let mut held = nothing(system);
        places().filter(|&place| done[place]).for_each(|place| change(&mut held, execution[place]));
        for place in places().filter(|&place| !done[place]) {
            if before[place].iter().all(|&earlier| done[earlier]) && rule(&held, execution[place]) {
                let mut more = done.clone();
                more[place] = true;
                if seen.insert(more.clone()) {
                    open.push(more);
                }
            }
        }
    }
    false
}

/// The places of the actions in the order that, of all equivalent ones, has the least actions first. It is the same for
/// equivalent executions, and for no others: two equal actions never commute.
pub fn least_order(execution: &[Action], before: &[Vec<usize>]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    while order.len() < execution.len() {
        let left = (0..execution.len()).filter(|place| !order.contains(place));
        let next = left.filter(|&place| before[place].iter().all(|one| order.contains(one)));
        order.push(next.min_by_key(|&place| execution[place]).unwrap());
    }
    order
}

/// The shortest execution for which a property of equivalence classes fails, in actions. One execution of each class is
/// tried, in order of length.
pub fn shortest(system: &System, budget: Budget, is_fine: impl Fn(&[Action]) -> bool) -> Verdict {
    let (mut tried, mut current) = (0, vec![Execution::empty(system)]);
    for length in 1..=budget.length {
        let (mut seen, mut longer) = (BTreeSet::new(), Vec::new());
        for next in current.iter().flat_map(|execution| execution.extensions(system)) {
            let actions = &next.actions;
            let partners = matching(system, actions);
            let before = before(length, |i, j| commute(system, actions, &partners, i, j));
            let least: Vec<Action> =
                least_order(actions, &before).into_iter().map(|place| actions[place]).collect();
            if !seen.insert(least) {
                continue;
            }
            tried += 1;
            if tried > budget.executions {
                return Verdict::HoldsUpTo { length: length - 1 };
            }
            if !is_fine(actions) {
                return Verdict::Violated { shortest: next.actions, length };
            }
            longer.push(next);
        }
        if longer.is_empty() {
            return Verdict::Holds;
        }
        current = longer;
    }
    Verdict::HoldsUpTo { length: budget.length }
}

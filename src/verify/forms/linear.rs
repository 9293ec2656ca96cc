//! Certificates of form `linear`: weights of local states and messages, the sum of which no step makes larger.
//!
//! An invariant has weights for some local states, and for messages in channels. The sum of a configuration is that of
//! the weights of its local states, and of the messages in its channels, as often as they are there. What must be shown
//! for each invariant is that
//! - each initial local state has a weight, and it is at most 0;
//! - each transition from a local state with a weight leads to one with a weight, and does not make the sum larger. A
//!   reception of a message that is not sent is not considered.
//!
//! Then in all reachable configurations each local state has a weight in each invariant, and each sum is at most 0. This
//! holds for channels of all kinds, since a message that is received was in the channel before, in whatever place.
//!
//! What remains to be shown is that each configuration with these local states that violates the property has a sum above
//! 0 in one of the invariants. It suffices to consider the smallest contents with which local states violate it, and the
//! invariants that have no negative weight for a message that larger contents may have. Progress and reception deadlocks
//! require that messages are absent, which may have any weight. For these, many combinations of local states are
//! considered together. They are split only where no invariant excludes them all.

use std::collections::BTreeMap;

use crate::core::{
    ANY, Act, ChannelMessage, Claim, Configurations, Key, Nfa, Outcome, Participant, Property,
    Space as _, State, Weights, ensure, found, read_items, reject, require, required, unsupported,
};

/// Maximum number of sets of local states that are considered for a property.
const SETS: usize = 1 << 16;

/// An invariant. Sums of weights do not overflow, since each weight fits into 64 bits.
struct Invariant {
    /// By participant and local state, the weights of those that are reached.
    locals: Vec<Vec<Option<i128>>>,
    /// By item.
    messages: Vec<i128>,
}

/// For each participant, the local states that it may be in.
type Control = Vec<Vec<usize>>;

/// Sums of several invariants.
type Sums<'a> = (Vec<i128>, Vec<&'a Invariant>);

/// The invariants of a certificate.
struct Linear<'a> {
    all: Configurations<'a>,
    invariants: Vec<Invariant>,
}

/// Checks that invariants exclude the properties.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let &Claim { document, system, ref properties, .. } = claim;
    let all = Configurations::new(system);
    let items = read_items(&all, document)?;
    let read = |given: &Weights| {
        require(given.states.len() == system.participants.len())?;
        let weight = |(of, weights): (&Participant, &BTreeMap<u64, i64>)| {
            let weight = |state: &State| weights.get(&state.number).copied().map(i128::from);
            of.states.iter().map(weight).collect()
        };
        let locals = system.participants.iter().zip(&given.states).map(weight).collect();
        let mut messages = vec![0; all.names.len()];
        for (position, weight) in &given.messages {
            messages[*items.get(*position)?] += i128::from(*weight);
        }
        Some(Invariant { locals, messages })
    };
    let given = required(document.invariants.as_ref(), "invariants")?;
    let why = || "an invariant is not weights for all participants and items";
    let invariants = found(given.iter().map(read).collect(), why)?;
    let linear = Linear { all, invariants };
    linear.ensure_kept()?;
    properties.iter().try_for_each(|property| match property {
        Property::Progress | Property::ReceptionDeadlock => linear.ensure_no_wait(*property),
        _ => property.ensure_excluded(&linear.all, &|row, contents| linear.excludes(row, contents)),
    })
}

impl Linear<'_> {
    /// Fails unless the sums are at most 0 in all initial configurations, and no step makes them larger.
    fn ensure_kept(&self) -> Outcome {
        for (p, Participant { name, states, initial, .. }) in
            self.all.system.participants.iter().enumerate()
        {
            for (one, number) in self.invariants.iter().zip(1..) {
                let ensure_weight = |to: usize, limit: i128| {
                    let is_kept = one.locals[p][to].is_some_and(|weight| weight <= limit);
                    let what = || format!("no weight up to {limit} for {}", states[to].number);
                    ensure(is_kept, || format!("invariant {number} has {} of {name}", what()))
                };
                initial.iter().try_for_each(|to| ensure_weight(*to, 0))?;
                for (state, weight) in states.iter().zip(&one.locals[p]) {
                    for by in &state.transitions {
                        let of = |message| Some(one.messages[self.all.item(message)?]);
                        let limit = weight.and_then(|weight| match by.act {
                            Act::Internal => Some(weight),
                            Act::Send(sent) => Some(weight - of(sent)?),
                            Act::Receive(received) => Some(weight + of(received)?),
                        });
                        limit.map_or(Ok(()), |limit| ensure_weight(by.to, limit))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Fails unless no configuration is reached that violates progress, or is a reception deadlock.
    fn ensure_no_wait(&self, property: Property) -> Outcome {
        let system = self.all.system;
        let mut control = self.known(&vec![ANY; self.all.width()]);
        for (p, locals) in control.iter_mut().enumerate() {
            locals.retain(|local| property.takes_part(system, p, *local));
        }
        let mut open = Vec::<Control>::new();
        // Not all are in final states. Each participant may be the first one that is not.
        for p in 0..control.len() {
            let is_final = |local: &usize| system.state(p, *local).is_final();
            let (final_ones, waiting) = control[p].iter().partition(|local| is_final(local));
            control[p] = waiting;
            open.push(control.clone());
            control[p] = final_ones;
        }
        for _ in 0..SETS {
            let Some(mut control) = open.pop() else { return Ok(()) };
            if self.least(&control, &[], &self.absent(property, &control)).is_none() {
                continue;
            }
            let Some(p) = control.iter().position(|locals| locals.len() > 1) else {
                let row: Vec<u32> = control.iter().map(|locals| locals[0] as u32).collect();
                return reject(format!("{} is bad, not excluded", self.all.text(&row)));
            };
            for local in std::mem::take(&mut control[p]) {
                control[p] = vec![local];
                open.push(control.clone());
            }
        }
        unsupported("as many sets of local states")
    }

    /// Returns the items that are absent if participants wait in these local states.
    ///
    /// Reception deadlocks require that a channel from which somebody receives is empty. Progress requires that no bag
    /// has a message that somebody receives, and no FIFO channel has one in front: if all its messages are received, it
    /// is empty.
    fn absent(&self, property: Property, control: &Control) -> Vec<usize> {
        let system = self.all.system;
        let message = |item: usize| self.all.message(item as u32);
        let is_taken = |of: ChannelMessage| {
            let takes = |state: &State| match property {
                Property::ReceptionDeadlock => state.reads(of.channel),
                _ => state.receives(&of),
            };
            let mut all = control.iter().enumerate();
            all.any(|(p, locals)| locals.iter().all(|local| takes(system.state(p, *local))))
        };
        let items = 0..self.all.names.len();
        let open = items.clone().map(message).filter(|of| !is_taken(*of));
        let open: Vec<Key> = open.map(|of| system.key(of)).collect();
        items.filter(|item| !open.contains(&system.key(message(*item)))).collect()
    }

    /// Returns the local states that have weights, of those that a row allows.
    fn known(&self, row: &[u32]) -> Control {
        let known = |(p, local): (usize, &u32)| {
            let is_known = |at: &usize| {
                let is_reached = |one: &Invariant| one.locals[p][*at].is_some();
                [ANY, *at as u32].contains(local) && self.invariants.iter().all(is_reached)
            };
            (0..self.all.system.participants[p].states.len()).filter(is_known).collect()
        };
        row.iter().enumerate().map(known).collect()
    }

    /// Returns the least sums of the weights of local states and messages, by the invariants without negative weights
    /// for messages that are not absent; `None` if there are no such local states, or a sum is larger than 0.
    fn least(&self, control: &Control, held: &[u32], absent: &[usize]) -> Option<Sums<'_>> {
        let is_fit = |one: &&Invariant| {
            let mut weights = one.messages.iter().enumerate();
            weights.all(|(item, weight)| *weight >= 0 || absent.contains(&item))
        };
        let fit: Vec<&Invariant> = self.invariants.iter().filter(is_fit).collect();
        let sum = |one: &&Invariant| {
            let locals = one.locals.iter().zip(control);
            let least = locals.filter_map(|(all, set)| set.iter().filter_map(|at| all[*at]).min());
            least.chain(held.iter().map(|item| one.messages[*item as usize])).sum()
        };
        let sums = are_low(fit.iter().map(sum).collect())?;
        control.iter().all(|set| !set.is_empty()).then_some((sums, fit))
    }

    /// Returns `true` if some invariant excludes each of the configurations that a row stands for, and larger ones; with an
    /// expression those with contents that it describes.
    fn excludes(&self, row: &[u32], contents: Option<&Nfa>) -> Outcome<bool> {
        let (locals, held) = row.split_at(self.all.width());
        let Some((sums, fit)) = self.least(&self.known(locals), held, &[]) else { return Ok(true) };
        let Some(expression) = contents else { return Ok(false) };
        // Contents need not be read further if a sum is larger than 0.
        let next = |sums: Vec<i128>, message| {
            let item = self.all.item(message)?;
            are_low(sums.iter().zip(&fit).map(|(sum, one)| sum + one.messages[item]).collect())
        };
        Ok(!expression.allows(self.all.system, sums, next)?)
    }
}

/// Returns several sums; `None` if one is larger than 0.
fn are_low(sums: Vec<i128>) -> Option<Vec<i128>> {
    sums.iter().all(|sum| *sum <= 0).then_some(sums)
}

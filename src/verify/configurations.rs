//! Configurations and their single steps: continuations of a configuration, and certificates that list all
//! configurations.

use std::collections::BTreeMap;

use super::evidence::{Document, required};
use super::expression::reachable;
use super::safety::{Blame, Goal, Property, View, is_violated};
use super::states::{Space, Step, Visit, explore, invariant};
use super::system::{Act, Place, Specification, System, Transition};
use super::{Outcome, ensure, reject};

/// The configurations of a system.
///
/// A row has the contents of the channels, in the order of the channels: for a FIFO channel the oldest message first,
/// for a bag in the order of message numbers. An item is a message in a channel.
pub(super) struct Configurations<'a> {
    pub(super) system: &'a System,
    places: Vec<Place>,
    names: Vec<String>,
}

impl<'a> Configurations<'a> {
    pub(super) fn new(system: &'a System) -> Self {
        let places: Vec<Place> = system.senders.keys().copied().collect();
        let names = places.iter().map(|place| system.text(*place)).collect();
        Self { system, places, names }
    }

    /// Returns the contents of the channels.
    fn held(&self, row: &[u32]) -> impl Iterator<Item = Place> {
        row[self.system.participants.len()..].iter().map(|item| self.places[*item as usize])
    }

    /// Returns the position in a row where a message is received, or inserted by a send.
    fn at(&self, row: &[u32], place: Place, is_send: bool) -> usize {
        let behind = place.channel + usize::from(is_send);
        let is_bag = self.system.bags[place.channel];
        let is_before = |held: &Place| if is_bag { *held < place } else { held.channel < behind };
        let count = self.system.participants.len();
        count + row[count..].partition_point(|item| is_before(&self.places[*item as usize]))
    }

    /// Returns the number of the item for a message in a channel.
    pub(super) fn item(&self, place: Place) -> Option<u32> {
        self.places.binary_search(&place).ok().map(|item| item as u32)
    }

    /// Takes a transition of `p`; returns `false` if its message cannot be received.
    pub(super) fn follow(&self, row: &mut Vec<u32>, p: usize, by: &Transition) -> bool {
        row[p] = by.to as u32;
        let (Act::Send(place) | Act::Receive(place)) = by.act else { return true };
        let Ok(item) = self.places.binary_search(&place) else { return false };
        if by.act == Act::Send(place) {
            return self.add(row, item);
        }
        let at = self.at(row, place, false);
        let is_there = row.get(at) == Some(&(item as u32));
        is_there.then(|| row.remove(at)).is_some()
    }

    /// Returns `true` if a configuration is bad.
    fn is_bad(&self, Specification { control, contents }: &Specification, row: &[u32]) -> bool {
        let mut words = vec![Vec::new(); self.system.bags.len()];
        self.held(row).for_each(|held| words[held.channel].push(held.message));
        control.iter().all(|(p, named)| named.contains(&(row[*p] as usize)))
            && contents.as_ref().is_none_or(|nfa| nfa.accepts(self.system, &words))
    }

    /// Returns all explanations of why a configuration violates a property; an empty list if it does not.
    pub(super) fn blames(&self, property: Property, here: &[u32]) -> Vec<Blame> {
        if let Property::BadStates(i) = property {
            let is_bad = self.is_bad(&self.system.specifications[i], here);
            return is_bad.then(Blame::default).into_iter().collect();
        }
        let locals = here.iter().take(self.system.participants.len());
        let control: Vec<usize> = locals.map(|local| *local as usize).collect();
        let mut views = vec![View { empty: true, heads: Vec::new() }; self.system.bags.len()];
        for Place { channel, message } in self.held(here) {
            let View { empty, heads } = &mut views[channel];
            if std::mem::take(empty) || self.system.bags[channel] {
                heads.push(message);
            }
        }
        let candidates: Vec<&[usize]> = control.chunks(1).collect();
        let is_violated = is_violated(self.system, property, &candidates, &views);
        if is_violated { property.blames(self.system, &control, &views) } else { Vec::new() }
    }

    /// Fails if the goal can be reached from a configuration.
    pub(super) fn never(&self, goal: Goal, last: Vec<u32>) -> Outcome {
        explore(last, |here, add| {
            self.successors(here, &mut Vec::new(), &mut |next, p, act| {
                let why = || format!("what never was to follow leads to {}", self.text(next));
                ensure(!goal.is_reached(p, act, self.held(next).next().is_none()), why)?;
                add(next)
            })
        })
    }

    /// Checks a certificate that lists configurations.
    pub(super) fn check(&self, property: Property, document: &Document<'_>) -> Outcome {
        let states = required(document.states.as_deref(), "states")?;
        let (mut asked, mut steps) = (BTreeMap::<Goal, Vec<usize>>::new(), Vec::new());
        let is_bad = |i: usize, here: &[u32]| {
            let mut ask = |goal| asked.entry(goal).or_default().push(i);
            self.blames(property, here)
                .into_iter()
                .any(|blame| blame.unless.map(&mut ask).is_none())
        };
        let step = |(from, to, p, act, next): Step<'_>| {
            let is_empty = self.held(next).next().is_none();
            steps.extend((!property.is_linear()).then_some((from, to, p, act, is_empty)));
            Ok(())
        };
        invariant(self, document, is_bad, |_| false, step)?;
        for (goal, asking) in asked {
            let (mut before, mut open) = (vec![Vec::new(); states.len()], Vec::new());
            for &(from, to, p, act, is_empty) in &steps {
                before[to].push(from);
                open.extend(goal.is_reached(p, act, is_empty).then_some(from));
            }
            let good = reachable(open, |i| before[i].iter().copied());
            if let Some(i) = asking.into_iter().find(|i| !good.contains(i)) {
                let why = "has no continuation that the property asks for";
                return reject(format!("state {} ({}) {why}", i + 1, states[i]));
            }
        }
        Ok(())
    }
}

impl Goal {
    /// Returns `true` if a step of `p` reaches the goal; `is_empty` states whether all channels are empty after the
    /// step.
    fn is_reached(self, p: usize, act: Act, is_empty: bool) -> bool {
        match self {
            Self::AllEmpty => is_empty,
            Self::Receives(participant) => participant == p && matches!(act, Act::Receive(_)),
            Self::Taken(place) => act == Act::Receive(place),
        }
    }
}

impl Space for Configurations<'_> {
    fn names(&self) -> (&System, &[String]) {
        (self.system, &self.names)
    }

    fn widen(&self, _: &mut Vec<u32>) {}

    fn add(&self, row: &mut Vec<u32>, item: usize) -> bool {
        row.insert(self.at(row, self.places[item], true), item as u32);
        true
    }

    fn items(&self, row: &[u32]) -> Vec<usize> {
        row[self.system.participants.len()..].iter().map(|item| *item as usize).collect()
    }

    fn successors(&self, row: &[u32], next: &mut Vec<u32>, visit: &mut Visit<'_>) -> Outcome {
        for p in 0..self.system.participants.len() {
            for by in &self.system.state(p, row[p] as usize).transitions {
                row.clone_into(next);
                if self.follow(next, p, by) {
                    visit(next, p, by.act)?;
                }
            }
        }
        Ok(())
    }
}

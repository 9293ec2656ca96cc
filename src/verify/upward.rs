//! Certificates of form `upward`: configurations such that nothing bad is reached unless one of them is exceeded.
//!
//! A configuration lies above a listed one if it has the same local states, where the listed one does not have `*`, and
//! its channels contain at least as much: the messages of each FIFO channel are a subword, those of each bag a part. What
//! must be shown is that
//! - no initial configuration lies above a listed one;
//! - where a step leads above a listed configuration, it starts above one. The smallest start of a step to a
//!   configuration is unique: a reception adds its message in front, a send removes the last message if it is the one
//!   that is sent, and otherwise the listed contents were there before;
//! - each configuration that violates the property lies above a listed one. The smallest ones are tested.
//!
//! Then all configurations that do not lie above a listed one are an invariant. This holds for channels of all kinds.
//! Only contents of messages that are sent are considered: others are not reached.

use std::cell::Cell;
use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::configurations::Configurations;
use super::evidence::Document;
use super::expression::Nfa;
use super::safety::Property;
use super::states::{Space as _, combinations, read_rows};
use super::system::{Act, ChannelMessage, Key, Participant, System, Transition};
use super::{Outcome, ensure, unsupported};

/// Maximum number of letters that are read to compare an expression with the listed contents of some local states.
const LETTERS: usize = 1 << 20;

/// What stands in a row for any local state.
const ANY: u32 = u32::MAX;

/// The listed states.
struct Upward<'a> {
    all: Configurations<'a>,
    rows: Vec<Vec<u32>>,
}

/// Checks that configurations above the listed ones include those that violate a property, and are not reached.
pub(super) fn check(document: &Document<'_>, system: &System, properties: &[Property]) -> Outcome {
    let mut all = Configurations::new(system);
    all.any = Some(ANY);
    let rows = read_rows(&all, document)?;
    let upward = Upward { all, rows };
    let is_initial = |(row, participant): (&u32, &Participant)| {
        *row == ANY || participant.initial.contains(&(*row as usize))
    };
    for row in &upward.rows {
        let text = || upward.all.text(row);
        let is_empty = row.len() == system.participants.len();
        let are_initial = row.iter().zip(&system.participants).all(is_initial);
        ensure(!is_empty || !are_initial, || format!("an initial state lies above {}", text()))?;
        for (p, participant) in system.participants.iter().enumerate() {
            for (from, state) in participant.states.iter().enumerate() {
                for by in &state.transitions {
                    let Some(before) = upward.before(row, p, from, by) else { continue };
                    ensure(upward.covers(&before), || {
                        let before = upward.all.text(&before);
                        format!("{before} leads above {}, and is above no listed state", text())
                    })?;
                }
            }
        }
    }
    properties.iter().try_for_each(|property| upward.ensure_covered(*property))
}

impl Upward<'_> {
    /// Returns the contents of the listed states whose local states are these, or any.
    fn listed(&self, locals: &[u32]) -> impl Iterator<Item = &[u32]> {
        let listed = self.rows.iter().map(|row| row.split_at(locals.len()));
        let is_above = move |(listed, _): &(&[u32], _)| {
            listed.iter().zip(locals).all(|(listed, local)| *listed == ANY || listed == local)
        };
        listed.filter(is_above).map(|(_, contents)| contents)
    }

    /// Returns `true` if the configurations above a row lie above a listed one.
    ///
    /// The contents are in the order of channels, so subwords of the whole are those of the channels.
    fn covers(&self, row: &[u32]) -> bool {
        let (locals, held) = row.split_at(self.all.width());
        self.listed(locals).any(|listed| {
            let mut held = held.iter();
            listed.iter().all(|item| held.any(|other| other == item))
        })
    }

    /// Returns the smallest configuration with `p` in `from` that a transition from there leads above `row`; `None` if
    /// there is none.
    fn before(&self, row: &[u32], p: usize, from: usize, by: &Transition) -> Option<Vec<u32>> {
        let mut before = row.to_vec();
        before[p] = from as u32;
        match by.act {
            _ if ![by.to as u32, ANY].contains(&row[p]) => return None,
            Act::Internal => {}
            Act::Send(sent) => {
                let (same_key, item) = (self.all.range(row, sent), self.all.item(sent)?);
                if row[same_key.clone()].last() == Some(&(item as u32)) {
                    before.remove(same_key.end - 1);
                }
            }
            Act::Receive(received) => {
                let item = self.all.item(received)?;
                before.insert(self.all.range(row, received).start, item as u32);
            }
        }
        Some(before)
    }

    /// Fails unless all configurations that violate a property lie above listed ones.
    fn ensure_covered(&self, property: Property) -> Outcome {
        let system = self.all.system;
        // An unspecified reception is one of one participant.
        let is_of_one = property == Property::UnspecifiedReception;
        for victim in 0..if is_of_one { self.all.width() } else { 1 } {
            let considered = |(p, participant): (usize, &Participant)| {
                let matters = match property {
                    Property::BadStates(at) => system.specifications[at].control.contains_key(&p),
                    _ => !is_of_one || p == victim,
                };
                let takes_part = |local: &usize| property.takes_part(system, p, *local);
                let all = (0..participant.states.len()).filter(takes_part);
                if matters { all.collect() } else { vec![ANY as usize] }
            };
            let sets = system.participants.iter().enumerate().map(considered);
            for control in combinations(sets.collect::<Vec<Vec<usize>>>())? {
                self.ensure_contents_covered(property, &control)?;
            }
        }
        Ok(())
    }

    /// Fails unless all configurations with certain local states that violate a property lie above listed ones.
    fn ensure_contents_covered(&self, property: Property, control: &[u32]) -> Outcome {
        let system = self.all.system;
        if let Property::BadStates(index) = property
            && let Some(expression) = &system.specifications[index].contents
        {
            let why =
                || format!("{} has bad contents above no listed state", self.all.text(control));
            return ensure(self.covers_all(control, expression)?, why);
        }
        let items = 0..self.all.names.len();
        let key = |item: usize| system.key(self.all.message(item as u32));
        let fifo = (0..system.bags.len()).filter(|channel| !system.bags[*channel]);
        let fifo = fifo.map(|channel| Key { channel, message: None });
        let keys: BTreeSet<Key> = items.clone().map(key).chain(fifo).collect();
        let keys: Vec<Key> = keys.into_iter().collect();
        for heads in property.heads(system, control, &keys) {
            // The smallest contents have one message in each segment that must not be empty.
            let begins = keys.iter().filter(|key| !heads(**key, None)).map(|of| {
                let is_head = |item: &usize| heads(*of, Some(self.all.message(*item as u32)));
                items.clone().filter(|item| key(*item) == *of && is_head(item)).collect()
            });
            for smallest in combinations(begins.collect::<Vec<Vec<usize>>>())? {
                let row = [control, &smallest].concat();
                let why = || format!("{} is bad, above no listed state", self.all.text(&row));
                ensure(self.covers(&row), why)?;
            }
        }
        Ok(())
    }

    /// Returns `true` if all contents that an expression describes include some of those that are listed with these local
    /// states.
    ///
    /// The words of the expression are read along with all listed contents. Known is how many of the messages of each
    /// were found in their order, or that a channel lacks one. A bag may be empty.
    fn covers_all(&self, control: &[u32], expression: &Nfa) -> Outcome<bool> {
        let system = self.all.system;
        let listed: Vec<&[u32]> = self.listed(control).collect();
        let count = Cell::new(0);
        let mut here = FxHashSet::from_iter([(expression.start, vec![0; listed.len()])]);
        for (channel, is_bag) in system.bags.iter().enumerate() {
            let next = |found: Vec<usize>, message| {
                count.set(count.get() + listed.len() + 1);
                let item = self.all.item(ChannelMessage { channel, message })? as u32;
                let is_next = |at, place: usize| !is_bag && listed[place].get(at) == Some(&item);
                let step = |(at, place)| at + usize::from(is_next(at, place));
                (count.get() < LETTERS).then(|| found.into_iter().zip(0..).map(step).collect())
            };
            let behind = expression.behind(here, &system.sent[channel], next).into_iter();
            let is_here = |item: &u32| self.all.message(*item).channel == channel;
            let lacks = |(at, place): (usize, usize)| {
                if listed[place].get(at).is_some_and(is_here) { usize::MAX } else { at }
            };
            let lacks = |found: Vec<usize>| found.into_iter().zip(0..).map(lacks).collect();
            here = behind.map(|(state, found)| (state, lacks(found))).collect();
        }
        if count.get() >= LETTERS {
            return unsupported("as many words that an expression describes");
        }
        let is_missing = |found: &[usize]| found.iter().all(|at| *at == usize::MAX);
        Ok(!here.iter().any(|(state, found)| expression.ends([*state]) && is_missing(found)))
    }
}

//! Certificates of form `upward`: configurations such that nothing bad is reached unless one of them is exceeded.
//!
//! A configuration lies above a listed one if it has the same local states and its channels contain at least as much:
//! the messages of each FIFO channel are a subword, those of each bag a part. What must be shown is that
//! - no initial configuration lies above a listed one;
//! - where a step leads above a listed configuration, it starts above one. The smallest start of a step to a
//!   configuration is unique: a reception adds its message in front, a send removes the last message if it is the one
//!   that is sent, and otherwise the listed contents were there before;
//! - each configuration that violates the property lies above a listed one. The smallest ones are tested.
//!
//! Then all configurations that do not lie above a listed one are an invariant. This holds for channels of all kinds.
//! Only contents of messages that are sent, and local states that a participant reaches by itself, are considered:
//! others cannot be reached.

use std::cell::Cell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::configurations::Configurations;
use super::evidence::Document;
use super::expression::Nfa;
use super::safety::Property;
use super::states::{Space as _, combinations, initial, reached, read_rows};
use super::system::{Act, ChannelMessage, Key, System, Transition};
use super::{Outcome, ensure, unsupported};

/// Maximum number of letters that are read to compare an expression with the listed contents of some local states.
const LETTERS: usize = 1 << 20;

/// The listed configurations.
struct Upward<'a> {
    all: Configurations<'a>,
    /// By local states, the contents.
    contents: FxHashMap<Vec<u32>, Vec<Vec<u32>>>,
    /// By participant, the local states that it reaches by itself.
    reached: Vec<Vec<usize>>,
}

/// Checks that configurations above the listed ones include those that violate a property, and are not reached.
pub(super) fn check(document: &Document<'_>, system: &System, properties: &[Property]) -> Outcome {
    let all = Configurations::new(system);
    let width = all.width();
    let rows = read_rows(&all, document)?;
    let mut contents = FxHashMap::<_, Vec<_>>::default();
    for row in &rows {
        contents.entry(row[..width].to_vec()).or_default().push(row[width..].to_vec());
    }
    let reached = system.participants.iter().map(reached).collect();
    let upward = Upward { all, contents, reached };
    for locals in initial(system)? {
        let text = upward.all.text(&locals);
        ensure(!upward.covers(&locals), || format!("the initial state {text} is listed"))?;
    }
    for row in &rows {
        for (p, locals) in upward.reached.iter().enumerate() {
            let by =
                |from: usize| system.state(p, from).transitions.iter().map(move |by| (from, by));
            for (from, by) in locals.iter().copied().flat_map(by) {
                let Some(before) = upward.before(row, p, from, by) else { continue };
                ensure(upward.covers(&before), || {
                    let (row, before) = (upward.all.text(row), upward.all.text(&before));
                    format!("{before} leads above {row} and lies above no listed state")
                })?;
            }
        }
    }
    properties.iter().try_for_each(|property| upward.ensure_covered(*property))
}

impl Upward<'_> {
    /// Returns `true` if a configuration lies above a listed one.
    ///
    /// The contents are in the order of channels, so subwords of the whole are those of the channels.
    fn covers(&self, row: &[u32]) -> bool {
        let (locals, held) = row.split_at(self.all.width());
        let lies_above = |listed: &Vec<u32>| {
            let mut held = held.iter();
            listed.iter().all(|item| held.any(|other| other == item))
        };
        self.contents.get(locals).is_some_and(|all| all.iter().any(lies_above))
    }

    /// Returns the smallest configuration with `p` in `from` that a transition from there leads above `row`; `None` if
    /// there is none.
    fn before(&self, row: &[u32], p: usize, from: usize, by: &Transition) -> Option<Vec<u32>> {
        let mut before = row.to_vec();
        before[p] = from as u32;
        match by.act {
            _ if by.to as u32 != row[p] => return None,
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

    /// Fails unless all configurations that violate a property, or need a continuation, lie above listed ones.
    fn ensure_covered(&self, property: Property) -> Outcome {
        let system = self.all.system;
        let items = 0..self.all.names.len();
        let key = |item: usize| system.key(self.all.message(item as u32));
        let mut keys: Vec<Key> = items.clone().map(key).collect();
        keys.dedup();
        let locals = self.reached.iter().enumerate().map(|(p, locals)| {
            let takes_part = |local: &usize| property.takes_part(system, p, *local);
            locals.iter().copied().filter(takes_part).collect()
        });
        for control in combinations(locals.collect::<Vec<Vec<usize>>>())? {
            if let Property::BadStates(index) = property
                && let Some(expression) = &system.specifications[index].contents
            {
                let text = self.all.text(&control);
                let why = || format!("bad contents in {text} lie above no listed state");
                ensure(self.covers_all(&control, expression)?, why)?;
                continue;
            }
            for heads in property.heads(system, &control, &keys) {
                // The smallest contents have one message in each segment that must not be empty.
                let begins = keys.iter().filter(|key| !heads(**key, None)).map(|of| {
                    let is_such = |item: &usize| {
                        key(*item) == *of && heads(*of, Some(self.all.message(*item as u32)))
                    };
                    items.clone().filter(is_such).collect()
                });
                for smallest in combinations(begins.collect::<Vec<Vec<usize>>>())? {
                    let row = [&control[..], &smallest].concat();
                    if !self.covers(&row) {
                        let text = self.all.text(&row);
                        return property
                            .is_not_shown(format!("{text} is bad and lies above no listed state"));
                    }
                }
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
        let listed = self.contents.get(control).map_or(&[][..], Vec::as_slice);
        let count = Cell::new(0);
        let mut here = FxHashSet::from_iter([(expression.start, vec![0; listed.len()])]);
        for (channel, is_bag) in system.bags.iter().enumerate() {
            let next = |found: Vec<usize>, message| {
                count.set(count.get() + listed.len() + 1);
                let item =
                    self.all.item(ChannelMessage { channel, message }).map(|item| item as u32);
                let is_next =
                    |contents: &Vec<u32>, at| !is_bag && contents.get(at).copied() == item;
                let step = |(at, contents)| at + usize::from(is_next(contents, at));
                (count.get() < LETTERS).then(|| found.into_iter().zip(listed).map(step).collect())
            };
            let behind = expression.behind(here, &system.sent[channel], next).into_iter();
            let is_here = |item: &u32| self.all.message(*item).channel == channel;
            let lacks = |(found, contents): (usize, &Vec<u32>)| {
                if contents.get(found).is_some_and(is_here) { usize::MAX } else { found }
            };
            let behind = behind
                .map(|(state, found)| (state, found.into_iter().zip(listed).map(lacks).collect()));
            here = behind.collect();
        }
        if count.get() >= LETTERS {
            return unsupported("as many words that an expression describes");
        }
        let is_missing = |found: &[usize]| found.iter().all(|at| *at == usize::MAX);
        Ok(!here.iter().any(|(state, found)| expression.ends([*state]) && is_missing(found)))
    }
}

//! Configurations and their single steps, as the definitions have them.

use std::ops::Range;

use super::{Act, Blame, ChannelMessage, Goal, Property, Space, Step, System, Transition, View};

/// The configurations of a system.
///
/// A row has the contents of the channels, in the order of the channels: for a FIFO channel the oldest message first,
/// for a bag in the order of message numbers. An item is a message in a channel.
pub(crate) struct Configurations<'a> {
    pub(crate) system: &'a System,
    /// The items, in order: the messages that are sent to each channel.
    items: Vec<ChannelMessage>,
    /// The names of the items, and behind them of those that no configuration has.
    pub(crate) names: Vec<String>,
    /// By the index of a configuration in a certificate, the participant whose steps alone it lists; empty if it lists
    /// all steps of all configurations.
    pub(crate) first: Vec<Option<usize>>,
}

impl<'a> Configurations<'a> {
    pub(crate) fn new(system: &'a System) -> Self {
        let items: Vec<ChannelMessage> = system.senders.keys().copied().collect();
        let names = items.iter().map(|item| system.text(*item)).collect();
        Self { system, items, names, first: Vec::new() }
    }

    /// Returns the goals that a step reaches.
    pub(crate) fn reached(&self, step: &Step) -> impl Iterator<Item = Goal> {
        let &Step { participant: p, act, ref next } = step;
        let is_final = self.system.state(p, next[p] as usize).is_final();
        let empty = (next.len() == self.width()).then_some(Goal::AllEmpty);
        let waits = (act.received().is_some() || is_final).then_some(Goal::MayWait(p));
        [empty, waits, act.received().map(Goal::IsReceived)].into_iter().flatten()
    }

    /// Returns all explanations of why a configuration violates a property; an empty list if it does not.
    pub(crate) fn blames(&self, property: Property, row: &[u32]) -> Vec<Blame> {
        let control: Vec<usize> = row[..self.width()].iter().map(|at| *at as usize).collect();
        let candidates: Vec<&[usize]> = control.chunks(1).collect();
        let views = self.views(row);
        let is_violated = match property {
            Property::BadStates(index) => self.is_bad(index, row),
            _ => property.is_violated(self.system, &candidates, &views),
        };
        if is_violated { property.blames(self.system, &control, &views) } else { Vec::new() }
    }

    /// Returns `true` if the local states and the contents of a configuration are those of the specification with an index.
    fn is_bad(&self, index: usize, row: &[u32]) -> bool {
        let of = &self.system.specifications[index];
        let held: Vec<ChannelMessage> = self.held(row).collect();
        of.control.iter().all(|(p, named)| named.contains(&(row[*p] as usize)))
            && of.contents.as_ref().is_none_or(|nfa| nfa.accepts(self.system, &held))
    }

    /// Returns what can be received: the first message of a FIFO channel, all messages of a bag.
    pub(crate) fn views(&self, row: &[u32]) -> Vec<View> {
        let mut views = vec![View::default(); self.system.bags.len()];
        for held in self.held(row) {
            let view = &mut views[held.channel];
            if !view.is_occupied || self.system.bags[held.channel] {
                view.heads.push(held);
            }
            view.is_occupied = true;
        }
        views
    }

    /// Returns the contents of the channels.
    fn held(&self, row: &[u32]) -> impl Iterator<Item = ChannelMessage> {
        row[self.width()..].iter().map(|item| self.message(*item))
    }

    /// Returns the message that an item is.
    pub(crate) fn message(&self, item: u32) -> ChannelMessage {
        self.items[item as usize]
    }

    /// Returns the number of the item for a message in a channel; `None` if nobody sends the message to the channel.
    pub(crate) fn item(&self, message: ChannelMessage) -> Option<usize> {
        self.items.binary_search(&message).ok()
    }

    /// Returns the row after a transition of `p`; `None` if the transition receives a message that cannot be received.
    fn after(&self, row: &[u32], p: usize, transition: &Transition) -> Option<Vec<u32>> {
        let mut next = row.to_vec();
        next[p] = transition.to as u32;
        match transition.act {
            Act::Internal => {}
            Act::Send(sent) => {
                self.add(&mut next, self.item(sent)?);
            }
            Act::Receive(received) => {
                let same_key = self.range(row, received);
                if same_key.is_empty() || row[same_key.start] as usize != self.item(received)? {
                    return None;
                }
                next.remove(same_key.start);
            }
        }
        Some(next)
    }

    /// Returns where a row has the messages with a key, the oldest first: those in the FIFO channel, or the equal ones
    /// in the bag.
    pub(crate) fn range(&self, row: &[u32], message: ChannelMessage) -> Range<usize> {
        let (locals, contents) = row.split_at(self.width());
        let key = |item: &u32| self.system.key(self.items[*item as usize]);
        let start = contents.partition_point(|item| key(item) < self.system.key(message));
        let end = contents.partition_point(|item| key(item) <= self.system.key(message));
        locals.len() + start..locals.len() + end
    }
}

impl Space for Configurations<'_> {
    fn names(&self) -> (&System, &[String]) {
        (self.system, &self.names)
    }

    fn width(&self) -> usize {
        self.system.participants.len()
    }

    fn add(&self, row: &mut Vec<u32>, item: usize) -> bool {
        if let Some(message) = self.items.get(item) {
            row.insert(self.range(row, *message).end, item as u32);
        }
        true
    }

    fn lists(&self, index: usize, step: &Step) -> bool {
        let first = self.first.get(index).copied().flatten();
        first.is_none_or(|p| p == step.participant)
    }

    fn items(&self, row: &[u32]) -> Vec<usize> {
        row[self.width()..].iter().map(|item| *item as usize).collect()
    }

    fn steps<'s>(&'s self, row: &'s [u32]) -> impl Iterator<Item = Step> + 's {
        (0..self.width()).flat_map(move |participant| {
            let state = self.system.state(participant, row[participant] as usize);
            state.transitions.iter().filter_map(move |transition| {
                let next = self.after(row, participant, transition)?;
                Some(Step { participant, act: transition.act, next })
            })
        })
    }
}

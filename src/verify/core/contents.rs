//! Contents of channels that an expression describes.
//!
//! The channels of a system are read one after the other, each with the messages that are sent to it. What an expression
//! says of bags does not matter: their contents are always accepted.

use std::cell::Cell;
use std::hash::Hash;

use rustc_hash::FxHashSet;

use super::{ChannelMessage, Nfa, Outcome, System, require, supported};

/// Maximum number of letters that are read to find contents that are not excluded.
const LETTERS: usize = 1 << 17;

impl Nfa {
    /// Returns `true` if contents are a word of the language; the contents of a bag are always accepted.
    ///
    /// The contents are the messages in the channels, in the order of the channels, the oldest first.
    pub fn accepts(&self, system: &System, contents: &[ChannelMessage]) -> bool {
        let is_fifo = |held: &&ChannelMessage| !system.bags[held.channel];
        let held: Vec<&ChannelMessage> = contents.iter().filter(is_fifo).collect();
        let read = |at: usize, next| (held.get(at) == Some(&&next)).then_some(at + 1);
        let read = self.after_all(system, 0, read).into_iter();
        self.ends(read.filter(|(_, at)| *at == held.len()).map(|(state, _)| state))
    }

    /// Returns `true` if the expression describes contents that `next` does not exclude, whatever bags contain: it changes
    /// a value with each message in a FIFO channel, or returns `None`.
    pub(crate) fn allows<T: Clone + Eq + Hash>(
        &self,
        system: &System,
        start: T,
        next: impl Fn(T, ChannelMessage) -> Option<T>,
    ) -> Outcome<bool> {
        let count = Cell::new(0);
        let read = self.after_all(system, start, |value, message| {
            count.set(count.get() + 1);
            require(count.get() < LETTERS)?;
            next(value, message)
        });
        supported(count.get() < LETTERS, "as many words that an expression describes")?;
        Ok(self.ends(read.into_iter().map(|(state, _)| state)))
    }

    /// Returns the states after contents of all channels, with the values that `next` makes of `start` with each message
    /// in a FIFO channel, unless it returns `None`. Bags contain anything.
    fn after_all<T: Clone + Eq + Hash>(
        &self,
        system: &System,
        start: T,
        next: impl Fn(T, ChannelMessage) -> Option<T>,
    ) -> FxHashSet<(usize, T)> {
        let mut here = FxHashSet::from_iter([(self.start, start)]);
        for (channel, is_bag) in system.bags.iter().enumerate() {
            let next = |value: T, message| {
                if *is_bag { Some(value) } else { next(value, ChannelMessage { channel, message }) }
            };
            here = self.behind(here, &system.sent[channel], next);
        }
        here
    }
}

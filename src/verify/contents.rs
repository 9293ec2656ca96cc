//! Contents of the channels after an RSC execution, compared with a contents expression.
//!
//! A certificate has for some channels a deterministic automaton that reads the remaining contents. The meaning of the
//! states of the automaton is computed here, from the expression alone. A channel without automaton, and any bag, may
//! contain any word over the messages that are sent to it.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::evidence::Reader;
use super::expression::{Nfa, reachable};
use super::system::System;
use super::{Outcome, reject};

/// The automaton of a channel: the successor of each state for each message that is sent to the channel, in the order
/// of `System::sent`. The initial state is 0.
pub(super) type Automaton = Vec<Vec<usize>>;

/// Reads the automata of a certificate, one for each channel.
pub(super) fn read(readers: &[Reader], system: &System) -> Outcome<Vec<Automaton>> {
    let mut automata: Vec<Automaton> =
        system.sent.iter().map(|sent| vec![vec![0; sent.len()]]).collect();
    let mut is_read = system.bags.clone();
    for Reader { channel, messages, next } in readers {
        let letter =
            |message: &usize| messages.iter().position(|name| *name == system.messages[*message]);
        let letters: Option<Vec<usize>> =
            system.sent.get(*channel).and_then(|sent| sent.iter().map(letter).collect());
        let is_row =
            |row: &Vec<usize>| row.len() == messages.len() && row.iter().all(|to| *to < next.len());
        let is_automaton = !next.is_empty() && next.iter().all(is_row);
        let is_first =
            is_read.get_mut(*channel).is_some_and(|is_read| !std::mem::replace(is_read, true));
        let Some(letters) = letters.filter(|_| is_automaton && is_first) else {
            let why = "`contents` has no automaton for what is sent to FIFO channel";
            return reject(format!("{why} {channel}"));
        };
        let row = |row: &Vec<usize>| letters.iter().map(|letter| row[*letter]).collect();
        automata[*channel] = next.iter().map(row).collect();
    }
    Ok(automata)
}

/// An expression and the automata of a certificate, with the tables computed so far.
pub(super) struct Connection<'a> {
    pub(super) system: &'a System,
    pub(super) nfa: &'a Nfa,
    pub(super) automata: &'a [Automaton],
    /// By channel, state of the expression before the channel, and whether more messages may come: the states of the
    /// expression after the contents that lead to each state of the automaton.
    pub(super) found: RefCell<FxHashMap<(usize, usize, bool), Vec<Vec<usize>>>>,
}

impl Connection<'_> {
    /// Decides whether contents that lead to `states` can be a word of the expression; if `later`, after more messages
    /// may have come.
    pub(super) fn connects(&self, states: &[u32], later: bool) -> bool {
        let mut found = self.found.borrow_mut();
        let mut here = FxHashSet::from_iter([self.nfa.start]);
        for (channel, state) in states.iter().enumerate() {
            let behind = |before: &usize| {
                let key = (channel, *before, later);
                let table = found.entry(key).or_insert_with_key(|key| self.table(key));
                table[*state as usize].clone()
            };
            here = here.iter().flat_map(behind).collect();
        }
        self.nfa.ends(here)
    }

    /// Computes the table for a channel, a state of the expression before it, and whether more messages may come.
    ///
    /// Later messages move the automaton on: the results of a state then hold for all its predecessors.
    fn table(&self, &(channel, before, later): &(usize, usize, bool)) -> Vec<Vec<usize>> {
        let (automaton, sent) = (&self.automata[channel], &self.system.sent[channel]);
        let next = |at: usize, m| Some(automaton[at][sent.partition_point(|other| *other < m)]);
        let mut earlier = vec![Vec::new(); automaton.len()];
        for (from, row) in automaton.iter().enumerate().filter(|_| later) {
            for to in row {
                earlier[*to].push(from);
            }
        }
        let behind = self.nfa.behind([before], sent, next);
        let all = reachable(behind, |(to, at)| earlier[at].iter().map(move |from| (to, *from)));
        let mut table = vec![Vec::new(); automaton.len()];
        for (to, at) in std::collections::BTreeSet::from_iter(all) {
            table[at].push(to);
        }
        table
    }
}

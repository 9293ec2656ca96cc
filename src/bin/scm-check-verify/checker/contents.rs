//! What the channels may hold after an RSC execution, against a contents expression.
//!
//! A certificate has for some channels a deterministic automaton that reads what is left there. What its
//! states mean is computed here, from the expression alone: where in the expression the words that lead to a
//! state may end, by where they begin. A channel without automaton, and any bag, may hold any word over what
//! is sent there.

use std::cell::RefCell;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::evidence::Reader;
use super::expression::{Letter, Nfa, States, reads};
use super::system::System;
use super::{Outcome, ensure};

/// The automaton of a channel. Its start state is 0.
pub(super) struct Automaton {
    /// The number of the channel.
    pub(super) channel: usize,
    /// The state behind each state for each message that is sent to the channel, in the order of `System::sent`.
    pub(super) next: Vec<Vec<usize>>,
}

impl Automaton {
    /// Reads the automata of a certificate, in their order.
    pub(super) fn read(readers: &[Reader], system: &System) -> Outcome<Vec<Self>> {
        let mut automata: Vec<Self> = Vec::new();
        for Reader { channel, messages, next } in readers {
            let letters = messages.iter().enumerate();
            let columns: BTreeMap<usize, usize> =
                letters.filter_map(|(at, name)| Some((system.message(name)?, at))).collect();
            let is_row = |row: &Vec<usize>| {
                row.len() == messages.len() && row.iter().all(|to| *to < next.len())
            };
            let is_automaton = system.bags.get(*channel) == Some(&false)
                && automata.iter().all(|other| other.channel != *channel)
                && columns.len() == messages.len()
                && system.sent[*channel].iter().all(|message| columns.contains_key(message))
                && !next.is_empty()
                && next.iter().all(is_row);
            ensure(is_automaton, || {
                format!("`contents` has no automaton for what is sent to FIFO channel {channel}")
            })?;
            let sent = || system.sent[*channel].iter();
            let row = |row: &Vec<usize>| sent().map(|message| row[columns[message]]).collect();
            automata.push(Self { channel: *channel, next: next.iter().map(row).collect() });
        }
        Ok(automata)
    }

    /// Returns the states that any words lead to from `state`.
    pub(super) fn later(&self, state: usize) -> Vec<usize> {
        reachable(state, self.next.len(), |state| self.next[state].iter().copied())
    }
}

/// Returns the numbers below `count` that steps lead to from `start`, itself first.
pub(super) fn reachable<T: IntoIterator<Item = usize>>(
    start: usize,
    count: usize,
    steps: impl Fn(usize) -> T,
) -> Vec<usize> {
    let (mut found, mut is_found, mut at) = (vec![start], vec![false; count], 0);
    is_found[start] = true;
    while let Some(&here) = found.get(at) {
        let is_new = |to: &usize| !std::mem::replace(&mut is_found[*to], true);
        found.extend(steps(here).into_iter().filter(is_new));
        at += 1;
    }
    found
}

/// An expression and the automata of a certificate, with what was found out about them.
pub(super) struct Connection<'a> {
    system: &'a System,
    nfa: &'a Nfa,
    automata: &'a [Automaton],
    /// Which states of an automaton are meant by one of them.
    meant: fn(&Automaton, usize) -> Vec<usize>,
    answers: RefCell<FxHashMap<Vec<usize>, bool>>,
    /// For an automaton, by its number, and the states of the expression before its channel: by state of the
    /// automaton the states behind.
    images: RefCell<FxHashMap<(usize, Vec<usize>), Vec<States>>>,
}

impl<'a> Connection<'a> {
    /// Returns the connection of which nothing is known.
    pub(super) fn new(
        system: &'a System,
        nfa: &'a Nfa,
        automata: &'a [Automaton],
        meant: fn(&Automaton, usize) -> Vec<usize>,
    ) -> Self {
        let (answers, images) = (RefCell::default(), RefCell::default());
        Self { system, nfa, automata, meant, answers, images }
    }

    /// Decides whether contents that lead to what `states` mean connect the start of the expression with its end.
    pub(super) fn connects(&self, states: Vec<usize>) -> bool {
        if let Some(answer) = self.answers.borrow().get(&states) {
            return *answer;
        }
        let mut here = self.nfa.initial();
        for (channel, sent) in self.system.sent.iter().enumerate() {
            if channel > 0 {
                here = self.nfa.step(&here, |letter| letter == Letter::Separator);
            }
            match self.automata.iter().position(|automaton| automaton.channel == channel) {
                Some(i) => here = self.behind(i, states[i], here),
                None => self.nfa.close(&mut here, |letter| sent.iter().any(|m| reads(letter, *m))),
            }
        }
        let answer = here.contains(self.nfa.end);
        self.answers.borrow_mut().insert(states, answer);
        answer
    }

    /// Returns where words that lead automaton `i` to what `state` means lead from `before`.
    fn behind(&self, i: usize, state: usize, before: States) -> States {
        let mut start = before.found.clone();
        start.sort_unstable();
        let automaton = &self.automata[i];
        let mut images = self.images.borrow_mut();
        let image = images.entry((i, start)).or_insert_with(|| self.image(automaton, before));
        let mut behind = self.nfa.none();
        for meant in (self.meant)(automaton, state) {
            for found in &image[meant].found {
                behind.add(*found);
            }
        }
        behind
    }

    /// Goes through an automaton and the expression together, until nothing is added.
    fn image(&self, automaton: &Automaton, before: States) -> Vec<States> {
        let mut image = vec![self.nfa.none(); automaton.next.len()];
        image[0] = before;
        let mut open = vec![0];
        while let Some(here) = open.pop() {
            let row = automaton.next[here].iter().copied();
            for (to, message) in row.zip(&self.system.sent[automaton.channel]) {
                let after = self.nfa.step(&image[here], |letter| reads(letter, *message));
                let new = after.found.iter().filter(|state| image[to].add(**state)).count();
                open.extend((new > 0).then_some(to));
            }
        }
        image
    }
}

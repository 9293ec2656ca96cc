//! What the channels may hold after an RSC execution, against a contents expression.
//!
//! A certificate has for some channels a deterministic automaton that reads what is left there. What its
//! states mean is computed here: all ways through the expression that words leading to them have.

use rustc_hash::FxHashMap;

use super::evidence::Reader;
use super::expression::{Letter, Nfa, States, reads};
use super::system::System;
use super::{Outcome, reject, unsupported};

/// The most steps that are taken to find what the states of the automata mean.
const STEPS: usize = 1 << 34;

/// The automaton of a channel: `next[state][message]`, messages as numbers of the model.
#[derive(Debug)]
pub(super) struct Automaton {
    pub(super) channel: usize,
    pub(super) states: usize,
    next: Vec<Vec<usize>>,
    column: FxHashMap<usize, usize>,
}

impl Automaton {
    /// Reads the automata of a certificate, in their order.
    pub(super) fn read(readers: &[Reader], system: &System) -> Outcome<Vec<Self>> {
        let mut automata: Vec<Self> = Vec::new();
        for Reader { channel, messages, next } in readers {
            let fail = |why: &str| reject(format!("`contents` of channel {channel}: {why}"));
            if system.bags.get(*channel) != Some(&false) {
                return fail("there is no such FIFO channel");
            }
            if automata.iter().any(|other| other.channel == *channel) {
                return fail("it stands there twice");
            }
            let mut column = FxHashMap::default();
            for (i, name) in messages.iter().enumerate() {
                let Some(message) = system.message(name) else {
                    return fail(&format!("the model has no message {name}"));
                };
                if column.insert(message, i).is_some() {
                    return fail(&format!("{name} stands there twice"));
                }
            }
            if system.sent[*channel].iter().any(|message| !column.contains_key(message)) {
                return fail("a message that is sent there is missing");
            }
            let fits = |row: &Vec<usize>| {
                row.len() == messages.len() && row.iter().all(|to| *to < next.len())
            };
            if next.is_empty() || !next.iter().all(fits) {
                return fail("`next` is not a table of states by messages");
            }
            automata.push(Self {
                channel: *channel,
                states: next.len(),
                next: next.clone(),
                column,
            });
        }
        Ok(automata)
    }

    /// Returns the state behind a message that is sent to the channel.
    pub(super) fn next(&self, state: usize, message: usize) -> usize {
        self.next[state][self.column[&message]]
    }
}

/// An expression and the automata of a certificate, with what was found out about them.
pub(super) struct Connection<'a> {
    system: &'a System,
    nfa: &'a Nfa,
    automata: &'a [Automaton],
    /// Whether channels without automaton are empty, for all that is not said to come later.
    starts_empty: bool,
    automaton_of: Vec<Option<usize>>,
    /// For an automaton and the states before its channel: by state of the automaton the states behind.
    images: FxHashMap<(usize, Vec<usize>), Vec<Vec<usize>>>,
    answers: FxHashMap<Vec<usize>, bool>,
    steps: usize,
}

impl<'a> Connection<'a> {
    pub(super) fn new(
        system: &'a System,
        nfa: &'a Nfa,
        automata: &'a [Automaton],
        starts_empty: bool,
    ) -> Self {
        let mut automaton_of = vec![None; system.bags.len()];
        for (i, automaton) in automata.iter().enumerate() {
            automaton_of[automaton.channel] = Some(i);
        }
        let (images, answers) = (FxHashMap::default(), FxHashMap::default());
        Self { system, nfa, automata, starts_empty, automaton_of, images, answers, steps: 0 }
    }

    /// Decides whether contents that lead to `states` connect the start of the expression with its end.
    ///
    /// With `later`, the contents may go on with any words over the messages that it tells for a channel;
    /// `mark` must tell apart what differs there.
    pub(super) fn connects(
        &mut self,
        states: &[usize],
        mark: &[usize],
        later: Option<&dyn Fn(usize, usize) -> bool>,
    ) -> Outcome<bool> {
        let key = [states, mark].concat();
        if let Some(answer) = self.answers.get(&key) {
            return Ok(*answer);
        }
        let (system, nfa) = (self.system, self.nfa);
        let mut here = nfa.initial();
        for channel in 0..system.bags.len() {
            self.spend(nfa.len() * (1 + system.sent[channel].len()))?;
            if channel > 0 {
                here = nfa.step(&here, |letter| letter == Letter::Separator);
            }
            match self.automaton_of[channel] {
                Some(i) => here = self.image(i, states[i], &here)?,
                None if self.starts_empty => {}
                None => any_words(nfa, &mut here, &system.sent[channel]),
            }
            if let Some(later) = later {
                let sent = system.sent[channel].iter().copied();
                let messages: Vec<usize> =
                    sent.filter(|message| later(channel, *message)).collect();
                any_words(nfa, &mut here, &messages);
            }
        }
        let answer = here.contains(nfa.end);
        self.answers.insert(key, answer);
        Ok(answer)
    }

    fn spend(&mut self, steps: usize) -> Outcome {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > STEPS { unsupported("contents as involved as these") } else { Ok(()) }
    }

    /// Returns where words that lead automaton `i` to `state` lead from the states `from`.
    fn image(&mut self, i: usize, state: usize, from: &States) -> Outcome<States> {
        let mut key = from.found.clone();
        key.sort_unstable();
        if !self.images.contains_key(&(i, key.clone())) {
            let behind = self.explore(i, from)?;
            self.images.insert((i, key.clone()), behind);
        }
        let mut states = self.nfa.none();
        for &found in &self.images[&(i, key)][state] {
            states.add(found);
        }
        Ok(states)
    }

    /// Goes through the automaton and the expression together.
    fn explore(&mut self, i: usize, from: &States) -> Outcome<Vec<Vec<usize>>> {
        let (automaton, nfa) = (&self.automata[i], self.nfa);
        let pairs = automaton.states.saturating_mul(nfa.len());
        let letters = self.system.sent[automaton.channel].len();
        self.spend(pairs.saturating_mul(letters).saturating_mul(1 + nfa.len() / 32))?;
        let mut reached: Vec<States> = (0..automaton.states).map(|_| nfa.none()).collect();
        let mut open = Vec::new();
        for &state in &from.found {
            reached[0].add(state);
            open.push((0, state));
        }
        while let Some((here, state)) = open.pop() {
            let mut one = nfa.none();
            one.add(state);
            for &message in &self.system.sent[automaton.channel] {
                let to = automaton.next(here, message);
                for found in nfa.step(&one, |letter| reads(letter, message)).found {
                    if reached[to].add(found) {
                        open.push((to, found));
                    }
                }
            }
        }
        Ok(reached.into_iter().map(|states| states.found).collect())
    }
}

/// Adds what any words over the messages lead to.
fn any_words(nfa: &Nfa, states: &mut States, messages: &[usize]) {
    nfa.close(states, |letter| messages.iter().any(|message| reads(letter, *message)));
}

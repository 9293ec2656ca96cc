//! Contents expressions as nondeterministic automata, and their states after possible contents of channels.

use std::hash::Hash;

use rustc_hash::FxHashSet;

use super::system::System;

/// Tokens that end a part of an expression, from the loosest to the tightest.
const LEVELS: [&str; 3] = [")", "|", "."];

/// A letter of a contents word: a message, any message, or the separator between two channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letter {
    /// The message of this number.
    Message(usize),
    /// Any message.
    Any,
    /// The separator after a channel.
    Separator,
}

/// An automaton over letters.
///
/// It also reads a separator after the last channel.
#[derive(Clone, Debug, Default)]
pub struct Nfa {
    /// By state, the outgoing steps with their targets; a step without a letter is silent.
    edges: Vec<Vec<(Option<Letter>, usize)>>,
    pub(super) start: usize,
    /// The accepting state, which is the last one.
    pub(super) end: usize,
}

impl Nfa {
    /// Reads an expression for the contents of all channels of a system; `None` if the words are not an expression.
    ///
    /// A part is completed when the operator after it is known not to bind tighter. Words that are not an expression
    /// leave a number of parts other than one, or too few parts for an operator.
    pub fn read(words: &[&str], system: &System) -> Option<Self> {
        let (mut nfa, mut parts, mut waiting) = (Self::default(), Vec::new(), Vec::<&str>::new());
        let level = |word: &str| LEVELS.iter().position(|operator| *operator == word);
        for word in [&["(", "("], words, &[")", ".", "#", ")"]].concat() {
            let binds = |other: &mut &str| level(word).is_some() && level(other) >= level(word);
            while let Some(operator) = waiting.pop_if(binds) {
                nfa.part(operator, &mut parts, system)?;
            }
            match word {
                ")" => drop(waiting.pop()?),
                "(" | "|" | "." => waiting.push(word),
                _ => nfa.part(word, &mut parts, system)?,
            }
        }
        let [start] = parts[..] else { return None };
        (nfa.start, nfa.end) = (start, start + 1);
        waiting.is_empty().then_some(nfa)
    }

    /// Adds the part for a word; an operator combines the last of `parts`.
    ///
    /// A part is represented by its start state; it ends in the next state.
    fn part(&mut self, word: &str, parts: &mut Vec<usize>, system: &System) -> Option<()> {
        let (start, end) = (self.edges.len(), self.edges.len() + 1);
        let arity = if ["|", "."].contains(&word) { 2 } else { usize::from(word.starts_with('^')) };
        let operands = parts.split_off(parts.len().checked_sub(arity)?);
        let edges = match (word, &operands[..]) {
            ("|", all) => {
                all.iter().flat_map(|a| [(start, None, *a), (a + 1, None, end)]).collect()
            }
            (".", [a, b]) => vec![(start, None, *a), (a + 1, None, *b), (b + 1, None, end)],
            ("^*", [a]) => vec![(start, None, end), (end, None, *a), (a + 1, None, end)],
            ("^+", [a]) => vec![(start, None, *a), (a + 1, None, end), (end, None, *a)],
            ("_", _) => vec![(start, None, end)],
            ("*", _) => vec![(start, None, end), (end, Some(Letter::Any), end)],
            ("?", _) => vec![(start, Some(Letter::Any), end)],
            ("#", _) => vec![(start, Some(Letter::Separator), end)],
            _ => vec![(start, Some(Letter::Message(system.message(word)?)), end)],
        };
        self.edges.resize(end + 1, Vec::new());
        for (from, letter, to) in edges {
            self.edges[from].push((letter, to));
        }
        parts.push(start);
        Some(())
    }

    /// Returns `true` if contents are a word of the language; the contents of a bag are always accepted.
    ///
    /// The contents are the numbers of the messages in each channel of the system, the oldest first.
    pub fn accepts(&self, system: &System, contents: &[Vec<usize>]) -> bool {
        let mut states = vec![self.start];
        for ((held, sent), &is_bag) in contents.iter().zip(&system.sent).zip(&system.bags) {
            let next = |at: usize, message| match held.get(at) {
                _ if is_bag => Some(0),
                first => (first == Some(&message)).then_some(at + 1),
            };
            let behind = self.behind(states, sent, next).into_iter();
            let whole = behind.filter(|(_, at)| is_bag || *at == held.len());
            states = whole.map(|(state, _)| state).collect();
        }
        self.ends(states)
    }

    /// Returns `true` if silent steps lead from some of these states to the end.
    pub(super) fn ends(&self, states: impl IntoIterator<Item = usize>) -> bool {
        let empty = |state: usize| self.edges[state].iter().filter(|edge| edge.0.is_none());
        reachable(states, |state| empty(state).map(|edge| edge.1)).contains(&self.end)
    }

    /// Returns the states of this automaton after `before`, possible contents of a channel, and the separator after it.
    ///
    /// The possible contents are given by another automaton: it goes from its state 0 by `next` with messages that are
    /// `sent`. Each returned state is paired with the final state of the other automaton.
    pub(super) fn behind(
        &self,
        before: impl IntoIterator<Item = usize>,
        sent: &[usize],
        next: impl Fn(usize, usize) -> Option<usize>,
    ) -> FxHashSet<(usize, usize)> {
        let start = before.into_iter().map(|state| (state, 0, false));
        let all = reachable(start, |(state, at, is_behind)| {
            let step = |&(letter, to): &(Option<Letter>, usize)| match letter {
                _ if is_behind => Vec::new(),
                None => vec![(to, at, false)],
                Some(Letter::Separator) => vec![(to, at, true)],
                Some(letter) => {
                    let is = |m: &&usize| [Letter::Any, Letter::Message(**m)].contains(&letter);
                    let read = sent.iter().filter(is);
                    read.filter_map(|message| Some((to, next(at, *message)?, false))).collect()
                }
            };
            self.edges[state].iter().flat_map(step).collect::<Vec<_>>()
        });
        all.into_iter().filter(|pair| pair.2).map(|(state, at, _)| (state, at)).collect()
    }
}

/// Returns everything that is reachable by steps, including the starts.
pub(super) fn reachable<T: Copy + Eq + Hash, I: IntoIterator<Item = T>>(
    start: impl IntoIterator<Item = T>,
    steps: impl Fn(T) -> I,
) -> FxHashSet<T> {
    let (mut found, mut open) = (FxHashSet::default(), Vec::from_iter(start));
    while let Some(here) = open.pop() {
        if found.insert(here) {
            open.extend(steps(here));
        }
    }
    found
}

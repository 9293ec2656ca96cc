//! Contents expressions as nondeterministic automata, and sets of their states.

use super::system::System;

/// What ends a part of an expression, from the loosest to the tightest.
const LEVELS: [&str; 3] = [")", "|", "."];

/// A letter of a contents word: a message, any message, or the border between two channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    Message(usize),
    Any,
    Separator,
}

/// An automaton over letters.
#[derive(Clone, Debug, Default)]
pub(super) struct Nfa {
    /// By state what leaves it, and to where; without a letter the step reads nothing.
    edges: Vec<Vec<(Option<Letter>, usize)>>,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A set of states, in the order in which they were found.
#[derive(Clone, Debug)]
pub(super) struct States {
    pub(super) found: Vec<usize>,
    marked: Vec<bool>,
}

impl States {
    /// Adds a state; says whether it is new.
    pub(super) fn add(&mut self, state: usize) -> bool {
        let new = !std::mem::replace(&mut self.marked[state], true);
        self.found.extend(new.then_some(state));
        new
    }

    /// Says whether the state is in the set.
    pub(super) fn contains(&self, state: usize) -> bool {
        self.marked[state]
    }
}

impl Nfa {
    /// Reads contents of all channels; `None` if these words are none.
    ///
    /// A part waits for its operator until what stands behind it is known not to bind tighter. What is no
    /// expression leaves another number of parts than one, or too few for an operator.
    pub(super) fn read(words: &[&str], system: &System) -> Option<Self> {
        let (mut nfa, mut parts, mut waiting) = (Self::default(), Vec::new(), Vec::<&str>::new());
        let level = |word: &str| LEVELS.iter().position(|operator| *operator == word);
        for word in [&["("], words, &[")"]].concat() {
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

    /// Adds the part for a word; an operator takes the last of `parts` into its own.
    ///
    /// A part is named by the state in which it starts; it ends in the next one.
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

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Returns the set without states.
    pub(super) fn none(&self) -> States {
        States { found: Vec::new(), marked: vec![false; self.len()] }
    }

    /// Returns the states that nothing leads to from the start.
    pub(super) fn initial(&self) -> States {
        self.closed([self.start])
    }

    /// Returns the states that one letter leads to.
    pub(super) fn step(&self, from: &States, reads: impl Fn(Letter) -> bool) -> States {
        let edges = from.found.iter().flat_map(|&state| &self.edges[state]);
        self.closed(edges.filter(|edge| edge.0.is_some_and(&reads)).map(|edge| edge.1))
    }

    /// Returns the states that nothing leads to from some.
    fn closed(&self, from: impl IntoIterator<Item = usize>) -> States {
        let mut states = self.none();
        for state in from {
            states.add(state);
        }
        self.close(&mut states, |_| false);
        states
    }

    /// Adds the states that any word of such letters leads to.
    pub(super) fn close(&self, states: &mut States, reads: impl Fn(Letter) -> bool) {
        let mut at = 0;
        while let Some(&state) = states.found.get(at) {
            at += 1;
            for &(letter, to) in &self.edges[state] {
                if letter.is_none_or(&reads) {
                    states.add(to);
                }
            }
        }
    }

    /// Says whether the contents are a word of the language; of a bag anything is.
    pub(super) fn accepts(&self, bags: &[bool], contents: &[Vec<usize>]) -> bool {
        let mut states = self.initial();
        for (channel, (messages, is_bag)) in contents.iter().zip(bags).enumerate() {
            if channel > 0 {
                states = self.step(&states, |letter| letter == Letter::Separator);
            }
            if *is_bag {
                self.close(&mut states, |letter| letter != Letter::Separator);
            }
            for &message in messages.iter().filter(|_| !is_bag) {
                states = self.step(&states, |letter| reads(letter, message));
            }
        }
        states.contains(self.end)
    }
}

/// Says whether `letter` stands for `message`.
pub(super) fn reads(letter: Letter, message: usize) -> bool {
    letter == Letter::Any || letter == Letter::Message(message)
}

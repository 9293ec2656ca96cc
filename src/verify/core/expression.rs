//! Contents expressions as nondeterministic automata, and their states after possible contents of channels.
//!
//! A word of an expression is the contents of all channels, in the order of the channels, with the oldest message of a
//! channel first and a separator between two channels. An expression is read by the precedence of its operators, with a
//! stack of its own, since it may be nested deeply; each operator becomes silent steps (the construction of Thompson).

use std::hash::Hash;

use rustc_hash::FxHashSet;

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
    /// The first state; the accepting one is the next one.
    pub(crate) start: usize,
}

impl Nfa {
    /// Reads an expression for the contents of all channels of a system, whose messages have these names, in
    /// order; `None` if the words are not an expression.
    ///
    /// An operator is applied when the operator after it is known not to bind tighter. Words that are not an expression
    /// leave a number of parts other than one, or too few parts for an operator.
    pub fn read(words: &[&str], messages: &[String]) -> Option<Self> {
        let mut nfa = Self::default();
        let mut parts = Vec::new();
        let mut waiting = Vec::<&str>::new();
        // The expression is put in parentheses, with the separator after the last channel behind it.
        for word in [&["(", "("], words, &[")", ".", "#", ")"]].concat() {
            match word {
                "(" => waiting.push(word),
                ")" | "|" | "." => {
                    let binds = |before: &mut &str| precedence(before) >= precedence(word);
                    while let Some(operator) = waiting.pop_if(binds) {
                        nfa.add_part(operator, &mut parts, messages)?;
                    }
                    if word == ")" {
                        waiting.pop()?;
                    } else {
                        waiting.push(word);
                    }
                }
                _ => nfa.add_part(word, &mut parts, messages)?,
            }
        }
        let [start] = parts[..] else { return None };
        nfa.start = start;
        waiting.is_empty().then_some(nfa)
    }

    /// Adds the part for a word; an operator combines the last of `parts`.
    ///
    /// A part is represented by its start state; it ends in the next state. The parts that an operator combines are
    /// called `a` and `b` here.
    fn add_part(&mut self, word: &str, parts: &mut Vec<usize>, messages: &[String]) -> Option<()> {
        let (start, end) = (self.edges.len(), self.edges.len() + 1);
        let count = match word {
            "|" | "." => 2,
            "^*" | "^+" => 1,
            _ => 0,
        };
        let operands = parts.split_off(parts.len().checked_sub(count)?);
        let silent = |from: usize, to: usize| (from, None, to);
        let edges = match (word, &operands[..]) {
            ("|", all) => {
                all.iter().flat_map(|a| [silent(start, *a), silent(a + 1, end)]).collect()
            }
            (".", [a, b]) => vec![silent(start, *a), silent(a + 1, *b), silent(b + 1, end)],
            ("^*", [a]) => vec![silent(start, end), silent(end, *a), silent(a + 1, end)],
            ("^+", [a]) => vec![silent(start, *a), silent(a + 1, end), silent(end, *a)],
            ("_", _) => vec![silent(start, end)],
            ("*", _) => vec![silent(start, end), (end, Some(Letter::Any), end)],
            ("?", _) => vec![(start, Some(Letter::Any), end)],
            ("#", _) => vec![(start, Some(Letter::Separator), end)],
            _ => {
                let message = messages.binary_search_by(|name| name.as_str().cmp(word)).ok()?;
                vec![(start, Some(Letter::Message(message)), end)]
            }
        };
        self.edges.resize(end + 1, Vec::new());
        for (from, letter, to) in edges {
            self.edges[from].push((letter, to));
        }
        parts.push(start);
        Some(())
    }

    /// Returns `true` if silent steps lead from some of these states to the end.
    pub(crate) fn ends(&self, states: impl IntoIterator<Item = usize>) -> bool {
        reachable(states, |state| self.targets(state, None)).contains(&(self.start + 1))
    }

    /// Returns the targets of the steps from a state with a letter; those of the silent steps for `None`.
    fn targets(&self, state: usize, letter: Option<Letter>) -> impl Iterator<Item = usize> {
        self.edges[state].iter().filter(move |edge| edge.0 == letter).map(|edge| edge.1)
    }

    /// Returns the states of this automaton after `before`, possible contents of a channel, and the separator after it.
    ///
    /// The possible contents are given by another automaton: it goes by `next` with messages that are `sent`. Each state
    /// is paired with a state of the other automaton, the one before or behind the contents.
    pub(crate) fn behind<T: Clone + Eq + Hash>(
        &self,
        before: impl IntoIterator<Item = (usize, T)>,
        sent: &[usize],
        next: impl Fn(T, usize) -> Option<T>,
    ) -> FxHashSet<(usize, T)> {
        let steps = |(state, at): (usize, T)| {
            let mut steps = Vec::new();
            for &(letter, to) in &self.edges[state] {
                match letter {
                    None => steps.push((to, at.clone())),
                    Some(Letter::Separator) => {}
                    Some(letter) => {
                        let may_be = |of: usize| [Letter::Any, Letter::Message(of)];
                        let read = sent.iter().filter(|of| may_be(**of).contains(&letter));
                        steps.extend(read.filter_map(|of| Some((to, next(at.clone(), *of)?))));
                    }
                }
            }
            steps
        };
        let inside = reachable(before, steps);
        let separator = Some(Letter::Separator);
        let behind = |(state, at): (usize, T)| {
            self.targets(state, separator).map(move |to| (to, at.clone()))
        };
        inside.into_iter().flat_map(behind).collect()
    }
}

/// Returns how tight an operator binds its operands; a closing parenthesis ends all that began behind the opening one.
fn precedence(operator: &str) -> Option<usize> {
    [")", "|", "."].iter().position(|other| *other == operator)
}

/// Returns everything that is reachable by steps, including the starts.
pub(crate) fn reachable<T: Clone + Eq + Hash, I: IntoIterator<Item = T>>(
    start: impl IntoIterator<Item = T>,
    steps: impl Fn(T) -> I,
) -> FxHashSet<T> {
    let (mut found, mut open) = (FxHashSet::default(), Vec::from_iter(start));
    while let Some(here) = open.pop() {
        if found.insert(here.clone()) {
            open.extend(steps(here));
        }
    }
    found
}

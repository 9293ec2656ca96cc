//! Contents expressions as one automaton for the words between separators.

use super::{ContentsExpression, ContentsNode, ContentsNodeId, MessageId};
use kernel::automata::{Nfa, NfaStateId, Steps, is_universal};
use kernel::base::IndexVec;

/// A separator of the expression as it stands in the automaton.
#[derive(Clone, Copy, Debug)]
struct Separator {
    before: NfaStateId,
    after: NfaStateId,
    /// How many separators stand before it in every word: that of the channel before it.
    level: usize,
}

/// What keeps a channel from holding just anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// The number of the separator before the channel's contents.
    pub from: Option<usize>,
    /// The number of the separator behind them.
    pub to: Option<usize>,
    /// Whether there is a word that they cannot be; otherwise nobody knows.
    pub is_known: bool,
}

/// A contents expression as an automaton over messages alone: it has no transition for a separator.
///
/// The contents of a channel are what leads from one of its starts to one of its ends. An end before
/// a separator belongs with the start behind the same separator; so the expression is a union of
/// tuples of languages, one language a channel, without ever writing the tuples down.
#[derive(Clone, Debug)]
pub struct ContentsChain {
    nfa: Nfa<MessageId>,
    initial: NfaStateId,
    last: NfaStateId,
    /// The separators in the order of the text.
    separators: Vec<Separator>,
    /// The positions in `separators`, by level.
    by_level: Vec<Vec<usize>>,
}

impl ContentsChain {
    /// Builds the automaton by the usual rules, one pair of states for each node; no node has
    /// more than as many silent transitions as children and two.
    pub fn new(expression: &ContentsExpression) -> Self {
        let nodes = expression.nodes();
        let counts = separator_counts(expression);
        let mut nfa = Nfa::new();
        let ends: IndexVec<ContentsNodeId, (NfaStateId, NfaStateId)> =
            nodes.iter().map(|_| (nfa.state(), nfa.state())).collect();
        let mut levels: IndexVec<ContentsNodeId, usize> = IndexVec::filled(0, nodes.len());
        let mut separators = Vec::new();
        // Parents before children, so that levels are known.
        for (id, node) in nodes.enumerate().rev() {
            let (first, last) = ends[id];
            match node {
                ContentsNode::Empty => nfa.silent(first, last),
                ContentsNode::Message(message) => nfa.transition(first, *message, last),
                ContentsNode::Separator => {
                    separators.push(Separator { before: first, after: last, level: levels[id] });
                }
                ContentsNode::Concatenation(parts) => {
                    let mut at = first;
                    let mut level = levels[id];
                    for &part in parts {
                        levels[part] = level;
                        level += counts[part];
                        nfa.silent(at, ends[part].0);
                        at = ends[part].1;
                    }
                    nfa.silent(at, last);
                }
                ContentsNode::Alternatives(parts) => {
                    for &part in parts {
                        levels[part] = levels[id];
                        nfa.silent(first, ends[part].0);
                        nfa.silent(ends[part].1, last);
                    }
                }
                ContentsNode::Star(part) | ContentsNode::Plus(part) => {
                    levels[*part] = levels[id];
                    nfa.silent(first, ends[*part].0);
                    nfa.silent(ends[*part].1, ends[*part].0);
                    nfa.silent(ends[*part].1, last);
                    if matches!(node, ContentsNode::Star(_)) {
                        nfa.silent(first, last);
                    }
                }
            }
        }
        separators.reverse();
        let (initial, last) = ends[expression.root()];
        let mut by_level = vec![Vec::new(); counts[expression.root()]];
        for (index, separator) in separators.iter().enumerate() {
            by_level[separator.level].push(index);
        }
        Self { nfa, initial, last, separators, by_level }
    }

    /// Returns the automaton.
    pub fn nfa(&self) -> &Nfa<MessageId> {
        &self.nfa
    }

    /// Returns the automaton of the whole expression, in which a separator is a letter too, with the
    /// states between which its words lead.
    ///
    /// # Complexity
    /// Linear in the automaton.
    pub fn with_separators(&self) -> (Nfa<Option<MessageId>>, NfaStateId, NfaStateId) {
        let mut whole = Nfa::new();
        let states: Vec<NfaStateId> = (0..self.nfa.len()).map(|_| whole.state()).collect();
        for &state in &states {
            for &(message, target) in self.nfa.transitions(state) {
                whole.transition(state, Some(message), target);
            }
            for &target in self.nfa.silent_from(state) {
                whole.silent(state, target);
            }
        }
        for separator in &self.separators {
            whole.transition(separator.before, None, separator.after);
        }
        (whole, self.initial, self.last)
    }

    /// Returns the number of channels that the expression describes.
    pub fn channels(&self) -> usize {
        self.by_level.len() + 1
    }

    /// Returns where the contents of a channel begin, each with the number of the separator before
    /// it; separators are numbered in the order of the text.
    pub fn starts(&self, channel: usize) -> Vec<(NfaStateId, Option<usize>)> {
        match channel.checked_sub(1) {
            None => vec![(self.initial, None)],
            Some(level) => self.level(level).map(|(i, s)| (s.after, Some(i))).collect(),
        }
    }

    /// Returns where the contents of a channel end, each with the number of the separator behind it.
    pub fn ends(&self, channel: usize) -> Vec<(NfaStateId, Option<usize>)> {
        if channel + 1 == self.channels() {
            return vec![(self.last, None)];
        }
        self.level(channel).map(|(i, s)| (s.before, Some(i))).collect()
    }

    /// Returns the first thing that keeps the contents of `channel` from being any word over
    /// `alphabet`, if anything does: between which separators, and whether that is known or the
    /// steps did not suffice to know.
    ///
    /// In each tuple every word must do for the channel by itself.
    ///
    /// # Complexity
    /// Exponential in the automaton at worst; limited by `steps`.
    pub fn first_constraint(
        &self,
        channel: usize,
        alphabet: &[MessageId],
        steps: &mut Steps,
    ) -> Option<Constraint> {
        let ends = self.ends(channel);
        for (start, from) in self.starts(channel) {
            let reached = self.nfa.reachable(start);
            let spent = steps.spend(reached.len() + ends.len());
            for &(end, to) in ends.iter().filter(|(end, _)| reached.contains(end)) {
                let answer =
                    spent.and_then(|()| is_universal(&self.nfa, start, end, alphabet, steps));
                if answer != Some(true) {
                    return Some(Constraint { from, to, is_known: answer.is_some() });
                }
            }
        }
        None
    }

    fn level(&self, level: usize) -> impl Iterator<Item = (usize, &Separator)> {
        self.by_level[level].iter().map(|&index| (index, &self.separators[index]))
    }
}

/// Returns how many separators the words of each node have.
fn separator_counts(expression: &ContentsExpression) -> IndexVec<ContentsNodeId, usize> {
    let mut counts: IndexVec<ContentsNodeId, usize> = IndexVec::new();
    for node in expression.nodes() {
        let count = match node {
            ContentsNode::Separator => 1,
            ContentsNode::Concatenation(parts) => parts.iter().map(|&part| counts[part]).sum(),
            ContentsNode::Alternatives(parts) => parts.first().map_or(0, |&part| counts[part]),
            _ => 0,
        };
        counts.push(count);
    }
    counts
}

//! Contents expressions as one automaton for the words between separators.

use rustc_hash::FxHashSet;

use super::{ContentsExpression, ContentsNode, ContentsNodeId, MessageId};
use kernel::automata::{FiniteAutomaton, FiniteStateId, Steps, SymbolId, is_universal};
use kernel::base::{Id as _, IndexVec};
use kernel::search::reachable;

/// A separator of the expression, as it occurs in the automaton.
#[derive(Clone, Copy, Debug)]
struct Separator {
    before: FiniteStateId,
    after: FiniteStateId,
    /// Number of separators before it in every word, which is the number of the channel before it.
    level: usize,
}

/// The part of an expression that prevents a channel from having arbitrary contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// The number of the separator before the channel's contents.
    pub from: Option<usize>,
    /// The number of the separator after the channel's contents.
    pub to: Option<usize>,
    /// Whether some contents are known to be excluded; otherwise the search was given up.
    pub is_known: bool,
}

/// A contents expression as an automaton over messages alone: it has no transition for a separator.
///
/// The contents of a channel are the words that lead from one of its starts to one of its ends. An end before
/// a separator belongs to the start after the same separator; so the expression is a union of tuples of
/// languages, one language for each channel, without an explicit list of the tuples.
#[derive(Clone, Debug)]
pub struct ContentsChain {
    automaton: FiniteAutomaton,
    last: FiniteStateId,
    /// The separators in the order of the text.
    separators: Vec<Separator>,
    /// The positions in `separators`, by level.
    by_level: Vec<Vec<usize>>,
}

impl ContentsChain {
    /// Builds the automaton by the usual rules, one pair of states for each node; the number of silent
    /// transitions of a node is at most that of its children plus two.
    pub fn new(expression: &ContentsExpression) -> Self {
        let nodes = expression.nodes();
        let counts = separator_counts(expression);
        let (state, silent) = (FiniteStateId::from_index, Self::silent());
        let ends: IndexVec<ContentsNodeId, (FiniteStateId, FiniteStateId)> =
            nodes.ids().map(|id| (state(2 * id.index()), state(2 * id.index() + 1))).collect();
        let mut edges = Vec::new();
        let mut levels: IndexVec<ContentsNodeId, usize> = IndexVec::filled(0, nodes.len());
        let mut separators = Vec::new();
        // Parents come before children, so that levels are known.
        for (id, node) in nodes.enumerate().rev() {
            let (first, last) = ends[id];
            match node {
                ContentsNode::Empty => edges.push((first, silent, last)),
                ContentsNode::Message(message) => {
                    edges.push((first, Self::symbol(Some(*message)), last));
                }
                ContentsNode::Separator => {
                    separators.push(Separator { before: first, after: last, level: levels[id] });
                }
                ContentsNode::Concatenation(parts) => {
                    let mut at = first;
                    let mut level = levels[id];
                    for &part in parts {
                        levels[part] = level;
                        level += counts[part];
                        edges.push((at, silent, ends[part].0));
                        at = ends[part].1;
                    }
                    edges.push((at, silent, last));
                }
                ContentsNode::Alternatives(parts) => {
                    for &part in parts {
                        levels[part] = levels[id];
                        edges.push((first, silent, ends[part].0));
                        edges.push((ends[part].1, silent, last));
                    }
                }
                ContentsNode::Star(part) | ContentsNode::Plus(part) => {
                    levels[*part] = levels[id];
                    edges.push((first, silent, ends[*part].0));
                    edges.push((ends[*part].1, silent, ends[*part].0));
                    edges.push((ends[*part].1, silent, last));
                    if matches!(node, ContentsNode::Star(_)) {
                        edges.push((first, silent, last));
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
        let mut accepting = vec![false; 2 * nodes.len()];
        accepting[last.index()] = true;
        let known = edges.iter().map(|&(_, symbol, _)| symbol).chain([Self::symbol(None)]);
        let symbols = known.map(|symbol| symbol.index() + 1).max().unwrap_or(0);
        let automaton = FiniteAutomaton::new(symbols, vec![initial], accepting, edges);
        Self { automaton, last, separators, by_level }
    }

    /// Returns the symbol of silent transitions.
    pub fn silent() -> SymbolId {
        SymbolId::from_index(0)
    }

    /// Returns the symbol of a message or, without one, of a separator.
    pub fn symbol(message: Option<MessageId>) -> SymbolId {
        SymbolId::from_index(message.map_or(1, |message| message.index() + 2))
    }

    /// Returns the message of this symbol; `None` for a separator.
    pub fn message(symbol: SymbolId) -> Option<MessageId> {
        symbol.index().checked_sub(2).map(MessageId::from_index)
    }

    /// Returns the automaton, whose letters are the symbols of messages.
    pub fn automaton(&self) -> &FiniteAutomaton {
        &self.automaton
    }

    /// Returns the automaton of the whole expression, in which separators are read too.
    ///
    /// # Complexity
    /// Linear in the automaton, times a logarithm.
    pub fn with_separators(&self) -> FiniteAutomaton {
        let (automaton, separator) = (&self.automaton, Self::symbol(None));
        let separators = self.separators.iter();
        let separators = separators.map(|one| (one.before, separator, one.after));
        let edges = automaton.edges().chain(separators).collect();
        let initial = automaton.initial().to_vec();
        FiniteAutomaton::new(automaton.symbols(), initial, automaton.acceptance(), edges)
    }

    /// Returns the number of channels that the expression describes.
    pub fn channels(&self) -> usize {
        self.by_level.len() + 1
    }

    /// Returns the states at which the contents of a channel begin, each with the number of the separator
    /// before it; separators are numbered in the order of the text.
    pub fn starts(&self, channel: usize) -> Vec<(FiniteStateId, Option<usize>)> {
        match channel.checked_sub(1) {
            None => vec![(self.automaton.initial()[0], None)],
            Some(level) => self.level(level).map(|(i, s)| (s.after, Some(i))).collect(),
        }
    }

    /// Returns the states at which the contents of a channel end, each with the number of the separator after
    /// it.
    pub fn ends(&self, channel: usize) -> Vec<(FiniteStateId, Option<usize>)> {
        if channel + 1 == self.channels() {
            return vec![(self.last, None)];
        }
        self.level(channel).map(|(i, s)| (s.before, Some(i))).collect()
    }

    /// Returns the first part of the expression that prevents the contents of `channel` from being any word
    /// over `alphabet`, if there is one: the separators around it, and whether that is known or the steps did
    /// not suffice.
    ///
    /// In each tuple the language of the channel must contain every word.
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
        let alphabet: Vec<SymbolId> =
            alphabet.iter().map(|&message| Self::symbol(Some(message))).collect();
        for (start, from) in self.starts(channel) {
            let reached = reachable([start], |&state| {
                self.automaton.transitions(state).iter().map(|&(_, target)| target)
            });
            let reached: FxHashSet<FiniteStateId> = reached.into_iter().collect();
            let spent = steps.spend(reached.len() + ends.len());
            for &(end, to) in ends.iter().filter(|(end, _)| reached.contains(end)) {
                let answer = spent.and_then(|()| {
                    is_universal(&self.automaton, Self::silent(), [start, end], &alphabet, steps)
                });
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

/// Returns the number of separators in the words of each node.
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

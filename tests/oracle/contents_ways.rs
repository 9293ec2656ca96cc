//! What the contents of a channel may be for in a contents expression.
//!
//! The expression is an automaton over messages and separators. A word in a channel leads from some
//! of its states to others; that is all that matters of it. An automaton that reads what is sent to a
//! channel so means, for each of its states, the ways of all words that lead there.

use super::reachability::Letter;
use model::cfsm::{ContentsExpression, ContentsNode, ContentsNodeId, MessageId};
use std::collections::BTreeSet;

/// Ways through the expression: where one enters, and where one may then be.
pub type Ways = BTreeSet<(usize, usize)>;

/// The automaton of an expression, as one draws it.
#[derive(Clone, Debug)]
pub struct Expression {
    /// From where, by which letter or none, to where.
    transitions: Vec<(usize, Option<Letter>, usize)>,
    states: usize,
    start: usize,
    end: usize,
}

impl Expression {
    /// The automaton of `expression`.
    pub fn new(expression: &ContentsExpression) -> Self {
        let mut drawn = Self { transitions: Vec::new(), states: 0, start: 0, end: 0 };
        (drawn.start, drawn.end) = drawn.draw(expression, expression.root());
        drawn
    }

    fn state(&mut self) -> usize {
        self.states += 1;
        self.states - 1
    }

    /// Draws a node, and returns where it begins and where it ends.
    fn draw(&mut self, expression: &ContentsExpression, node: ContentsNodeId) -> (usize, usize) {
        let (start, end) = (self.state(), self.state());
        match &expression.nodes()[node] {
            ContentsNode::Empty => self.transitions.push((start, None, end)),
            ContentsNode::Message(message) => {
                self.transitions.push((start, Some(Letter::Message(*message)), end));
            }
            ContentsNode::Separator => {
                self.transitions.push((start, Some(Letter::Separator), end));
            }
            ContentsNode::Concatenation(parts) => {
                let mut here = start;
                for &part in parts {
                    let (first, last) = self.draw(expression, part);
                    self.transitions.push((here, None, first));
                    here = last;
                }
                self.transitions.push((here, None, end));
            }
            ContentsNode::Alternatives(parts) => {
                for &part in parts {
                    let (first, last) = self.draw(expression, part);
                    self.transitions.push((start, None, first));
                    self.transitions.push((last, None, end));
                }
            }
            ContentsNode::Star(part) | ContentsNode::Plus(part) => {
                let (first, last) = self.draw(expression, *part);
                self.transitions.push((start, None, first));
                self.transitions.push((last, None, first));
                self.transitions.push((last, None, end));
                if matches!(&expression.nodes()[node], ContentsNode::Star(_)) {
                    self.transitions.push((start, None, end));
                }
            }
        }
        (start, end)
    }

    /// Where one may be without reading anything.
    fn closure(&self, mut here: BTreeSet<usize>) -> BTreeSet<usize> {
        loop {
            let before = here.len();
            for &(from, letter, to) in &self.transitions {
                if letter.is_none() && here.contains(&from) {
                    here.insert(to);
                }
            }
            if here.len() == before {
                return here;
            }
        }
    }

    /// Where one may be after a letter.
    fn after(&self, here: usize, letter: Letter) -> BTreeSet<usize> {
        let edges = self.transitions.iter().filter(|(from, _, _)| *from == here);
        self.closure(edges.filter(|edge| edge.1 == Some(letter)).map(|edge| edge.2).collect())
    }

    /// The ways of the empty word.
    pub fn nothing(&self) -> Ways {
        let after_separator = self
            .transitions
            .iter()
            .filter_map(|&(_, letter, to)| (letter == Some(Letter::Separator)).then_some(to));
        std::iter::once(self.start)
            .chain(after_separator)
            .flat_map(|entry| {
                self.closure([entry].into()).into_iter().map(move |exit| (entry, exit))
            })
            .collect()
    }

    /// The ways of all words that have one of these ways, with one message more.
    pub fn read(&self, ways: &Ways, message: MessageId) -> Ways {
        let letter = Letter::Message(message);
        let one = |&(entry, exit): &(usize, usize)| {
            self.after(exit, letter).into_iter().map(move |exit| (entry, exit))
        };
        ways.iter().flat_map(one).collect()
    }

    /// The ways, and those of all words that are longer by any of these messages.
    pub fn extended(&self, ways: &Ways, messages: &BTreeSet<MessageId>) -> Ways {
        let mut all = ways.clone();
        loop {
            let before = all.len();
            for &message in messages {
                all.extend(self.read(&all, message));
            }
            if all.len() == before {
                return all;
            }
        }
    }

    /// For each state of an automaton, the ways of all words that lead there.
    pub fn meaning(&self, messages: &[MessageId], next: &[Vec<usize>]) -> Vec<Ways> {
        let mut meaning = vec![Ways::new(); next.len()];
        meaning[0] = self.nothing();
        loop {
            let mut changed = false;
            for (state, targets) in next.iter().enumerate() {
                for (&message, &target) in messages.iter().zip(targets) {
                    let more = self.read(&meaning[state], message);
                    let before = meaning[target].len();
                    meaning[target].extend(more);
                    changed |= meaning[target].len() > before;
                }
            }
            if !changed {
                return meaning;
            }
        }
    }

    /// An automaton whose states are what words are for: the ways of the words that lead there.
    pub fn automaton(&self, messages: &[MessageId]) -> (Vec<Ways>, Vec<Vec<usize>>) {
        let mut states = vec![self.nothing()];
        let mut next = Vec::new();
        while let Some(ways) = states.get(next.len()).cloned() {
            let mut row = Vec::new();
            for &message in messages {
                let after = self.read(&ways, message);
                let place = states.iter().position(|other| *other == after);
                row.push(place.unwrap_or(states.len()));
                if place.is_none() {
                    states.push(after);
                }
            }
            next.push(row);
        }
        (states, next)
    }

    /// All that words may be for.
    pub fn all_ways(&self, messages: &[MessageId]) -> Vec<Ways> {
        self.automaton(messages).0
    }

    /// Whether ways through all channels, one after the other, lead from the start to the end.
    pub fn connect(&self, channels: &[Ways]) -> bool {
        let mut entries = BTreeSet::from([self.start]);
        for (place, ways) in channels.iter().enumerate() {
            let exits: BTreeSet<usize> =
                ways.iter().filter(|way| entries.contains(&way.0)).map(|way| way.1).collect();
            if place + 1 == channels.len() {
                return exits.contains(&self.end);
            }
            let separators =
                self.transitions.iter().filter(|edge| edge.1 == Some(Letter::Separator));
            entries =
                separators.filter(|edge| exits.contains(&edge.0)).map(|edge| edge.2).collect();
        }
        false
    }
}

//! Whether a configuration is bad, by the meaning of contents expressions.

use super::{
    BadConfigurations, ChannelId, Configuration, ContentsExpression, ContentsNode, ContentsNodeId,
    MessageId,
};
use crate::kernel::base::{Id as _, IndexVec};

impl BadConfigurations {
    /// Tells whether `configuration` belongs to this set.
    ///
    /// The control part is looked up. The contents are one word, channel by channel with separators
    /// between them, and each part of the expression is given its meaning, inner ones first: which
    /// pieces of the word it describes. No automaton is built.
    ///
    /// # Complexity
    /// `O(n w³ / 64)` for an expression of `n` nodes and a word of length `w`.
    pub fn contains(&self, configuration: &Configuration) -> bool {
        let control = self
            .control
            .iter()
            .all(|(participant, states)| states.contains(&configuration.control[*participant]));
        control
            && self
                .contents
                .as_ref()
                .is_none_or(|contents| describes(contents, &configuration_word(configuration)))
    }
}

/// A letter of the word that all channels make: a message, or the separator between two channels.
type Letter = Option<MessageId>;

fn configuration_word(configuration: &Configuration) -> Vec<Letter> {
    let mut word = Vec::new();
    for (channel, contents) in configuration.contents.enumerate() {
        if channel != ChannelId::from_index(0) {
            word.push(None);
        }
        word.extend(contents.messages().iter().copied().map(Some));
    }
    word
}

/// The pieces of a word that something describes: for each position where a piece may begin, the
/// positions where it may end.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pieces {
    /// A row of bits for each position, from 0 to the length of the word.
    rows: Vec<Vec<u64>>,
}

impl Pieces {
    fn none(length: usize) -> Self {
        Self { rows: vec![vec![0; length / 64 + 1]; length + 1] }
    }

    /// The pieces without a letter.
    fn empty(length: usize) -> Self {
        let mut pieces = Self::none(length);
        for position in 0..=length {
            pieces.add(position, position);
        }
        pieces
    }

    /// The pieces that are one given letter.
    fn letter(word: &[Letter], letter: Letter) -> Self {
        let mut pieces = Self::none(word.len());
        for (position, &other) in word.iter().enumerate() {
            if other == letter {
                pieces.add(position, position + 1);
            }
        }
        pieces
    }

    fn add(&mut self, from: usize, to: usize) {
        self.rows[from][to / 64] |= 1 << (to % 64);
    }

    fn has(&self, from: usize, to: usize) -> bool {
        self.rows[from][to / 64] >> (to % 64) & 1 != 0
    }

    /// Adds the pieces of `other`; tells whether there was a new one.
    fn unite(&mut self, other: &Self) -> bool {
        let mut grown = false;
        for (row, others) in self.rows.iter_mut().zip(&other.rows) {
            for (bits, &more) in row.iter_mut().zip(others) {
                grown |= more & !*bits != 0;
                *bits |= more;
            }
        }
        grown
    }

    /// Returns the pieces that are one of `self`, then one of `other`.
    fn then(&self, other: &Self) -> Self {
        let length = self.rows.len() - 1;
        let mut pieces = Self::none(length);
        for from in 0..=length {
            for middle in (from..=length).filter(|&middle| self.has(from, middle)) {
                for (bits, &more) in pieces.rows[from].iter_mut().zip(&other.rows[middle]) {
                    *bits |= more;
                }
            }
        }
        pieces
    }

    /// Returns the pieces that are one or more of `self`, one after the other.
    fn repeated(&self) -> Self {
        let mut pieces = self.clone();
        loop {
            let twice = pieces.then(&pieces);
            if !pieces.unite(&twice) {
                return pieces;
            }
        }
    }
}

fn describes(expression: &ContentsExpression, word: &[Letter]) -> bool {
    let mut pieces: IndexVec<ContentsNodeId, Pieces> = IndexVec::new();
    for node in expression.nodes() {
        let found = match node {
            ContentsNode::Empty => Pieces::empty(word.len()),
            ContentsNode::Message(message) => Pieces::letter(word, Some(*message)),
            ContentsNode::Separator => Pieces::letter(word, None),
            ContentsNode::Concatenation(parts) => {
                parts.iter().fold(Pieces::empty(word.len()), |all, &part| all.then(&pieces[part]))
            }
            ContentsNode::Alternatives(parts) => {
                parts.iter().fold(Pieces::none(word.len()), |mut all, &part| {
                    all.unite(&pieces[part]);
                    all
                })
            }
            ContentsNode::Star(part) => {
                let mut all = pieces[*part].repeated();
                all.unite(&Pieces::empty(word.len()));
                all
            }
            ContentsNode::Plus(part) => pieces[*part].repeated(),
        };
        pieces.push(found);
    }
    pieces[expression.root()].has(0, word.len())
}

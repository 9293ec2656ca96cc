//! Contents expressions as unions of tuples of languages, one language for each channel.

use std::collections::BTreeSet;

use kernel::automata::{Dfa, DfaStateId, RegularExpression};
use kernel::base::{Id as _, IndexVec};
use model::cfsm::{ChannelId, ContentsExpression, ContentsNode, ContentsNodeId, MessageId};

/// Maximum number of tuples: each takes a bit.
const TUPLES: usize = 64;
/// Maximum height of an expression, since the compiler recurses over it.
const HEIGHT: usize = 1_000;
/// Maximum size of an expression; shared parts count as often as they are used.
const SIZE: usize = 20_000;
/// Maximum number of bytes of one automaton during its construction.
const BYTES: usize = 1 << 20;
/// Maximum number of bytes of all automata together.
const ALL_BYTES: usize = 1 << 24;
/// Maximum number of states of an automaton for one channel.
const STATES: usize = 1 << 12;

/// A set of tuples, as bits.
pub(super) type Tuples = u64;

/// Returns for each channel the minimal automaton over `letters` of that channel that outputs, after
/// reading contents, the tuples whose language for the channel they belong to.
///
/// Contents belong to the expression iff some tuple is in the outputs of all channels. Returns `None` if the
/// automata are too large.
pub(super) fn compile(
    expression: &ContentsExpression,
    letters: &IndexVec<ChannelId, Vec<MessageId>>,
) -> Option<IndexVec<ChannelId, Dfa<Tuples>>> {
    let mentioned = mentioned(expression)?;
    let tuples = split(expression, &mentioned)?;
    let mut automata = IndexVec::new();
    let mut compiler = Compiler { letters: mentioned.len(), room: ALL_BYTES, known: Vec::new() };
    for (channel, letters) in letters.enumerate() {
        let languages: Vec<Dfa<bool>> = tuples
            .iter()
            .map(|tuple| compiler.compile(&tuple[channel.index()]))
            .collect::<Option<_>>()?;
        let letters: Vec<Option<usize>> =
            letters.iter().map(|message| mentioned.binary_search(message).ok()).collect();
        automata.push(side_by_side(&languages, &letters)?.minimised());
    }
    Some(automata)
}

/// Makes automata of languages; equal languages share one.
struct Compiler<'a> {
    letters: usize,
    /// Remaining number of bytes.
    room: usize,
    known: Vec<(&'a RegularExpression, Dfa<bool>)>,
}

impl<'a> Compiler<'a> {
    fn compile(&mut self, language: &'a RegularExpression) -> Option<Dfa<bool>> {
        if let Some((_, dfa)) = self.known.iter().find(|(known, _)| *known == language) {
            return Some(dfa.clone());
        }
        let (dfa, bytes) = language.compile(self.letters, BYTES.min(self.room))?;
        self.room = self.room.checked_sub(bytes)?;
        self.known.push((language, dfa.clone()));
        Some(dfa)
    }
}

/// Runs automata side by side; a letter that belongs to none of them ends them all.
fn side_by_side(languages: &[Dfa<bool>], letters: &[Option<usize>]) -> Option<Dfa<Tuples>> {
    let initial: Vec<Option<DfaStateId>> =
        languages.iter().map(|dfa| Some(dfa.initial())).collect();
    Dfa::explore(
        letters.len(),
        initial,
        STATES,
        |states, letter| {
            let after = |(dfa, state): (&Dfa<bool>, &Option<DfaStateId>)| {
                Some(dfa.after((*state)?, letters[letter]?))
            };
            Some(languages.iter().zip(states).map(after).collect())
        },
        |states| {
            let accepts = |(dfa, state): (&Dfa<bool>, &Option<DfaStateId>)| {
                state.is_some_and(|state| dfa.outputs()[state])
            };
            let bits = languages.iter().zip(states).map(accepts);
            bits.enumerate().map(|(tuple, accepts)| Tuples::from(accepts) << tuple).sum()
        },
    )
}

/// Returns the messages in the expression, in order; `None` if there are more than a byte can number.
fn mentioned(expression: &ContentsExpression) -> Option<Vec<MessageId>> {
    let message = |node: &ContentsNode| match node {
        ContentsNode::Message(message) => Some(*message),
        _ => None,
    };
    let messages: BTreeSet<MessageId> = expression.nodes().iter().filter_map(message).collect();
    (messages.len() <= 256).then(|| messages.into_iter().collect())
}

/// One language for each channel.
type Tuple = Vec<RegularExpression>;

/// Splits the expression at its separators.
fn split(expression: &ContentsExpression, mentioned: &[MessageId]) -> Option<Vec<Tuple>> {
    let mut sizes: IndexVec<ContentsNodeId, (usize, usize)> = IndexVec::new();
    let mut all: IndexVec<ContentsNodeId, Vec<Tuple>> = IndexVec::new();
    for node in expression.nodes() {
        let children: &[ContentsNodeId] = match node {
            ContentsNode::Empty | ContentsNode::Message(_) | ContentsNode::Separator => &[],
            ContentsNode::Concatenation(parts) | ContentsNode::Alternatives(parts) => parts,
            ContentsNode::Star(part) | ContentsNode::Plus(part) => std::slice::from_ref(part),
        };
        let height = children.iter().map(|&child| sizes[child].0).max().unwrap_or(0) + 1;
        let size = children.iter().fold(1_usize, |sum, &child| sum.saturating_add(sizes[child].1));
        if height > HEIGHT || size > SIZE {
            return None;
        }
        sizes.push((height, size));
        let tuples = match node {
            ContentsNode::Empty => vec![vec![RegularExpression::empty_word()]],
            ContentsNode::Separator => vec![vec![RegularExpression::empty_word(); 2]],
            ContentsNode::Message(message) => {
                let letter = mentioned.binary_search(message).expect("it is mentioned");
                let letter = u8::try_from(letter).expect("a byte tells them apart");
                vec![vec![RegularExpression::letter(letter)]]
            }
            ContentsNode::Concatenation(parts) => {
                concatenated(parts.iter().map(|&part| all[part].as_slice()))?
            }
            ContentsNode::Alternatives(parts) => {
                let tuples: Vec<Tuple> =
                    parts.iter().flat_map(|&part| all[part].iter().cloned()).collect();
                if tuples.iter().all(|tuple| tuple.len() == 1) {
                    let languages = tuples.into_iter().flatten();
                    vec![vec![RegularExpression::alternatives(languages)]]
                } else {
                    tuples
                }
            }
            ContentsNode::Star(part) => vec![vec![repeated(&all[*part], 0)]],
            ContentsNode::Plus(part) => vec![vec![repeated(&all[*part], 1)]],
        };
        if tuples.len() > TUPLES {
            return None;
        }
        all.push(tuples);
    }
    Some(all[expression.root()].clone())
}

/// Returns the repetition of a part without separators.
fn repeated(part: &[Tuple], least: u32) -> RegularExpression {
    let languages = part.iter().flatten().cloned();
    RegularExpression::alternatives(languages).repeated(least)
}

/// Returns each tuple of the first part followed by each of the next, and so on: adjacent tuples meet in one
/// channel.
fn concatenated<'a>(parts: impl Iterator<Item = &'a [Tuple]>) -> Option<Vec<Tuple>> {
    // For each tuple the pieces of each channel, put together at the end.
    let mut done: Vec<Vec<Vec<RegularExpression>>> = vec![vec![Vec::new()]];
    for part in parts {
        if done.len() * part.len() > TUPLES {
            return None;
        }
        let (first, others) = part.split_first()?;
        let mut more = Vec::new();
        for tuple in others {
            more.extend(done.iter().cloned().map(|mut pieces| {
                append(&mut pieces, tuple);
                pieces
            }));
        }
        for pieces in &mut done {
            append(pieces, first);
        }
        done.extend(more);
    }
    let whole = |pieces: Vec<RegularExpression>| RegularExpression::concatenation(pieces);
    Some(done.into_iter().map(|tuple| tuple.into_iter().map(whole).collect()).collect())
}

fn append(pieces: &mut Vec<Vec<RegularExpression>>, tuple: &[RegularExpression]) {
    for (place, language) in tuple.iter().enumerate() {
        if place > 0 {
            pieces.push(Vec::new());
        }
        pieces.last_mut().expect("there is a first channel").push(language.clone());
    }
}

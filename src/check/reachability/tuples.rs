//! Contents expressions as unions of tuples of languages, one language a channel.

use crate::kernel::automata::{Dfa, DfaStateId, RegularExpression};
use crate::kernel::base::{Id as _, IndexVec};
use crate::model::cfsm::{ChannelId, ContentsExpression, ContentsNode, ContentsNodeId, MessageId};

/// The largest number of tuples: each takes a bit.
const TUPLES: usize = 64;
/// The largest height of an expression, since the compiler recurses over it.
const HEIGHT: usize = 1_000;
/// The largest size of an expression, where what is used twice counts twice.
const SIZE: usize = 100_000;
/// The most memory that one automaton may take while it is made.
const BYTES: usize = 1 << 20;
/// The largest number of states of an automaton for one channel.
const STATES: usize = 1 << 12;

/// A set of tuples, as bits.
pub(super) type Tuples = u64;

/// Returns for each channel the minimal automaton over `letters` of that channel that outputs, after
/// reading contents, the tuples whose language for the channel they belong to.
///
/// Contents belong to the expression iff some tuple is in the outputs of all channels. Gives nothing
/// where that is too large.
pub(super) fn compile(
    expression: &ContentsExpression,
    letters: &IndexVec<ChannelId, Vec<MessageId>>,
) -> Option<IndexVec<ChannelId, Dfa<Tuples>>> {
    let mentioned = mentioned(expression)?;
    let tuples = split(expression, &mentioned)?;
    let mut automata = IndexVec::new();
    for (channel, letters) in letters.enumerate() {
        let languages: Vec<Dfa<bool>> = tuples
            .iter()
            .map(|tuple| tuple[channel.index()].compile(mentioned.len(), BYTES))
            .collect::<Option<_>>()?;
        let letters: Vec<Option<usize>> =
            letters.iter().map(|message| mentioned.binary_search(message).ok()).collect();
        automata.push(side_by_side(&languages, &letters)?.minimised());
    }
    Some(automata)
}

/// Runs automata side by side; a letter that is none of theirs ends them all.
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

/// Returns the messages that the expression mentions, in order, if they can be told apart by a byte.
fn mentioned(expression: &ContentsExpression) -> Option<Vec<MessageId>> {
    let mut messages: Vec<MessageId> = expression
        .nodes()
        .iter()
        .filter_map(|node| match node {
            ContentsNode::Message(message) => Some(*message),
            _ => None,
        })
        .collect();
    messages.sort_unstable();
    messages.dedup();
    (messages.len() <= 256).then_some(messages)
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
                let none = vec![vec![RegularExpression::empty_word()]];
                parts.iter().try_fold(none, |done, &part| concatenated(&done, &all[part]))?
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

/// Returns each tuple of `left` followed by each of `right`: where they meet, in one channel.
fn concatenated(left: &[Tuple], right: &[Tuple]) -> Option<Vec<Tuple>> {
    if left.len() * right.len() > TUPLES {
        return None;
    }
    let pairs = left.iter().flat_map(|one| right.iter().map(move |other| (one, other)));
    let joined = pairs.map(|(one, other)| {
        let mut tuple = one.clone();
        let last = tuple.pop().into_iter().chain(other.first().cloned());
        let meeting = RegularExpression::concatenation(last);
        tuple.push(meeting);
        tuple.extend(other.iter().skip(1).cloned());
        tuple
    });
    Some(joined.collect())
}

//! Instances of Post's correspondence problem as systems of three participants.

use super::Size;
use super::rows::{Action, Rounds, Rows, receives, sends};
use crate::cfsm::{
    BadConfigurations, ContentsExpression, ContentsNode, ContentsNodeId, MessageId, ParticipantId,
    System,
};
use kernel::base::{Id as _, IndexVec};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// An instance of Post's correspondence problem (Definition 5.1.5 of [RSC](crate#bibliography)): is there a sequence of
/// pairs, at least one, whose upper words in a row are the same word as their lower words in a row?
///
/// There is at least one pair; the words are not empty and consist of ASCII letters and digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostInstance {
    /// The pairs of an upper and a lower word.
    pairs: Vec<[String; 2]>,
}

impl PostInstance {
    /// Reads pairs that are written as `ab/a`, the upper word first.
    ///
    /// # Complexity
    /// Linear in the lengths of the pairs.
    ///
    /// # Errors
    /// If there is no pair, a pair is not written so, or the system would be larger than [`Size::MAX_TRANSITIONS`].
    ///
    /// # Examples
    /// ```
    /// use model::generate::PostInstance;
    ///
    /// let instance = PostInstance::read(["ab/a", "a/ba"])?;
    /// assert_eq!(instance.pairs()[1], ["a", "ba"]);
    /// assert!(PostInstance::read(["ab"]).is_err());
    /// # Ok::<(), model::generate::PostError>(())
    /// ```
    pub fn read<'t>(pairs: impl IntoIterator<Item = &'t str>) -> Result<Self, PostError> {
        let read = |(place, pair): (usize, &str)| {
            words(pair).map_err(|fault| PostError::Pair(place + 1, pair.to_owned(), fault))
        };
        let pairs: Vec<[String; 2]> =
            pairs.into_iter().enumerate().map(read).collect::<Result<_, _>>()?;
        if pairs.is_empty() {
            return Err(PostError::NoPair);
        }
        // The guesser spells the upper words twice, and the checker has two steps for each letter.
        let size: usize = pairs.iter().map(|[upper, lower]| 4 * (upper.len() + lower.len())).sum();
        if size > Size::MAX_TRANSITIONS {
            return Err(PostError::TooLarge);
        }
        Ok(Self { pairs })
    }

    /// Returns the pairs, at least one: the upper and the lower word.
    pub fn pairs(&self) -> &[[String; 2]] {
        &self.pairs
    }
}

impl fmt::Display for PostInstance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = self.pairs.iter().map(|[upper, lower]| format!("{upper}/{lower}"));
        formatter.write_str(&pairs.collect::<Vec<_>>().join(" "))
    }
}

/// Returns the words of a pair.
///
/// # Errors
/// If there are not two words of letters and digits.
fn words(pair: &str) -> Result<[String; 2], PairFault> {
    let (upper, lower) = pair.split_once('/').ok_or(PairFault::OneWord)?;
    for (word, shift) in [(upper, 0), (lower, upper.len() + 1)] {
        if let Some((at, sign)) =
            word.char_indices().find(|(_, sign)| !sign.is_ascii_alphanumeric())
        {
            let column = pair[..shift + at].chars().count() + 1;
            return Err(if sign == '/' {
                PairFault::ThreeWords(column)
            } else {
                PairFault::Sign(column, sign)
            });
        }
    }
    match (upper, lower) {
        ("", _) => Err(PairFault::Empty("upper")),
        (_, "") => Err(PairFault::Empty("lower")),
        words => Ok([words.0, words.1].map(str::to_owned)),
    }
}

/// Why there is no instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PostError {
    /// There is no pair.
    #[error("an instance has at least one pair, such as ab/a")]
    NoPair,
    /// The pair with this number is not two words.
    #[error("pair {0}, `{pair}`: {2}", pair = .1.escape_debug())]
    Pair(usize, String, PairFault),
    /// The system would be too large.
    #[error("this system would have more than {} transitions", Size::MAX_TRANSITIONS)]
    TooLarge,
}

/// What is wrong with a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PairFault {
    /// There is only one word.
    #[error("a pair has two words; write the upper one, / and the lower one, as in ab/a")]
    OneWord,
    /// A second `/` is in this column.
    #[error("column {0} has a second /; put a blank between pairs, as in `ab/a a/ba`")]
    ThreeWords(usize),
    /// This column has this sign.
    #[error("column {0} has `{sign}`; words consist of ASCII letters and digits", sign = .1.escape_debug())]
    Sign(usize, char),
    /// This word is empty.
    #[error("the {0} word is empty; the system spells only words of at least one letter")]
    Empty(&'static str),
}

/// Returns the system that encodes an instance (Definition 5.1.7 of [RSC](crate#bibliography)), with the bad
/// configurations that are reachable iff the instance has a solution (Lemma 5.1.2).
///
/// A guesser chooses pairs, at least one; it spells the upper word of each to a checker and then sends the number of
/// the pair to a forwarder, which spells the lower word to the checker. The checker takes letters from both by turns as
/// long as they are equal. A last message says that no pair follows. The bad configurations are those in which all have
/// sent or received it, and no message is on its way. Each participant receives from those before it, and only the
/// checker from two; so the system is multiparty half-duplex, and reachability is undecidable for such systems.
///
/// # Complexity
/// Linear in the lengths of the words times the logarithm of the number of letters.
pub fn post_correspondence(instance: &PostInstance) -> (System, Vec<BadConfigurations>) {
    let mut rows = Rows::new("post_correspondence", Rounds::One);
    let pairs = instance.pairs();
    let letters: BTreeSet<char> = pairs.iter().flatten().flat_map(|word| word.chars()).collect();
    let letters: BTreeMap<char, MessageId> =
        letters.into_iter().map(|letter| (letter, rows.message(letter))).collect();
    let numbers: Vec<MessageId> =
        (1..=pairs.len()).map(|number| rows.message(format!("pair{number}"))).collect();
    let stop = rows.message("stop");
    let channels = rows.channels(3);
    let [to_forwarder, to_checker, forwarded] = [0, 1, 2].map(|channel| channels[channel]);
    let spelled = |word: &str, channel| -> Vec<Action> {
        word.chars().map(|letter| sends(channel, letters[&letter])).collect()
    };

    let first = rows.begin("guesser");
    let next = rows.state();
    for source in [first, next] {
        for ([upper, _], &number) in pairs.iter().zip(&numbers) {
            let mut row = spelled(upper, to_checker);
            row.push(sends(to_forwarder, number));
            rows.row(source, &row, Some(next));
        }
    }
    let guessed = rows.row(next, &[sends(to_checker, stop), sends(to_forwarder, stop)], None);

    let start = rows.begin("forwarder");
    for ([_, lower], &number) in pairs.iter().zip(&numbers) {
        let mut row = vec![receives(to_forwarder, number)];
        row.extend(spelled(lower, forwarded));
        rows.row(start, &row, Some(start));
    }
    let stopped = rows.row(start, &[receives(to_forwarder, stop), sends(forwarded, stop)], None);

    let start = rows.begin("checker");
    let both = |message| [receives(to_checker, message), receives(forwarded, message)];
    for &letter in letters.values() {
        rows.row(start, &both(letter), Some(start));
    }
    let checked = rows.row(start, &both(stop), None);

    let ends = [guessed, stopped, checked].into_iter().enumerate();
    let bad = BadConfigurations {
        control: ends.map(|(end, state)| (ParticipantId::from_index(end), vec![state])).collect(),
        contents: Some(nothing_in(3)),
    };
    (rows.finish(), vec![bad])
}

/// Returns the contents in which each of some channels, at least two, is empty.
fn nothing_in(channels: usize) -> ContentsExpression {
    let mut nodes: IndexVec<ContentsNodeId, ContentsNode> = IndexVec::new();
    nodes.push(ContentsNode::Empty);
    for _ in 1..channels {
        nodes.push(ContentsNode::Separator);
        nodes.push(ContentsNode::Empty);
    }
    let all = nodes.ids().collect();
    nodes.push(ContentsNode::Concatenation(all));
    ContentsExpression::from_nodes(nodes)
}

//! Whether a bad configuration is reachable.
//!
//! A configuration is bad if its control states are among those that are named and the word
//! `b0 # b1 # ...` of the contents of its channels is one that the expression describes. The
//! segment of a bag accepts every word, so that the order in which its messages are written down
//! does not matter.
//!
//! Engines look for an RSC execution with few communications. An execution has as many of them as
//! sends. If a system is RSC, every execution is causally equivalent to an RSC one, which has the
//! same actions and leads to the same configuration, so the fewest sends of all runs that lead to
//! a bad configuration are the number that an engine must find. If it is not, there may be no RSC
//! execution that is as short.

use super::configurations::{Answer, Configuration, Exploration};
use kernel::base::IndexVec;
use model::cfsm::{BadConfigurations, ContentsExpression, ContentsNode, ContentsNodeId, MessageId};
use std::collections::BTreeSet;

/// A letter of the word that describes the contents of all channels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Letter {
    /// A message.
    Message(MessageId),
    /// What stands between two channels.
    Separator,
}

/// Whether a configuration of one of the sets was reached.
pub fn decide(exploration: &Exploration, sets: &[BadConfigurations]) -> Answer {
    exploration.fewest_sends(|configuration| sets.iter().any(|bad| is_bad(bad, configuration)))
}

/// Whether the configuration is one of the set.
pub fn is_bad(bad: &BadConfigurations, configuration: &Configuration) -> bool {
    let named = bad.control.iter();
    let mut named = named.map(|(participant, states)| (configuration.state(*participant), states));
    named.all(|(state, states)| states.contains(&state))
        && bad.contents.as_ref().is_none_or(|expression| matches(expression, &word(configuration)))
}

/// The contents of all channels in one word.
pub fn word(configuration: &Configuration) -> Vec<Letter> {
    let channels = configuration.contents.iter();
    let words: Vec<Vec<Letter>> =
        channels.map(|held| held.iter().copied().map(Letter::Message).collect()).collect();
    words.join(&Letter::Separator)
}

/// Whether the expression describes the word.
pub fn matches(expression: &ContentsExpression, word: &[Letter]) -> bool {
    let nodes = expression.nodes();
    ends(nodes, expression.root(), word, &[0].into()).contains(&word.len())
}

/// Where parts of the word can end that begin at one of `starts` and that the node describes.
fn ends(
    nodes: &IndexVec<ContentsNodeId, ContentsNode>,
    node: ContentsNodeId,
    word: &[Letter],
    starts: &BTreeSet<usize>,
) -> BTreeSet<usize> {
    if starts.is_empty() {
        return BTreeSet::new();
    }
    let from = |node, starts: &BTreeSet<usize>| ends(nodes, node, word, starts);
    let letter = |letter| -> BTreeSet<usize> {
        let such = starts.iter().filter(|&&start| word.get(start) == Some(&letter));
        such.map(|start| start + 1).collect()
    };
    // Once more and once more, until there is nothing new.
    let repeated = |node, mut all: BTreeSet<usize>| {
        let mut new = all.clone();
        while !new.is_empty() {
            new = &from(node, &new) - &all;
            all.extend(&new);
        }
        all
    };
    match &nodes[node] {
        ContentsNode::Empty => starts.clone(),
        ContentsNode::Message(message) => letter(Letter::Message(*message)),
        ContentsNode::Separator => letter(Letter::Separator),
        ContentsNode::Concatenation(parts) => {
            parts.iter().fold(starts.clone(), |starts, &part| from(part, &starts))
        }
        ContentsNode::Alternatives(parts) => {
            parts.iter().flat_map(|&part| from(part, starts)).collect()
        }
        ContentsNode::Star(part) => repeated(*part, starts.clone()),
        ContentsNode::Plus(part) => repeated(*part, from(*part, starts)),
    }
}

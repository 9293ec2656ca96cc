//! Warnings about contents that no configuration has.
//!
//! A channel holds only messages that are sent to it. An expression is impossible if each of its
//! words has a message where no transition sends it, which is decided syntactically, channel by
//! channel. Other reasons for impossibility are found by the reachability checks.

use rustc_hash::{FxHashMap, FxHashSet};

use super::contents_nodes::{post_order, separator_counts};
use crate::scm::ast::{ContentsPart, RegexId, RegexNode, Tree};
use crate::scm::codes;
use kernel::base::Id as _;
use kernel::diagnostics::Sink;
use model::cfsm::{Direction, System};

/// Warns about specifications whose contents are impossible.
///
/// # Complexity
/// Linear in the system and the specifications.
pub(super) fn warn(system: &System, tree: &Tree<'_>, sink: &mut Sink) {
    let mut sent = SentMessages::default();
    for action in system.actions().filter(|action| action.direction == Direction::Send) {
        sent.messages.insert((action.channel.index(), &system.messages()[action.message].name));
        sent.channels.insert(action.channel.index());
    }
    for specification in &tree.file.bad {
        let missing = specification.contents.iter().find_map(|part| sent.missing(tree, part));
        let Some((regex, channel)) = missing else { continue };
        let regex = &tree.regexes[regex];
        let label = match regex.node {
            RegexNode::Message(name) => format!("`{name}` is never sent to channel {channel}"),
            _ => format!("nothing is ever sent to channel {channel}"),
        };
        let message = "no configuration has these contents";
        sink.push(codes::IMPOSSIBLE_CONTENTS.at(regex.span, message).label(label));
    }
}

/// The messages that transitions send.
#[derive(Debug, Default)]
struct SentMessages<'a> {
    messages: FxHashSet<(usize, &'a str)>,
    channels: FxHashSet<usize>,
}

impl SentMessages<'_> {
    /// Returns a node of `part` that describes a message which its channel never holds, and the channel, if that makes
    /// the contents impossible.
    fn missing(&self, tree: &Tree<'_>, part: &ContentsPart) -> Option<(RegexId, usize)> {
        let order = post_order(tree, part.regex);
        let first = part.channel.and_then(|number| number.value);
        let channels = channels(tree, &order, usize::try_from(first.unwrap_or(0)).ok()?);
        let mut missing: FxHashMap<RegexId, RegexId> = FxHashMap::default();
        for &id in &order {
            let channel = channels[&id];
            let found = match &tree.regexes[id].node {
                RegexNode::Message(name) => {
                    (!self.messages.contains(&(channel, *name))).then_some(id)
                }
                RegexNode::AnyMessage => (!self.channels.contains(&channel)).then_some(id),
                RegexNode::Concatenation(parts) => {
                    parts.iter().find_map(|part| missing.get(part).copied())
                }
                RegexNode::Alternatives(parts) => {
                    let all = parts.iter().all(|part| missing.contains_key(part));
                    missing.get(&parts[0]).copied().filter(|_| all)
                }
                RegexNode::Plus(part) => missing.get(part).copied(),
                RegexNode::Empty
                | RegexNode::Separator
                | RegexNode::AnyWord
                | RegexNode::Star(_) => None,
            };
            missing.extend(found.map(|found| (id, found)));
        }
        missing.get(&part.regex).map(|&regex| (regex, channels[&regex]))
    }
}

/// Returns the channel in which the text of each node begins; the root begins in `first`.
fn channels(tree: &Tree<'_>, order: &[RegexId], first: usize) -> FxHashMap<RegexId, usize> {
    let separators = separator_counts(tree, order);
    let mut channels: FxHashMap<RegexId, usize> = FxHashMap::default();
    // Parents before children.
    for &id in order.iter().rev() {
        let mut channel = *channels.entry(id).or_insert(first);
        match &tree.regexes[id].node {
            RegexNode::Concatenation(parts) => {
                for part in parts {
                    channels.insert(*part, channel);
                    channel += separators[part];
                }
            }
            RegexNode::Alternatives(parts) => {
                channels.extend(parts.iter().map(|&part| (part, channel)));
            }
            RegexNode::Star(part) | RegexNode::Plus(part) => {
                channels.insert(*part, channel);
            }
            _ => {}
        }
    }
    channels
}

//! Warnings about choices that another role decides than the one that is named.

use super::syntax::{Node, Protocol, Role};
use crate::choreography::codes;
use kernel::diagnostics::Sink;
use kernel::source::Span;

/// What may happen first in a part of a protocol.
#[derive(Clone, Debug, Default)]
struct First {
    /// The first two roles, in the order of the text, that may send the first message, with the first such message of
    /// each. What `do` and `continue` lead to is left out.
    senders: Vec<(Role, Span)>,
    /// Whether something was left out.
    is_partial: bool,
    /// Whether the part may end without a message.
    may_be_empty: bool,
}

impl First {
    /// Adds what may happen first in an alternative.
    fn add(&mut self, other: &Self) {
        for &(role, place) in &other.senders {
            if self.senders.len() < 2 && self.senders.iter().all(|&(known, _)| known != role) {
                self.senders.push((role, place));
            }
        }
        self.is_partial |= other.is_partial;
        self.may_be_empty |= other.may_be_empty;
    }
}

/// Warns about choices in which another role than the named one sends the first message of a branch.
///
/// # Complexity
/// Linear in the protocols.
pub(super) fn warn(protocols: &[Protocol<'_>], sink: &mut Sink) {
    for protocol in protocols {
        let mut parts: Vec<First> = Vec::with_capacity(protocol.nodes.len());
        for (node, place) in &protocol.nodes {
            let mut first = First::default();
            match node {
                Node::Empty => first.may_be_empty = true,
                Node::Message { sender, .. } => first.senders.push((*sender, *place)),
                Node::Sequence(items) => {
                    first.may_be_empty = true;
                    for &item in items {
                        if !std::mem::take(&mut first.may_be_empty) {
                            break;
                        }
                        first.add(&parts[item]);
                    }
                }
                Node::Choice { at, branches } => {
                    for &branch in branches {
                        first.add(&parts[branch]);
                    }
                    warn_of_choice(protocol, *at, &first, sink);
                }
                Node::Parallel(branches) => {
                    for &branch in branches {
                        first.add(&parts[branch]);
                    }
                    first.may_be_empty = branches.iter().all(|&branch| parts[branch].may_be_empty);
                }
                Node::Recursion { body, .. } => first = parts[*body].clone(),
                Node::Continue(_) | Node::Do { .. } => first.is_partial = true,
            }
            parts.push(first);
        }
    }
}

/// Warns about a choice if another role than the named one sends first.
fn warn_of_choice(
    protocol: &Protocol<'_>,
    (role, at): (Role, Span),
    first: &First,
    sink: &mut Sink,
) {
    let Some(&(sender, message)) = first.senders.iter().find(|(sender, _)| *sender != role) else {
        return;
    };
    let name = |role: Role| protocol.roles[role].text;
    let (chooser, sender) = (name(role), name(sender));
    let text = format!("`{chooser}` is said to decide this choice, and `{sender}` sends first");
    let diagnostic = codes::WRONG_DECIDER.at(at, text).also(message, "the first message");
    sink.push(if first.senders.len() == 1 && !first.is_partial {
        diagnostic.did_you_mean(sender)
    } else {
        diagnostic.help(format!("each branch begins with a message that `{chooser}` sends"))
    });
}

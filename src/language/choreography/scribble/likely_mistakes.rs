//! Warnings about protocols that say what their authors hardly mean.

use rustc_hash::FxHashSet;

use super::syntax::{Node, Protocol, Role};
use crate::choreography::codes;
use kernel::diagnostics::Sink;
use kernel::source::Span;

/// Warns about roles that a protocol does not use, and about choices that another role makes than the one they name.
///
/// # Complexity
/// Linear in the protocols.
pub(super) fn warn(protocols: &[Protocol<'_>], sink: &mut Sink) {
    for protocol in protocols {
        let mut used: FxHashSet<Role> = FxHashSet::default();
        for (node, _) in &protocol.nodes {
            match node {
                Node::Message { sender, receivers, .. } => {
                    used.insert(*sender);
                    used.extend(receivers);
                }
                Node::Choice { at, branches } => {
                    used.insert(*at);
                    let firsts = branches.iter().filter_map(|&branch| first(protocol, branch));
                    for (sender, place) in firsts.filter(|(sender, _)| sender != at) {
                        other_chooses(protocol, *at, sender, place, sink);
                    }
                }
                Node::Do { roles, .. } => used.extend(roles),
                Node::Empty | Node::Sequence(_) | Node::Recursion { .. } | Node::Continue(_) => {}
            }
        }
        for (number, role) in protocol.roles.iter().enumerate() {
            if !used.contains(&number) && !used.is_empty() {
                let message = format!("role `{}` takes part in nothing", role.text);
                sink.push(codes::UNUSED_ROLE.at(role.span, message));
            }
        }
    }
}

/// Returns the sender of the message that a part begins with, and the place of the message; `None` if it begins with
/// something else.
fn first(protocol: &Protocol<'_>, mut part: usize) -> Option<(Role, Span)> {
    loop {
        match &protocol.nodes[part] {
            (Node::Message { sender, .. }, place) => return Some((*sender, *place)),
            (Node::Sequence(parts), _) => part = *parts.first()?,
            (Node::Recursion { body, .. }, _) => part = *body,
            _ => return None,
        }
    }
}

fn other_chooses(protocol: &Protocol<'_>, at: Role, sender: Role, place: Span, sink: &mut Sink) {
    let [at, sender] = [at, sender].map(|role| protocol.roles[role].text);
    let message = format!("`{at}` chooses, and this branch begins with a message of `{sender}`");
    let help = format!("begin the branch with a message of `{at}`, or write `choice at {sender}`");
    sink.push(codes::OTHER_CHOOSES.at(place, message).help(help));
}

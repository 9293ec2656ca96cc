//! Expansion of `?`, `*` and channels without a part into plain expressions.

use super::scope::Scope;
use crate::scm::codes;
use kernel::base::IndexVec;
use kernel::source::Span;
use model::cfsm::{ContentsNode, ContentsNodeId, MessageId};

/// Maximum number of nodes of all expansions in a file together.
///
/// A few signs expand to as many nodes as there are messages, or messages times channels.
const NODES: usize = 2_000_000;

/// The nodes of an expression under construction.
pub(super) type Nodes = IndexVec<ContentsNodeId, ContentsNode>;

/// Writes the plain expressions.
#[derive(Debug)]
pub(super) struct ContentsExpansion {
    messages: Vec<MessageId>,
    /// Number of further nodes that are allowed; `None` once the limit was reported.
    left: Option<usize>,
}

impl ContentsExpansion {
    /// Creates an expansion for the declared messages.
    pub(super) fn new(scope: &Scope<'_, '_>) -> Self {
        Self { messages: scope.messages.ids().collect(), left: Some(NODES) }
    }

    /// Writes any one message: a message, or the alternatives of all, in the order of their
    /// declarations. Without messages there is no such expression, and the result is `None`.
    pub(super) fn message(
        &mut self,
        scope: &mut Scope<'_, '_>,
        nodes: &mut Nodes,
        place: Span,
    ) -> Option<ContentsNodeId> {
        self.spend(scope, self.messages.len() + 1, place)?;
        let messages = self.messages.iter();
        let parts: Vec<ContentsNodeId> =
            messages.map(|&message| nodes.push(ContentsNode::Message(message))).collect();
        match *parts {
            [] => None,
            [only] => Some(only),
            _ => Some(nodes.push(ContentsNode::Alternatives(parts))),
        }
    }

    /// Writes any number of any messages.
    pub(super) fn word(
        &mut self,
        scope: &mut Scope<'_, '_>,
        nodes: &mut Nodes,
        place: Span,
    ) -> Option<ContentsNodeId> {
        self.spend(scope, 1, place)?;
        if self.messages.is_empty() {
            return Some(nodes.push(ContentsNode::Empty));
        }
        let any = self.message(scope, nodes, place)?;
        Some(nodes.push(ContentsNode::Star(any)))
    }

    fn spend(&mut self, scope: &mut Scope<'_, '_>, nodes: usize, place: Span) -> Option<()> {
        let left = self.left?.checked_sub(nodes);
        if left.is_none() {
            let help = format!(
                "`?`, `*` and channels without contents may stand for {NODES} messages and signs in one file"
            );
            let too_large = codes::CONTENTS_TOO_LARGE
                .at(place, "written out, the contents are too large")
                .label("too many messages or channels");
            scope.sink.push(too_large.help(help));
        }
        self.left = left;
        left.map(|_| ())
    }
}

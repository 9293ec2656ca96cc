//! Bad configurations: control states together with channel contents.

use super::{MessageId, ParticipantId, StateId};
use kernel::base::{IndexVec, typed_id};

typed_id! {
    /// A node of a contents expression.
    pub struct ContentsNodeId;
}

/// One node of a [`ContentsExpression`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ContentsNode {
    /// The empty word, written `_`.
    Empty,
    /// One message.
    Message(MessageId),
    /// The separator between two channels, written `#`.
    Separator,
    /// Concatenation of two or more nodes, written `.`.
    Concatenation(Vec<ContentsNodeId>),
    /// Alternatives, two or more, written `|`.
    Alternatives(Vec<ContentsNodeId>),
    /// Any number of repetitions, written `^*`.
    Star(ContentsNodeId),
    /// At least one repetition, written `^+`.
    Plus(ContentsNodeId),
}

/// A regular expression over messages and `#` that describes the contents of all channels at once,
/// in the order of their numbers, oldest message first.
///
/// The tree is stored flat, children before parents and the root last, so that no depth of nesting can
/// overflow a stack. Every node but the root has exactly one parent, since the automaton of a part depends on
/// its position. Every word has one separator fewer than there are channels, and there is none below a star.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ContentsExpression {
    nodes: IndexVec<ContentsNodeId, ContentsNode>,
}

impl ContentsExpression {
    /// Returns the expression whose root is the last of `nodes`.
    ///
    /// # Complexity
    /// Linear in the nodes and their children.
    ///
    /// # Panics
    /// If there is no node, a child does not precede its parent, or a node other than the root is not the
    /// child of exactly one.
    pub fn from_nodes(nodes: IndexVec<ContentsNodeId, ContentsNode>) -> Self {
        assert!(!nodes.is_empty(), "an expression has a root");
        let mut parents: IndexVec<ContentsNodeId, usize> = IndexVec::filled(0, nodes.len());
        for (id, node) in nodes.enumerate() {
            let children = match node {
                ContentsNode::Empty | ContentsNode::Message(_) | ContentsNode::Separator => &[],
                ContentsNode::Concatenation(children) | ContentsNode::Alternatives(children) => {
                    children.as_slice()
                }
                ContentsNode::Star(child) | ContentsNode::Plus(child) => {
                    std::slice::from_ref(child)
                }
            };
            for &child in children {
                assert!(child < id, "children stand before their parent");
                parents[child] += 1;
            }
        }
        // The root comes after all others, so it has no parent.
        let without_root = &parents.as_slice()[..parents.len() - 1];
        assert!(without_root.iter().all(|&parents| parents == 1), "the nodes are a tree");
        Self { nodes }
    }

    /// Returns the nodes, children before parents.
    pub fn nodes(&self) -> &IndexVec<ContentsNodeId, ContentsNode> {
        &self.nodes
    }

    /// Returns the root.
    pub fn root(&self) -> ContentsNodeId {
        self.nodes.ids().next_back().expect("an expression has a root")
    }
}

/// A set of bad configurations: a conjunction over the named participants, with contents.
///
/// The sets of one model are a disjunction. Participants that are not named are unconstrained, and without an
/// expression so are the contents.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BadConfigurations {
    /// The named participants, each once, with the states that they may be in.
    pub control: Vec<(ParticipantId, Vec<StateId>)>,
    /// The contents of the channels.
    pub contents: Option<ContentsExpression>,
}

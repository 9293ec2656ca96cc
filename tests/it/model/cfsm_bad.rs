//! Contents expressions are trees.

use scm_check::internals::kernel::base::{Id as _, IndexVec};
use scm_check::internals::model::cfsm::{
    ContentsExpression, ContentsNode, ContentsNodeId, MessageId,
};

fn message() -> ContentsNode {
    ContentsNode::Message(MessageId::from_index(0))
}

fn concatenation(parts: [usize; 2]) -> ContentsNode {
    ContentsNode::Concatenation(parts.map(ContentsNodeId::from_index).to_vec())
}

#[test]
fn the_last_node_is_the_root() {
    let nodes = IndexVec::from_iter([message(), message(), concatenation([0, 1])]);
    assert_eq!(ContentsExpression::from_nodes(nodes).root(), ContentsNodeId::from_index(2));
}

#[test]
#[should_panic(expected = "the nodes are a tree")]
fn a_part_does_not_stand_in_two_places() {
    let _ = ContentsExpression::from_nodes(IndexVec::from_iter([message(), concatenation([0, 0])]));
}

#[test]
#[should_panic(expected = "the nodes are a tree")]
fn no_part_stands_nowhere() {
    let _ = ContentsExpression::from_nodes(IndexVec::from_iter([message(), message()]));
}

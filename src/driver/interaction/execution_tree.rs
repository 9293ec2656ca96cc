//! Trees of the executions of an interaction.

use model::interaction::{Choice, Interaction, RewriteRules, Semantics, TermId};
use model::trace::LetterId;

/// A node of a tree: the term that remains after the letters on the path to the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// The letter of the edge to this node, and the index of its parent; `None` at the root.
    pub from: Option<(LetterId, usize)>,
    /// The remaining term.
    pub term: TermId,
    /// Number of letters on the path from the root.
    pub depth: usize,
    /// Whether the node has steps that are not in the tree.
    pub is_cut: bool,
}

/// The executions of an interaction to a depth.
#[derive(Debug)]
pub struct ExecutionTree {
    /// The semantics, with the terms of the nodes.
    pub semantics: Semantics,
    /// The nodes, breadth first; the root is the first one.
    pub nodes: Vec<TreeNode>,
    /// Whether nodes were left out because there would be too many.
    pub is_full: bool,
}

impl ExecutionTree {
    /// Explores an interaction to a depth of `max_depth` letters, with at most `max_nodes` nodes.
    pub fn new(
        interaction: &Interaction,
        laws: RewriteRules,
        choice: Choice,
        max_depth: usize,
        max_nodes: usize,
    ) -> Self {
        let mut semantics = Semantics::new(interaction, laws, choice);
        let node = |from, term, depth| TreeNode { from, term, depth, is_cut: false };
        let mut nodes = vec![node(None, semantics.start(), 0)];
        let (mut is_full, mut next) = (false, 0);
        while next < nodes.len() {
            let TreeNode { term, depth, .. } = nodes[next];
            let steps = semantics.steps(term);
            if depth == max_depth {
                nodes[next].is_cut = !steps.is_empty();
            } else if nodes.len() + steps.len() > max_nodes {
                nodes[next].is_cut = !steps.is_empty();
                is_full = true;
            } else {
                for &(letter, rest) in &*steps {
                    nodes.push(node(Some((letter, next)), rest, depth + 1));
                }
            }
            next += 1;
        }
        Self { semantics, nodes, is_full }
    }
}

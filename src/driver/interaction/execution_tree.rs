//! What can happen in an interaction, as a tree.

use model::interaction::{Choice, Interaction, RewriteRules, Semantics, TermId};
use model::trace::LetterId;

/// A node of a tree: what is left after the letters on the way to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// The letter that leads here, and the index of the node before it; `None` at the root.
    pub from: Option<(LetterId, usize)>,
    /// What is left.
    pub term: TermId,
    /// Number of letters that lead here.
    pub depth: usize,
    /// Whether it has steps that are not in the tree.
    pub is_cut: bool,
}

/// The executions of an interaction to a depth.
#[derive(Debug)]
pub struct ExecutionTree {
    /// The steps and the names of terms.
    pub semantics: Semantics,
    /// The nodes, breadth first; the root is the first one.
    pub nodes: Vec<TreeNode>,
    /// Whether nodes were left out because there would be too many.
    pub is_full: bool,
}

impl ExecutionTree {
    /// Explores an interaction to a depth of `max_depth` letters, as far as `max_nodes` nodes allow.
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

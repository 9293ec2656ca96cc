//! What can happen, as a tree to some depth.

use super::TermOptions;
use model::interaction::{Choice, Interaction, Semantics, TermId};
use model::trace::LetterId;

/// How far a tree goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeOptions {
    /// Number of letters from the root to the deepest nodes.
    pub depth: usize,
    /// Steps are left out where there would be more nodes.
    pub max_nodes: usize,
    /// How terms become states.
    pub terms: TermOptions,
}

/// A node of a tree: what is left after the letters on the way to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// Number of the node before it, and the letter that leads here; `None` at the root.
    pub from: Option<(usize, String)>,
    /// The term that is left.
    pub term: String,
    /// Whether an execution may end here.
    pub is_final: bool,
    /// Whether it has steps that are not in the tree.
    pub is_cut: bool,
}

/// The executions of an interaction to a depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExecutionTree {
    /// The nodes by their numbers; the root comes first.
    pub nodes: Vec<TreeNode>,
    /// Whether steps were left out because there would be too many nodes.
    pub is_full: bool,
}

impl ExecutionTree {
    /// Returns the executions of an interaction.
    ///
    /// # Complexity
    /// Linear in the number of nodes times the cost of the steps of a term.
    pub fn new(interaction: &Interaction, options: &TreeOptions) -> Self {
        let choice = options.terms.choice.unwrap_or(Choice::Delayed);
        let mut semantics = Semantics::new(interaction, options.terms.laws(), choice);
        let node = |semantics: &Semantics, from: Option<(usize, LetterId)>, term: TermId| {
            let letter = |letter| semantics.letters().letter(letter).text(&interaction.signature);
            TreeNode {
                from: from.map(|(parent, id)| (parent, letter(id))),
                term: semantics.expression(term, &interaction.signature).text(),
                is_final: semantics.is_final(term),
                is_cut: false,
            }
        };
        let start = semantics.start();
        let mut nodes = vec![node(&semantics, None, start)];
        // The term of each node, and the number of letters that lead there.
        let mut terms = vec![(start, 0)];
        let (mut is_full, mut next) = (false, 0);
        while let Some(&(term, depth)) = terms.get(next) {
            let steps = semantics.steps(term);
            if depth == options.depth {
                nodes[next].is_cut = !steps.is_empty();
            } else if nodes.len() + steps.len() > options.max_nodes {
                nodes[next].is_cut = !steps.is_empty();
                is_full = true;
            } else {
                for &(letter, rest) in &*steps {
                    nodes.push(node(&semantics, Some((next, letter)), rest));
                    terms.push((rest, depth + 1));
                }
            }
            next += 1;
        }
        Self { nodes, is_full }
    }
}

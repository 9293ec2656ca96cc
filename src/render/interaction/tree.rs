//! Trees of executions as indented lines and as automata.

use std::fmt::Write as _;

use super::automaton::shortened;
use crate::sentences::number_of;
use driver::interaction::{ExecutionTree, TreeNode};
use kernel::automata::{NamedAutomaton, NamedState, NamedTransition};

/// Number of characters of a term that are shown.
const MAX_TERM: usize = 72;

/// Returns a tree of executions of the interaction in the file `name`, up to `depth` letters, as indented lines.
pub fn tree_text(tree: &ExecutionTree, name: &str, depth: usize) -> String {
    let nodes = &tree.nodes;
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (place, node) in nodes.iter().enumerate() {
        if let Some((parent, _)) = node.from {
            children[parent].push(place);
        }
    }
    let mut text = format!(
        "{name}: executions of at most {}, {}{}; * may end, ... goes on\n",
        number_of(depth, "letter"),
        number_of(nodes.len(), "node"),
        if tree.is_full { " (--nodes allows for no more steps)" } else { "" },
    );
    // Each node with the lines to its left.
    let mut open: Vec<(usize, String, bool)> = vec![(0, String::new(), true)];
    while let Some((place, margin, is_last)) = open.pop() {
        let node = &nodes[place];
        let ends = if node.is_final { " *" } else { "" };
        let more = if node.is_cut { " ..." } else { "" };
        let below = match &node.from {
            None => {
                let _ = writeln!(text, "{}{ends}{more}", node.term);
                String::new()
            }
            Some((_, letter)) => {
                let branch = if is_last { "`-" } else { "|-" };
                let term = shortened(&node.term, MAX_TERM);
                let _ = writeln!(text, "{margin}{branch} {letter} -> {term}{ends}{more}");
                format!("{margin}{}", if is_last { "   " } else { "|  " })
            }
        };
        for (number, &child) in children[place].iter().enumerate().rev() {
            open.push((child, below.clone(), number + 1 == children[place].len()));
        }
    }
    text
}

/// Returns a tree of executions as an automaton, with the terms as names of its states.
pub fn tree_diagram(tree: &ExecutionTree, name: &str) -> NamedAutomaton {
    let state = |(place, node): (usize, &TreeNode)| NamedState {
        name: node.term.clone(),
        initial: place == 0,
        accepting: node.is_final,
    };
    let transition = |(place, node): (usize, &TreeNode)| {
        let (from, letter) = node.from.clone()?;
        Some(NamedTransition { from, letter, to: place })
    };
    NamedAutomaton {
        name: name.to_owned(),
        states: tree.nodes.iter().enumerate().map(state).collect(),
        transitions: tree.nodes.iter().enumerate().filter_map(transition).collect(),
        gathered: None,
    }
}

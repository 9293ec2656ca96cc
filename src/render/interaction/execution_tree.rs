//! Trees of executions as text and as automata.

use std::fmt::Write as _;

use crate::drawing::Signs;
use crate::sentences::number_of;
use crate::sentences::shortened;
use driver::interaction::{ExecutionTree, TreeNode};
use kernel::automata::{NamedAutomaton, NamedState, NamedTransition};
use model::trace::{LetterId, Signature};

/// Maximum number of characters of a term that are shown.
const LONG: usize = 72;

/// A tree of executions with the names of an interaction.
#[derive(Clone, Copy, Debug)]
pub struct TreeText<'a> {
    /// The tree.
    pub tree: &'a ExecutionTree,
    /// The names.
    pub signature: &'a Signature,
    /// Name of the interaction.
    pub name: &'a str,
    /// Maximum depth to which the tree was explored.
    pub max_depth: usize,
    /// The characters of branches.
    pub signs: Signs,
}

impl TreeText<'_> {
    /// Returns the tree as indented lines.
    pub fn text(&self) -> String {
        let nodes = &self.tree.nodes;
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for (place, node) in nodes.iter().enumerate() {
            if let Some((_, parent)) = node.from {
                children[parent].push(place);
            }
        }
        let mut text = format!(
            "{}: executions of at most {}, {}{}; * may end, ... goes on\n",
            self.name,
            number_of(self.max_depth, "letter"),
            number_of(nodes.len(), "node"),
            if self.tree.is_full { " (--nodes allows for no more steps)" } else { "" },
        );
        let [branch, last_branch, bar] = match self.signs {
            Signs::Unicode => ["├─", "└─", "│  "],
            Signs::Ascii => ["|-", "`-", "|  "],
        };
        // Each node with the lines to its left.
        let mut open: Vec<(usize, String, bool)> = vec![(0, String::new(), true)];
        while let Some((place, margin, is_last)) = open.pop() {
            let node = &nodes[place];
            let ends = if self.tree.semantics.is_final(node.term) { " *" } else { "" };
            let more = if node.is_cut { " ..." } else { "" };
            let term = self.term(node);
            let below = match node.from {
                None => {
                    let _ = writeln!(text, "{term}{ends}{more}");
                    String::new()
                }
                Some((letter, _)) => {
                    let branch = if is_last { last_branch } else { branch };
                    let (letter, term) = (self.letter(letter), shortened(&term, LONG));
                    let _ = writeln!(text, "{margin}{branch} {letter} -> {term}{ends}{more}");
                    format!("{margin}{}", if is_last { "   " } else { bar })
                }
            };
            for (number, &child) in children[place].iter().enumerate().rev() {
                open.push((child, below.clone(), number + 1 == children[place].len()));
            }
        }
        text
    }

    /// Returns the tree as an automaton.
    pub fn diagram(&self) -> NamedAutomaton {
        let nodes = &self.tree.nodes;
        let state = |(place, node): (usize, &TreeNode)| NamedState {
            name: self.term(node),
            initial: place == 0,
            accepting: self.tree.semantics.is_final(node.term),
        };
        let transition = |(place, node): (usize, &TreeNode)| {
            let (letter, from) = node.from?;
            Some(NamedTransition { from, letter: self.letter(letter), to: place })
        };
        NamedAutomaton {
            name: self.name.to_owned(),
            states: nodes.iter().enumerate().map(state).collect(),
            transitions: nodes.iter().enumerate().filter_map(transition).collect(),
            gathered: None,
        }
    }

    fn term(&self, node: &TreeNode) -> String {
        self.tree.semantics.expression(node.term, self.signature).text()
    }

    fn letter(&self, letter: LetterId) -> String {
        self.tree.semantics.letters().letter(letter).text(self.signature)
    }
}

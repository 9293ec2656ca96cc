//! `interaction explore`: what can happen, as a tree.

use std::fmt::Write as _;

use super::put;
use crate::cli::interaction_args::{ExploreArguments, TreeTarget};
use crate::cli::interactions::{shortened, single};
use crate::cli::option_groups::{OutputArguments, PictureFormat};
use crate::cli::output::Failure;
use scm_check::kernel::automata::{NamedAutomaton, NamedState, NamedTransition};
use scm_check::kernel::verdict::Standing;
use scm_check::model::interaction::{Choice, Interaction, Semantics, TermId};
use scm_check::model::trace::LetterId;
use scm_check::render::diagrams::Picture;
use scm_check::render::sentences::number_of;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such interaction, or the output cannot be written.
pub(super) fn run(arguments: &ExploreArguments) -> Result<u8, Failure> {
    let errand = &arguments.errand;
    let output = &errand.output;
    let (inputs, loaded, model) = single(&errand.file, &errand.reading, output.color)?;
    let Some((_, interaction)) = model else { return Ok(Standing::Refused.exit_code()) };
    let tree = Tree::new(&interaction, arguments);
    let target = arguments.to.unwrap_or_else(|| usual(output));
    let form = match target {
        TreeTarget::Text => return put(&tree.text(&loaded.name, arguments), output, &inputs),
        TreeTarget::Dot => PictureFormat::Dot,
        TreeTarget::Svg => PictureFormat::Svg,
        TreeTarget::Json => PictureFormat::Json,
    };
    let picture = Picture::of_automaton(tree.diagram(&loaded.name)).encoded(form.into())?;
    put(&String::from_utf8_lossy(&picture), output, &inputs)
}

fn usual(output: &OutputArguments) -> TreeTarget {
    match output.ending() {
        Some("dot" | "gv") => TreeTarget::Dot,
        Some("svg") => TreeTarget::Svg,
        Some("json") => TreeTarget::Json,
        _ => TreeTarget::Text,
    }
}

/// A node of the tree: what is left after the letters on the way to it.
struct Node {
    /// The letter that leads here, and the node before it; none at the root.
    from: Option<(LetterId, usize)>,
    term: TermId,
    text: String,
    letter: String,
    is_final: bool,
    /// How many letters lead here.
    depth: usize,
    /// Whether it has steps that are not in the tree.
    is_cut: bool,
}

/// So many characters of a term are shown.
const LONG: usize = 72;

/// The executions to a depth.
struct Tree {
    nodes: Vec<Node>,
    /// Whether nodes were left out because there would be too many.
    is_full: bool,
}

impl Tree {
    fn new(interaction: &Interaction, arguments: &ExploreArguments) -> Self {
        let choice = arguments.terms.choice().unwrap_or(Choice::Delayed);
        let mut semantics = Semantics::new(interaction, arguments.terms.laws(), choice);
        let start = semantics.start();
        let node = |semantics: &Semantics, from: Option<(LetterId, usize)>, term, depth| Node {
            from,
            term,
            text: semantics.expression(term, &interaction.signature).text(),
            letter: from.map_or_else(String::new, |(letter, _)| {
                semantics.letters().letter(letter).text(&interaction.signature)
            }),
            is_final: semantics.is_final(term),
            depth,
            is_cut: false,
        };
        let mut tree = Self { nodes: vec![node(&semantics, None, start, 0)], is_full: false };
        let mut next = 0;
        while next < tree.nodes.len() {
            let (term, depth) = (tree.nodes[next].term, tree.nodes[next].depth);
            let steps = semantics.steps(term);
            if depth == arguments.depth {
                tree.nodes[next].is_cut = !steps.is_empty();
            } else if tree.nodes.len() + steps.len() > arguments.nodes {
                tree.nodes[next].is_cut = !steps.is_empty();
                tree.is_full = true;
            } else {
                for &(letter, rest) in &*steps {
                    tree.nodes.push(node(&semantics, Some((letter, next)), rest, depth + 1));
                }
            }
            next += 1;
        }
        tree
    }

    fn text(&self, name: &str, arguments: &ExploreArguments) -> String {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate() {
            if let Some((_, parent)) = node.from {
                children[parent].push(place);
            }
        }
        let mut text = format!(
            "{name}: executions of at most {}, {}{}; * may end, ... goes on\n",
            number_of(arguments.depth, "letter"),
            number_of(self.nodes.len(), "node"),
            if self.is_full { " (--nodes allows for no more steps)" } else { "" },
        );
        // Each node with the lines to its left.
        let mut open: Vec<(usize, String, bool)> = vec![(0, String::new(), true)];
        while let Some((place, margin, is_last)) = open.pop() {
            let node = &self.nodes[place];
            let ends = if node.is_final { " *" } else { "" };
            let more = if node.is_cut { " ..." } else { "" };
            let below = if node.from.is_none() {
                let _ = writeln!(text, "{}{ends}{more}", node.text);
                String::new()
            } else {
                let branch = if is_last { "`-" } else { "|-" };
                let (letter, term) = (&node.letter, shortened(&node.text, LONG));
                let _ = writeln!(text, "{margin}{branch} {letter} -> {term}{ends}{more}");
                format!("{margin}{}", if is_last { "   " } else { "|  " })
            };
            for (number, &child) in children[place].iter().enumerate().rev() {
                open.push((child, below.clone(), number + 1 == children[place].len()));
            }
        }
        text
    }

    fn diagram(&self, name: &str) -> NamedAutomaton {
        let state = |(place, node): (usize, &Node)| NamedState {
            name: node.text.clone(),
            initial: place == 0,
            accepting: node.is_final,
        };
        let transition = |(place, node): (usize, &Node)| {
            let (_, from) = node.from?;
            Some(NamedTransition { from, letter: node.letter.clone(), to: place })
        };
        NamedAutomaton {
            name: name.to_owned(),
            states: self.nodes.iter().enumerate().map(state).collect(),
            transitions: self.nodes.iter().enumerate().filter_map(transition).collect(),
            gathered: None,
        }
    }
}

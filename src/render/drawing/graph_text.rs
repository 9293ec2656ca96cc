//! Graphs as text: a line for each edge, below the node that it leaves.

use super::display_width::{display_width, padded};
use super::graph::{ClusterId, Edge, Graph, NodeId, NodeShape, Stroke};
use kernel::base::{Id as _, IndexVec};
use rustc_hash::FxHashMap;

/// Returns the graph as text.
///
/// Each frame is a paragraph below its name. A node is followed by the labels of the edges that leave it and the nodes
/// that they lead to; `>` stands before a node that an arrow enters from nowhere, as into an initial state, and a node
/// with two borders, such as an accepting state, stands in parentheses. `..>` and `=>` are dotted and heavy arrows, `--` has no
/// direction.
///
/// # Complexity
/// Linear in the size of the graph.
pub fn graph_text(graph: &Graph) -> String {
    let mut leaving: IndexVec<NodeId, Vec<&Edge>> = IndexVec::filled(Vec::new(), graph.nodes.len());
    let mut is_entered: IndexVec<NodeId, bool> = IndexVec::filled(false, graph.nodes.len());
    for edge in &graph.edges {
        match graph.nodes[edge.from].shape {
            NodeShape::Point => is_entered[edge.to] = true,
            _ => leaving[edge.from].push(edge),
        }
    }
    let mut members: IndexVec<ClusterId, Vec<NodeId>> =
        IndexVec::filled(Vec::new(), graph.clusters.len());
    let (mut others, mut notes) = (Vec::new(), Vec::new());
    for (id, node) in graph.nodes.enumerate() {
        match (node.shape, node.cluster) {
            (NodeShape::Point, _) => {}
            (NodeShape::Note, _) => notes.push(node.label.as_str()),
            (_, Some(cluster)) => members[cluster].push(id),
            (_, None) => others.push(id),
        }
    }
    let names = names(graph);
    let paragraph = |nodes: &[NodeId]| {
        let mut rows: Vec<[String; 3]> = Vec::new();
        for &id in nodes {
            let first = rows.len();
            for edge in &leaving[id] {
                let arrow = match edge.stroke {
                    Stroke::Solid => "->",
                    Stroke::Plain => "--",
                    Stroke::Dotted => "..>",
                    Stroke::Bold => "=>",
                };
                let target = format!("{arrow} {}", names[edge.to]);
                let labels = edge.label.split('\n').map(clean);
                rows.extend(labels.map(|label| [String::new(), label, target.clone()]));
            }
            if rows.len() == first {
                rows.push(<[String; 3]>::default());
            }
            let start = if is_entered[id] { "> " } else { "  " };
            rows[first][0] = start.to_owned() + &names[id];
        }
        aligned(&rows)
    };
    let framed = graph.clusters.enumerate().map(|(id, cluster)| {
        let name = one_line(&cluster.label);
        format!("{name}\n{}", paragraph(&members[id]))
    });
    let rest = (!others.is_empty()).then(|| paragraph(&others));
    let notes = notes
        .into_iter()
        .map(|note| note.trim_end().split('\n').map(|line| clean(line) + "\n").collect::<String>());
    framed.chain(rest).chain(notes).collect::<Vec<_>>().join("\n")
}

/// Returns the names of the nodes: their labels, in parentheses if they have two borders, with numbers where several nodes of
/// a frame have the same label.
fn names(graph: &Graph) -> IndexVec<NodeId, String> {
    let mut seen: FxHashMap<(Option<ClusterId>, &str), (usize, usize)> = FxHashMap::default();
    for node in &graph.nodes {
        seen.entry((node.cluster, &node.label)).or_default().0 += 1;
    }
    let mut names = IndexVec::new();
    for (id, node) in graph.nodes.enumerate() {
        let (all, so_far) = seen.entry((node.cluster, &node.label)).or_default();
        *so_far += 1;
        let label = match one_line(&node.label) {
            label if label.is_empty() => id.index().to_string(),
            label if *all > 1 => format!("{label} #{so_far}"),
            label => label,
        };
        names.push(match node.shape {
            NodeShape::DoubleCircle | NodeShape::DoubleBox => format!("({label})"),
            _ => label,
        });
    }
    names
}

fn one_line(label: &str) -> String {
    clean(&label.trim_end().replace('\n', ", "))
}

/// Returns a text without characters that end a line or control a terminal.
fn clean(text: &str) -> String {
    let shown = |sign: char| if sign.is_control() { char::REPLACEMENT_CHARACTER } else { sign };
    text.chars().map(shown).collect()
}

/// Returns rows with their cells below each other, without trailing blanks.
fn aligned(rows: &[[String; 3]]) -> String {
    let width = |column: usize| {
        rows.iter().map(|row| display_width(&row[column])).max().unwrap_or_default()
    };
    let [first, second] = [width(0), width(1)];
    let line = |[node, label, target]: &[String; 3]| {
        let line = format!("  {}  {}  {target}", padded(node, first), padded(label, second));
        line.trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

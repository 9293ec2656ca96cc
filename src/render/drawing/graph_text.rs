//! Graphs as text: a line for each edge, below the node that it leaves.

use super::display_width::{display_width, padded};
use super::graph::{ClusterId, Edge, Graph, NodeId, NodeShape, Stroke};
use kernel::base::{Id as _, IndexVec};

/// Returns the graph as text.
///
/// Each frame is a paragraph below its name. A node is followed by the labels of the edges that leave it and the nodes
/// that they lead to; `>` stands before a node that an arrow enters from nowhere, as into an initial state, and a node
/// with two borders, such as an accepting state, stands in parentheses.
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
    let paragraph = |nodes: &[NodeId]| {
        let mut rows: Vec<[String; 3]> = Vec::new();
        for &id in nodes {
            let start = if is_entered[id] { "> " } else { "  " };
            let first = rows.len();
            for edge in &leaving[id] {
                let arrow = if edge.stroke == Stroke::Plain { "--" } else { "->" };
                let target = format!("{arrow} {}", named(graph, edge.to));
                let mut labels = edge.label.split('\n');
                let label = labels.next().unwrap_or_default().to_owned();
                rows.push([String::new(), label, target.clone()]);
                rows.extend(labels.map(|one| [String::new(), one.to_owned(), target.clone()]));
            }
            if rows.len() == first {
                rows.push([const { String::new() }; 3]);
            }
            rows[first][0] = start.to_owned() + &named(graph, id);
        }
        aligned(&rows)
    };
    let framed = graph
        .clusters
        .enumerate()
        .map(|(id, cluster)| format!("{}\n{}", one_line(&cluster.label), paragraph(&members[id])));
    let rest = (!others.is_empty()).then(|| paragraph(&others));
    let notes = notes.into_iter().map(|note| note.trim_end().to_owned() + "\n");
    framed.chain(rest).chain(notes).collect::<Vec<_>>().join("\n")
}

/// Returns the label of a node, in parentheses if it has two borders.
fn named(graph: &Graph, id: NodeId) -> String {
    let node = &graph.nodes[id];
    let label = match one_line(&node.label) {
        label if label.is_empty() => id.index().to_string(),
        label => label,
    };
    match node.shape {
        NodeShape::DoubleCircle | NodeShape::DoubleBox => format!("({label})"),
        _ => label,
    }
}

fn one_line(label: &str) -> String {
    label.trim_end().replace('\n', ", ")
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

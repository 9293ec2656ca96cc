//! Directed graphs as data, and in the DOT language of Graphviz.

use std::fmt::Write as _;

use super::xml::is_forbidden;
use kernel::base::{Id as _, IndexVec, typed_id};

typed_id! {
    /// A node of a drawn graph.
    pub struct NodeId;
}
typed_id! {
    /// A cluster of a drawn graph.
    pub struct ClusterId;
}

/// The outline of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeShape {
    /// A circle.
    Circle,
    /// A double circle: a state that accepts.
    DoubleCircle,
    /// A rectangle.
    Box,
    /// A rectangle with two borders: a state that accepts, with much to say.
    DoubleBox,
    /// A rectangle with lines that begin on its left: a text about other nodes.
    Note,
    /// A dot without a label: where an arrow to an initial state starts.
    Point,
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What is written in it.
    pub label: String,
    /// Its outline.
    pub shape: NodeShape,
    /// The cluster that it stands in.
    pub cluster: Option<ClusterId>,
    /// What programs call it.
    pub key: Option<String>,
}

/// The line of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stroke {
    /// Unbroken.
    Solid,
    /// Dotted.
    Dotted,
    /// Heavy: part of what the picture is about.
    Bold,
}

/// An edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: NodeId,
    /// Where it ends.
    pub to: NodeId,
    /// What is written on it; lines are separated by a line feed.
    pub label: String,
    /// How it is drawn.
    pub stroke: Stroke,
}

/// A group of nodes with a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cluster {
    /// What is written on the frame.
    pub label: String,
}

/// A directed graph with clusters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// The graph's name.
    pub name: String,
    /// The groups.
    pub clusters: IndexVec<ClusterId, Cluster>,
    /// The nodes.
    pub nodes: IndexVec<NodeId, Node>,
    /// The edges.
    pub edges: Vec<Edge>,
}

/// Returns the graph in the DOT language, laid out from left to right.
///
/// Names and labels stand in quotes, with quotes, backslashes and line feeds escaped, and what Graphviz
/// would read as an entity of HTML, so any text is allowed in them; only the characters that XML
/// forbids, which Graphviz would write into an SVG or stop at, become U+FFFD.
///
/// # Complexity
/// Linear in the size of the graph.
pub fn dot(graph: &Graph) -> String {
    let mut text = format!("digraph {} {{\n  rankdir=LR;\n", quoted(&graph.name));
    let mut members: IndexVec<ClusterId, Vec<NodeId>> =
        IndexVec::filled(Vec::new(), graph.clusters.len());
    let mut others = Vec::new();
    for (id, node) in graph.nodes.enumerate() {
        match node.cluster {
            Some(cluster) => members[cluster].push(id),
            None => others.push(id),
        }
    }
    for (id, cluster) in graph.clusters.enumerate() {
        let number = id.index();
        let label = quoted(&cluster.label);
        let _ = writeln!(text, "  subgraph cluster_{number} {{\n    label={label};");
        put_nodes(&mut text, graph, &members[id], "    ");
        text.push_str("  }\n");
    }
    put_nodes(&mut text, graph, &others, "  ");
    for edge in &graph.edges {
        let (from, to) = (name(edge.from), name(edge.to));
        let style = match edge.stroke {
            Stroke::Solid => "",
            Stroke::Dotted => ", style=dotted",
            Stroke::Bold => ", style=bold",
        };
        let label = quoted(&edge.label);
        let _ = writeln!(text, "  {from} -> {to} [label={label}{style}];");
    }
    text.push_str("}\n");
    text
}

fn put_nodes(text: &mut String, graph: &Graph, nodes: &[NodeId], indent: &str) {
    for &id in nodes {
        let node = &graph.nodes[id];
        let shape = match node.shape {
            NodeShape::Circle => "circle",
            NodeShape::DoubleCircle => "doublecircle",
            NodeShape::Box => "box",
            NodeShape::DoubleBox => "box, peripheries=2",
            NodeShape::Note => "note",
            NodeShape::Point => "point",
        };
        let name = name(id);
        let label = match node.shape {
            // The lines of a note begin at its left.
            NodeShape::Note => quoted_with(&format!("{}\n", node.label), "\\l"),
            _ => quoted(&node.label),
        };
        let _ = writeln!(text, "{indent}{name} [label={label}, shape={shape}];");
    }
}

fn name(node: NodeId) -> String {
    format!("n{}", node.index())
}

/// Returns the text as a quoted string of the DOT language.
fn quoted(text: &str) -> String {
    quoted_with(text, "\\n")
}

/// Returns the text as a quoted string of the DOT language, in which lines end with `line_end`.
fn quoted_with(text: &str, line_end: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for (place, symbol) in text.char_indices() {
        match symbol {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str(line_end),
            '&' if starts_entity(&text[place + 1..]) => quoted.push_str("&amp;"),
            symbol if is_forbidden(symbol) => quoted.push(char::REPLACEMENT_CHARACTER),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// Returns `true` if the text behind an ampersand makes it an entity of HTML.
fn starts_entity(rest: &str) -> bool {
    let name = rest.split_once(';').map_or("", |(name, _)| name);
    let digits = name.strip_prefix('#').unwrap_or(name);
    !digits.is_empty() && digits.chars().all(|symbol| symbol.is_ascii_alphanumeric())
}

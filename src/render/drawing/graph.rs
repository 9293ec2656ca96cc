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
    /// A double circle: an accepting state.
    DoubleCircle,
    /// A rectangle.
    Box,
    /// A rectangle with two borders: an accepting state with a long label.
    DoubleBox,
    /// A rectangle with left-aligned lines: a text about other nodes.
    Note,
    /// A dot without a label: the start of an arrow to an initial state.
    Point,
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The label of the node.
    pub label: String,
    /// The outline of the node.
    pub shape: NodeShape,
    /// The cluster that contains the node.
    pub cluster: Option<ClusterId>,
    /// The identifier of the node for programs.
    pub key: Option<String>,
}

/// The line of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stroke {
    /// Unbroken.
    Solid,
    /// Unbroken, without an arrow head: the edge has no direction.
    Plain,
    /// Dotted.
    Dotted,
    /// Heavy: highlighted.
    Bold,
}

/// An edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The source.
    pub from: NodeId,
    /// The target.
    pub to: NodeId,
    /// The label of the edge; lines are separated by a line feed.
    pub label: String,
    /// The line style of the edge.
    pub stroke: Stroke,
}

/// A group of nodes with a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cluster {
    /// The label of the frame.
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
/// Names and labels are quoted; quotes, backslashes and line feeds are escaped, and so is text that Graphviz
/// would read as an entity of HTML, so that any text is allowed. Only the characters that XML
/// forbids, which Graphviz would write into an SVG or fail on, become U+FFFD.
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
            Stroke::Plain => ", dir=none",
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
            // The lines of a note are left-aligned.
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

/// Returns `true` if the text behind an ampersand completes an entity of HTML.
fn starts_entity(rest: &str) -> bool {
    let name = rest.split_once(';').map_or("", |(name, _)| name);
    let digits = name.strip_prefix('#').unwrap_or(name);
    !digits.is_empty() && digits.chars().all(|symbol| symbol.is_ascii_alphanumeric())
}

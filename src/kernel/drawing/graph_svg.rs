//! Graphs as SVG.

use std::fmt::Write as _;

use super::{Graph, NodeShape, xml_escaped};
use crate::kernel::base::Id as _;

/// Returns the graph as one element of SVG.
pub fn graph_svg(graph: &Graph) -> String {
    let wide = graph.nodes.len() * 90 + 20;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" viewBox=\"0 0 {wide} 120\" \
         width=\"{wide}\" height=\"120\" role=\"img\" aria-label=\"graph\">"
    );
    let x = |node: usize| node * 90 + 30;
    for edge in &graph.edges {
        let (from, to) = (x(edge.from.index()), x(edge.to.index()));
        let _ = write!(
            text,
            "<g class=\"edge\"><path d=\"M{from} 60 Q{} 10 {to} 60\" fill=\"none\" \
             stroke=\"var(--muted,#777)\"/><text x=\"{}\" y=\"30\" font-size=\"9\" fill=\"var(--ink,#000)\">{}</text></g>",
            usize::midpoint(from, to),
            usize::midpoint(from, to),
            xml_escaped(&edge.label),
        );
    }
    for (id, node) in graph.nodes.enumerate() {
        let key = node
            .key
            .as_ref()
            .map_or_else(String::new, |key| format!(" data-key=\"{}\"", xml_escaped(key)));
        let radius = if node.shape == NodeShape::Point { 3 } else { 18 };
        let at = x(id.index());
        let _ = write!(
            text,
            "<g class=\"node\"{key}><circle cx=\"{at}\" cy=\"60\" r=\"{radius}\" fill=\"var(--paper,#fff)\" \
             stroke=\"var(--ink,#000)\"/><text x=\"{at}\" y=\"64\" text-anchor=\"middle\" fill=\"var(--ink,#000)\">{}</text></g>",
            xml_escaped(&node.label),
        );
    }
    text + "</svg>"
}

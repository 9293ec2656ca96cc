//! Graphs as SVG.

use std::fmt::Write as _;

use super::graph::{Graph, NodeId, NodeShape, Stroke};
use super::graph_layout::{
    Course, Frame, GraphLayout, Heading, LINE, Stretch, graph_layout, outline,
};
use super::plane::{Area, Point, coordinate};
use super::xml::xml_escaped;

/// A page may set the properties; without that they have values for light and for dark.
const STYLE: &str = "\
.graph{--g-ink:var(--ink,#1f2328);--g-paper:var(--paper,#fff);--g-muted:var(--muted,#656d76);\
--g-cycle:var(--cycle,#cf222e)}
@media (prefers-color-scheme:dark){.graph{--g-ink:var(--ink,#e6edf3);--g-paper:var(--paper,#0d1117);\
--g-muted:var(--muted,#8d96a0);--g-cycle:var(--cycle,#ff7b72)}}
.graph .ground{fill:var(--g-paper)}
.graph text{fill:var(--g-ink);font:12px system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,'DejaVu Sans',sans-serif;\
text-anchor:middle;white-space:pre}
.graph .frame rect{fill:none;stroke:var(--g-muted);stroke-width:1}
.graph .frame text{text-anchor:start;font-weight:bold}
.graph .outline{fill:var(--g-paper);stroke:var(--g-ink);stroke-width:1.3}
.graph .point{fill:var(--g-ink)}
.graph .line{fill:none;stroke:var(--g-muted);stroke-width:1.2}
.graph .head{fill:var(--g-muted)}
.graph .dotted .line{stroke-dasharray:2 3}
.graph .bold .line{stroke:var(--g-cycle);stroke-width:2.4}
.graph .bold .head{fill:var(--g-cycle)}
.graph .bold text{fill:var(--g-cycle);font-weight:bold}
";

/// Returns the graph as one `svg` element without a prolog, which stands alone or in a page.
///
/// A node is a `g` element of class `node`, with its key as `data-key`.
///
/// # Complexity
/// That of [`graph_layout`].
pub fn graph_svg(graph: &Graph) -> String {
    let layout = graph_layout(graph);
    let GraphLayout { width, height, .. } = layout;
    let name = xml_escaped(&graph.name);
    let mut text = String::new();
    put(
        &mut text,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" viewBox=\"0 0 {w} {h}\" \
             width=\"{w}\" height=\"{h}\" role=\"img\" aria-label=\"{name}\">\n\
             <style>{STYLE}</style>\n\
             <rect class=\"ground\" width=\"{w}\" height=\"{h}\"/>\n",
            w = coordinate(width),
            h = coordinate(height),
        ),
    );
    for frame in &layout.frames {
        put_frame(&mut text, graph, *frame);
    }
    for course in &layout.courses {
        put_edge(&mut text, graph, course);
    }
    for (id, &border) in layout.nodes.enumerate() {
        put_node(&mut text, graph, id, border);
    }
    text.push_str("</svg>\n");
    text
}

fn put_frame(text: &mut String, graph: &Graph, frame: Frame) {
    let border = frame.border;
    put(
        text,
        format_args!(
            "<g class=\"frame\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>",
            coordinate(border.left),
            coordinate(border.top),
            coordinate(border.width()),
            coordinate(border.height())
        ),
    );
    put_lines(text, &graph.clusters[frame.cluster].label, frame.title.left, frame.title.top);
    text.push_str("</g>\n");
}

fn put_node(text: &mut String, graph: &Graph, id: NodeId, border: Area) {
    let node = &graph.nodes[id];
    text.push_str("<g class=\"node\"");
    if let Some(key) = &node.key {
        put(text, format_args!(" data-key=\"{}\"", xml_escaped(key)));
    }
    text.push('>');
    let (middle, half) = (border.center().x, border.height() / 2.0);
    if node.shape == NodeShape::Point {
        let (x, y, r) = (coordinate(middle), coordinate(border.top + half), coordinate(half));
        put(text, format_args!("<circle class=\"point\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/></g>\n"));
        return;
    }
    let radius = outline(node).2;
    let rings: &[f64] = if node.shape == NodeShape::DoubleCircle { &[0.0, 3.5] } else { &[0.0] };
    for ring in rings {
        put(
            text,
            format_args!(
                "<rect class=\"outline\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
                coordinate(border.left + ring),
                coordinate(border.top + ring),
                coordinate(border.width() - 2.0 * ring),
                coordinate(border.height() - 2.0 * ring),
                coordinate(radius - ring)
            ),
        );
    }
    let tall: f64 = node.label.split('\n').map(|_| LINE).sum();
    put_lines(text, &node.label, middle, border.top + half - tall / 2.0);
    text.push_str("</g>\n");
}

fn put_edge(text: &mut String, graph: &Graph, course: &Course) {
    let edge = &graph.edges[course.edge];
    let class = match edge.stroke {
        Stroke::Solid => "edge",
        Stroke::Dotted => "edge dotted",
        Stroke::Bold => "edge bold",
    };
    let start = pair(course.start);
    put(text, format_args!("<g class=\"{class}\"><path class=\"line\" d=\"M{start}"));
    for stretch in &course.stretches {
        match *stretch {
            Stretch::Straight(end) => put(text, format_args!("L{}", pair(end))),
            Stretch::Curved(one, other, end) => {
                let [one, other, end] = [one, other, end].map(pair);
                put(text, format_args!("C{one} {other} {end}"));
            }
        }
    }
    let Point { x, y } = course.tip;
    let [one, other] = match course.heading {
        Heading::Right => [(x - 8.0, y - 3.5), (x - 8.0, y + 3.5)],
        Heading::Left => [(x + 8.0, y - 3.5), (x + 8.0, y + 3.5)],
        Heading::Down => [(x - 3.0, y - 8.5), (x + 4.0, y - 7.5)],
    };
    let [tip, one, other] = [(x, y), one, other].map(|(x, y)| pair(Point { x, y }));
    put(text, format_args!("\"/><path class=\"head\" d=\"M{tip}L{one}L{other}Z\"/>"));
    if let Some(label) = course.label {
        put_lines(text, &edge.label, label.center().x, label.top);
    }
    text.push_str("</g>\n");
}

/// Writes the lines of a label from `top` down.
fn put_lines(text: &mut String, label: &str, x: f64, top: f64) {
    let mut base = top + 11.0;
    for line in label.split('\n').map(|line| line.trim_end_matches('\r')) {
        if !line.is_empty() {
            let (x, y) = (coordinate(x), coordinate(base));
            put(text, format_args!("<text x=\"{x}\" y=\"{y}\">{}</text>", xml_escaped(line)));
        }
        base += LINE;
    }
}

/// Returns a point as paths have it.
fn pair(point: Point) -> String {
    format!("{} {}", coordinate(point.x), coordinate(point.y))
}

fn put(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("writing to a string does not fail");
}

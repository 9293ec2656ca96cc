//! Graphs as SVG.

use std::fmt::Write as _;

use super::colours::{Colours, Style};
use super::graph::{Graph, NodeId, NodeShape, Stroke};
use super::graph_layout::{
    Course, Frame, GraphLayout, Heading, LINE, Stretch, graph_layout, outline,
};
use super::plane::{Area, Point, coordinate};
use super::xml::xml_escaped;

/// How graphs look.
pub(super) const STYLE: Style = Style {
    shapes: "\
.graph text{font:12px @font;text-anchor:middle;\
white-space:pre}\
.graph .frame rect{fill:none;stroke-width:1}\
.graph .frame text{text-anchor:start;font-weight:bold}\
.graph text.left{text-anchor:start}\
.graph .outline{stroke-width:1.3}\
.graph .line{fill:none;stroke-width:1.2}\
.graph .dotted .line{stroke-dasharray:2 3}\
.graph .bold .line{stroke-width:2.4}\
.graph .bold text{font-weight:bold}",
    paint: "\
.graph .ground{fill:@paper}\
.graph text{fill:@ink}\
.graph .frame rect{stroke:@muted}\
.graph .outline{fill:@paper;stroke:@ink}\
.graph .point{fill:@ink}\
.graph .line{stroke:@muted}\
.graph .head{fill:@muted}\
.graph .bold .line{stroke:@cycle}\
.graph .bold .head,.graph .bold text{fill:@cycle}",
};

/// Returns the graph as one `svg` element without a prolog, which stands alone or in a page.
///
/// A node is a `g` element of class `node`, with its key as `data-key`.
///
/// # Complexity
/// That of [`graph_layout`].
pub fn graph_svg(graph: &Graph) -> String {
    graph_svg_in(graph, Colours::OfTheReader)
}

/// Returns the graph as one `svg` element in these colours.
///
/// # Complexity
/// That of [`graph_layout`].
pub fn graph_svg_in(graph: &Graph, colours: Colours) -> String {
    graph_svg_marked(graph, colours, &|_| false)
}

/// Returns the graph as one `svg` element in these colours, in which the nodes whose keys are `marked` have the attribute
/// `data-here`.
///
/// # Complexity
/// That of [`graph_layout`].
pub fn graph_svg_marked(graph: &Graph, colours: Colours, marked: &dyn Fn(&str) -> bool) -> String {
    let layout = graph_layout(graph);
    let GraphLayout { width, height, .. } = layout;
    let name = xml_escaped(&graph.name);
    let mut text = String::new();
    put(
        &mut text,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" viewBox=\"0 0 {w} {h}\" \
             width=\"{w}\" height=\"{h}\" role=\"img\" aria-label=\"{name}\">\n\
             {style}<rect class=\"ground\" width=\"{w}\" height=\"{h}\"/>\n",
            w = coordinate(width),
            h = coordinate(height),
            style = STYLE.element(colours),
        ),
    );
    for frame in &layout.frames {
        put_frame(&mut text, graph, *frame);
    }
    for course in &layout.courses {
        put_edge(&mut text, graph, course);
    }
    for (id, &border) in layout.nodes.enumerate() {
        put_node(&mut text, graph, id, border, marked);
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
    let place = (frame.title.left, frame.title.top);
    put_lines(text, &graph.clusters[frame.cluster].label, place, "");
    text.push_str("</g>\n");
}

fn put_node(
    text: &mut String,
    graph: &Graph,
    id: NodeId,
    border: Area,
    marked: &dyn Fn(&str) -> bool,
) {
    let node = &graph.nodes[id];
    text.push_str("<g class=\"node\"");
    if let Some(key) = &node.key {
        if marked(key) {
            text.push_str(" data-here=\"here\"");
        }
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
    let is_double = matches!(node.shape, NodeShape::DoubleCircle | NodeShape::DoubleBox);
    let rings: &[f64] = if is_double { &[0.0, 3.5] } else { &[0.0] };
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
    let (x, class) = match node.shape {
        NodeShape::Note => (border.left + 8.0, " class=\"left\""),
        _ => (middle, ""),
    };
    put_lines(text, &node.label, (x, border.top + half - tall / 2.0), class);
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
        put_lines(text, &edge.label, (label.center().x, label.top), "");
    }
    text.push_str("</g>\n");
}

/// Writes the lines of a label from `top` down, each with these attributes.
fn put_lines(text: &mut String, label: &str, (x, top): (f64, f64), attributes: &str) {
    let mut base = top + 11.0;
    for line in label.split('\n').map(|line| line.trim_end_matches('\r')) {
        if !line.is_empty() {
            let (x, y) = (coordinate(x), coordinate(base));
            let line = xml_escaped(line);
            put(text, format_args!("<text{attributes} x=\"{x}\" y=\"{y}\">{line}</text>"));
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

//! Graphs as SVG.

use super::colours::{Colours, PictureStyle};
use super::graph::{Graph, Node, NodeShape, Stroke};
use super::graph_layout::{EdgeCourse, Heading, LINE, Stretch, extent, graph_layout, outline};
use super::plane::{Point, Rectangle};
use super::svg::{Svg, pair, polyline};
use super::xml::xml_escaped;

/// The style of graphs.
pub(super) const STYLE: PictureStyle = PictureStyle {
    class: "graph",
    background: "ground",
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

/// Returns the graph as one `svg` element without a prolog, which is usable as a file and in a page.
///
/// A node is a `g` element of class `node`, with its key as `data-key`.
///
/// # Complexity
/// That of [`graph_layout`].
pub fn graph_svg(graph: &Graph, colours: Colours) -> String {
    graph_svg_marked(graph, colours, &|_| false)
}

/// Returns the graph as one `svg` element in which the nodes whose keys are `marked` have the attribute
/// `data-here`.
///
/// # Complexity
/// That of [`graph_layout`].
pub fn graph_svg_marked(graph: &Graph, colours: Colours, marked: &dyn Fn(&str) -> bool) -> String {
    let layout = graph_layout(graph);
    let mut svg = Svg::new(&STYLE, colours, (layout.width, layout.height), &graph.name);
    for frame in &layout.frames {
        svg.open("frame");
        svg.rectangle("", &frame.border, 6.0);
        let label = &graph.clusters[frame.cluster].label;
        put_lines(&mut svg, label, (frame.title.left, frame.title.top), "");
        svg.close();
    }
    for course in &layout.courses {
        put_edge(&mut svg, graph, course);
    }
    for (node, border) in graph.nodes.iter().zip(&layout.nodes) {
        put_node(&mut svg, node, border, marked);
    }
    svg.finish()
}

fn put_node(svg: &mut Svg, node: &Node, border: &Rectangle, marked: &dyn Fn(&str) -> bool) {
    let key = node.key.as_ref().map_or_else(String::new, |key| {
        let here = if marked(key) { " data-here=\"here\"" } else { "" };
        format!("{here} data-key=\"{}\"", xml_escaped(key))
    });
    svg.put(format_args!("<g class=\"node\"{key}>"));
    let (middle, half) = (border.center().x, border.height() / 2.0);
    if node.shape == NodeShape::Point {
        svg.circle("point", Point { x: middle, y: border.top + half }, half);
        return svg.close();
    }
    let radius = outline(node).2;
    let is_double = matches!(node.shape, NodeShape::DoubleCircle | NodeShape::DoubleBox);
    let rings: &[f64] = if is_double { &[0.0, 3.5] } else { &[0.0] };
    for ring in rings {
        let (left, top) = (border.left + ring, border.top + ring);
        let (width, height) = (border.width() - 2.0 * ring, border.height() - 2.0 * ring);
        svg.frame("outline", [left, top, width, height], radius - ring);
    }
    let (_, tall) = extent(&node.label);
    let (x, class) = match node.shape {
        NodeShape::Note => (border.left + 8.0, "left"),
        _ => (middle, ""),
    };
    put_lines(svg, &node.label, (x, border.top + half - tall / 2.0), class);
    svg.close();
}

fn put_edge(svg: &mut Svg, graph: &Graph, course: &EdgeCourse) {
    let edge = &graph.edges[course.edge];
    svg.open(match edge.stroke {
        Stroke::Solid | Stroke::Plain => "edge",
        Stroke::Dotted => "edge dotted",
        Stroke::Bold => "edge bold",
    });
    let stretches = course.stretches.iter().map(|stretch| match *stretch {
        Stretch::Straight(end) => format!("L{}", pair(end)),
        Stretch::Curved(one, other, end) => {
            let [one, other, end] = [one, other, end].map(pair);
            format!("C{one} {other} {end}")
        }
    });
    let mut line = format!("M{}{}", pair(course.start), stretches.collect::<String>());
    if edge.stroke == Stroke::Plain {
        // The line ends where the arrow head would begin.
        let tip = pair(course.tip);
        line = match course.heading {
            Heading::Left => format!("M{tip}L{}", &line[1..]),
            Heading::Right | Heading::Down => format!("{line}L{tip}"),
        };
    }
    svg.path("line", &line);
    if edge.stroke != Stroke::Plain {
        put_head(svg, course);
    }
    if let Some(label) = course.label {
        put_lines(svg, &edge.label, (label.center().x, label.top), "");
    }
    svg.close();
}

fn put_head(svg: &mut Svg, course: &EdgeCourse) {
    let Point { x, y } = course.tip;
    let [one, other] = match course.heading {
        Heading::Right => [(x - 8.0, y - 3.5), (x - 8.0, y + 3.5)],
        Heading::Left => [(x + 8.0, y - 3.5), (x + 8.0, y + 3.5)],
        Heading::Down => [(x - 3.0, y - 8.5), (x + 4.0, y - 7.5)],
    };
    let head = polyline(&[(x, y), one, other].map(|(x, y)| Point { x, y }));
    svg.path("head", &format!("{head}Z"));
}

/// Writes the lines of a label from `top` down.
fn put_lines(svg: &mut Svg, label: &str, (x, top): (f64, f64), class: &str) {
    let mut base = top + 11.0;
    for line in label.split('\n').map(|line| line.trim_end_matches('\r')) {
        if !line.is_empty() {
            svg.text(class, x, base, line);
        }
        base += LINE;
    }
}

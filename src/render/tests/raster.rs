//! Tests of pictures as pixels: letters are drawn, and the size is limited.

#![allow(clippy::unwrap_used, reason = "tests end where something is missing")]

use render::drawing::{
    Chart, Colours, Event, Graph, Mark, Node, NodeShape, Sequence, chart_svg, graph_svg, png,
    sequence_svg,
};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

/// Returns the width, the height, and the number of pixels that are not white.
fn seen(png: &[u8]) -> (u32, u32, usize) {
    let pixels = Pixmap::decode_png(png).unwrap();
    let inked = |pixel: &&PremultipliedColorU8| {
        (pixel.red(), pixel.green(), pixel.blue()) != (255, 255, 255)
    };
    (pixels.width(), pixels.height(), pixels.pixels().iter().filter(inked).count())
}

#[test]
fn pictures_become_pixels_with_their_letters() {
    let chart = |name: &str| {
        let mut chart = Chart::default();
        let lifeline = chart.lifelines.push(name.to_owned());
        chart.events.push(Event {
            lifeline,
            number: 1,
            mark: Mark::Internal,
            label: None,
            note: None,
        });
        seen(&png(&chart_svg(&chart, Colours::Light)).unwrap())
    };
    let graph = |name: &str| {
        let mut graph = Graph::default();
        let label = name.to_owned();
        graph.nodes.push(Node { label, shape: NodeShape::Box, cluster: None, key: None });
        seen(&png(&graph_svg(&graph, Colours::Light)).unwrap())
    };
    let sequence = |name: &str| {
        let mut sequence = Sequence::default();
        sequence.lifelines.push(name.to_owned());
        seen(&png(&sequence_svg(&sequence, Colours::Light)).unwrap())
    };
    // The letters of each pair have equal widths but differ in ink; a bold font may be missing, letters may not.
    let pairs = [
        (chart("...."), chart("MMMM")),
        (graph("...."), graph("MMMM")),
        (sequence("...."), sequence("MMMM")),
    ];
    for (thin, thick) in pairs {
        assert!(thin.0 > 40 && thin.1 > 40, "{thin:?}");
        assert!(thick.2 > thin.2 + 100, "{thin:?} {thick:?}");
    }
}

#[test]
fn a_long_picture_is_drawn_smaller() {
    let mut chart = Chart::default();
    let lifeline = chart.lifelines.push("p".to_owned());
    for number in 1..=600 {
        chart.events.push(Event {
            lifeline,
            number,
            mark: Mark::Internal,
            label: None,
            note: None,
        });
    }
    let (_, height, inked) = seen(&png(&chart_svg(&chart, Colours::Light)).unwrap());
    assert!(height <= 16_000 && height > 15_000 && inked > 1_000, "{height} {inked}");
}

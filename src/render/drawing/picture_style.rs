//! The style sheet for a page with pictures of all kinds.

use super::{chart_svg, graph_svg, sequence_svg};

/// Returns the style sheet of a page with pictures of [`Colours::OfThePage`](super::Colours::OfThePage).
pub fn picture_style() -> String {
    let mut sheet = String::new();
    chart_svg::STYLE.add_to(&mut sheet);
    graph_svg::STYLE.add_to(&mut sheet);
    sequence_svg::STYLE.add_to(&mut sheet);
    sheet
}

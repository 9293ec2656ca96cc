//! The style sheet for a page with pictures of all kinds.

use super::colours::PictureStyle;
use super::{chart_svg, graph_svg, regions_svg, sequence_svg};

/// Returns the style sheet of a page with pictures of [`Colours::OfThePage`](super::Colours::OfThePage).
pub fn picture_style() -> String {
    [chart_svg::STYLE, graph_svg::STYLE, sequence_svg::STYLE, regions_svg::STYLE]
        .iter()
        .map(PictureStyle::page_rules)
        .collect()
}

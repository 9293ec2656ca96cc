//! Maps of sets as SVG.

use super::colours::{Colours, PictureStyle};
use super::lettering::text_width;
use super::plane::{Point, count};
use super::regions::Regions;
use super::svg::Svg;

/// The width of a cell.
const COLUMN: f64 = 8.0;
/// The height of a cell, and of a line of text.
const ROW: f64 = 20.0;
/// The distance of everything from the edge of the picture.
const MARGIN: f64 = 12.0;
/// The size of the font.
const FONT: f64 = 12.0;

/// The style of maps of sets.
pub(super) const STYLE: PictureStyle = PictureStyle {
    class: "regions",
    background: "ground",
    shapes: "\
.regions text{font:12px @font;white-space:pre}\
.regions .label{font-weight:bold}\
.regions .region{fill-opacity:0.05;stroke-width:1.3}\
.regions .in{fill-opacity:0.12;stroke-width:2}\
.regions .maybe circle{fill:none;stroke-width:1.3}\
.regions .maybe text{text-anchor:middle;font-weight:bold}",
    paint: "\
.regions .ground{fill:@paper}\
.regions text{fill:@ink}\
.regions .remark{fill:@muted}\
.regions .region{fill:@muted;stroke:@muted}\
.regions .in{fill:@accent;stroke:@accent}\
.regions .here{fill:@cycle}\
.regions .maybe circle{stroke:@cycle}\
.regions .maybe text{fill:@cycle}",
};

/// Returns the map as one `svg` element without a prolog, which is usable as a file and in a page: the sets that what is
/// marked is in are highlighted, a dot is where it is, and a question mark where it may be.
///
/// # Complexity
/// Linear in the number of its parts and the lengths of their texts.
pub fn regions_svg(map: &Regions, colours: Colours) -> String {
    let (columns, rows) = map.size();
    let notes = map.notes.iter().map(|note| text_width(note, FONT));
    let width = notes.fold(COLUMN * count(columns), f64::max) + 2.0 * MARGIN;
    let below = MARGIN + ROW * count(rows);
    let height = below + ROW * count(map.notes.len()) + MARGIN;
    let mut svg = Svg::new(&STYLE, colours, (width.ceil(), height), &map.name);
    let at = |(column, row): (usize, usize)| Point {
        x: MARGIN + COLUMN * (count(column) + 0.5),
        y: MARGIN + ROW * (count(row) + 0.5),
    };
    for region in &map.regions {
        let start = at((region.columns.0, region.rows.0));
        let end = at((region.columns.1, region.rows.1));
        let class = if region.is_marked { "region in" } else { "region" };
        svg.frame(class, [start.x, start.y, end.x - start.x, end.y - start.y], 6.0);
    }
    // Below the upper border: labels in it would need a background.
    for region in &map.regions {
        let start = at((region.columns.0 + 1, region.rows.0));
        svg.text("label", start.x, start.y + 0.75 * ROW, &region.label);
    }
    for (text, place) in &map.remarks {
        let start = at(*place);
        svg.text("remark", start.x, start.y + 4.0, text);
    }
    for mark in &map.marks {
        let place = at(mark.place);
        if mark.is_sure {
            svg.circle("here", place, 5.5);
        } else {
            svg.open("maybe");
            svg.circle("", place, 8.0);
            svg.text("", place.x, place.y + 4.0, "?");
            svg.close();
        }
    }
    for (number, note) in map.notes.iter().enumerate() {
        svg.text("", MARGIN, below + ROW * (count(number) + 0.7), note);
    }
    svg.finish()
}

//! Timelines as SVG: a row for each lane, a column for each event.

use std::collections::VecDeque;

use kernel::base::{Id as _, IndexVec};

use super::colours::{Colours, PictureStyle};
use super::lettering::text_width;
use super::plane::{Rectangle, coordinate, count};
use super::svg::Svg;
use super::timeline::{LaneId, Timeline, TimelineEvent};
use super::xml::xml_escaped;

/// The size of the font.
const FONT: f64 = 12.0;
/// The distance of the columns.
const COLUMN: f64 = 20.0;
/// The distance of the lanes.
const LANE: f64 = 26.0;
/// The height of a busy interval.
const BAR: f64 = 14.0;
/// The distance of everything from the edge of the picture.
const MARGIN: f64 = 12.0;

const STYLE: PictureStyle = PictureStyle {
    class: "timeline",
    background: "ground",
    shapes: "\
.timeline text{font:12px @font;white-space:pre}\
.timeline .name{text-anchor:end;font-weight:bold}\
.timeline .lane{fill:none;stroke-width:1}\
.timeline .start{fill:none;stroke-width:1;stroke-dasharray:2 3}\
.timeline .busy{stroke-width:1}\
.timeline .open{fill-opacity:0.35;stroke-width:1;stroke-dasharray:4 3}",
    paint: "\
.timeline .ground{fill:@paper}\
.timeline text{fill:@ink}\
.timeline .lane,.timeline .start{stroke:@muted}\
.timeline .busy,.timeline .open{fill:@accent;stroke:@accent}",
};

/// Returns the timeline as one `svg` element without a prolog, for a file: time goes to the right, a bar shows where a
/// lane is busy, what starts is written above, and the title of a bar is the label of its end.
///
/// # Complexity
/// Linear in the number of events and of lanes.
pub fn timeline_svg(timeline: &Timeline, colours: Colours) -> String {
    let names = timeline.lanes.iter().map(|name| text_width(name, FONT));
    let left = 2.0 * MARGIN + names.fold(0.0, f64::max);
    let labels = timeline.events.iter().filter_map(|event| match event {
        TimelineEvent::Start { label, .. } => Some(text_width(label, FONT)),
        TimelineEvent::End { .. } => None,
    });
    // Labels rise by 45 degrees.
    let rise = (labels.fold(0.0, f64::max) + FONT) * std::f64::consts::FRAC_1_SQRT_2;
    let top = MARGIN + rise + FONT;
    let right = left + COLUMN * (count(timeline.events.len()) + 1.0);
    let bottom = top + LANE * count(timeline.lanes.len());
    let size = (right + rise.max(MARGIN), bottom + MARGIN);
    let mut svg = Svg::new(&STYLE, colours, size, &timeline.name);
    let middle = |lane: LaneId| top + LANE * (count(lane.index()) + 0.5);
    for (lane, name) in timeline.lanes.enumerate() {
        let y = middle(lane);
        svg.text("name", left - MARGIN, y + 4.0, name);
        let [x, end, y] = [left, right, y].map(coordinate);
        svg.path("lane", &format!("M{x} {y}H{end}"));
    }
    // Bars cover the lines behind them.
    let mut bars = Vec::new();
    let mut bar = |class, lane: LaneId, (from, to): (f64, f64), title: String| {
        let area = Rectangle::at(from, middle(lane) - BAR / 2.0, to - from, BAR);
        bars.push((class, area, title));
    };
    let before = |&open: &u32| (0..open).map(|_| (left, "")).collect();
    let mut open: IndexVec<LaneId, VecDeque<(f64, &str)>> =
        timeline.busy.iter().map(before).collect();
    for (index, event) in timeline.events.iter().enumerate() {
        let x = left + COLUMN * (count(index) + 1.0);
        match event {
            TimelineEvent::Start { label, lanes } => {
                let lowest = lanes.iter().map(|&lane| middle(lane)).fold(top, f64::max);
                let [at, start, end] = [x, top - 4.0, lowest].map(coordinate);
                svg.path("start", &format!("M{at} {start}V{end}"));
                let above = coordinate(top - 8.0);
                let text = xml_escaped(label);
                svg.put(format_args!(
                    "<text x=\"{at}\" y=\"{above}\" transform=\"rotate(-45 {at} {above})\">{text}</text>\n"
                ));
                for &lane in lanes {
                    open[lane].push_back((x, label));
                }
            }
            TimelineEvent::End { label, lane } => {
                let (from, what) = open[*lane].pop_front().unwrap_or((left, ""));
                let title = format!("{} {what}: {label}", timeline.lanes[*lane]);
                bar("busy", *lane, (from, x), title);
            }
        }
    }
    for (lane, starts) in open.enumerate() {
        for &(from, what) in starts {
            let title = format!("{} {what}: has not ended", timeline.lanes[lane]);
            bar("open", lane, (from, right), title);
        }
    }
    for (class, area, title) in &bars {
        svg.open("interval");
        svg.title(title);
        svg.rectangle(class, area, 2.0);
        svg.close();
    }
    svg.finish()
}

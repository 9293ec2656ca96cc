//! Columns of the lifelines of a chart in text, and of the lanes between them.
//!
//! Lanes beside the left lifeline of a gap are for lines that leave it to the right, lanes farther right
//! for lines that leave the right lifeline to the left, and those beside the right lifeline for its loops; two lanes
//! that are in use at different times share a column. Every gap is wide enough for the longest label that
//! starts in it, so that a label always has a place.

use super::chart_line::{ChartLine, Lanes, LineCourse, Side};
use super::{Chart, Event, LifelineId, Numbering, display_width};
use kernel::base::{Id as _, IndexVec};

/// Minimum distance between a lifeline and the lanes beside it.
const MARGIN: usize = 3;

/// Assigns each lifeline its column and each falling line its lane; returns the columns, and the first
/// column to the right of everything.
pub(super) fn place_columns(
    chart: &Chart,
    lines: &mut [ChartLine<'_>],
) -> (IndexVec<LifelineId, usize>, usize) {
    let length = |id: LifelineId| display_width(&chart.lifelines[id]);
    // The number of the last of several lifelines is in the right margin.
    let is_left = |event: &&Event| {
        chart.numbering == Numbering::Throughout
            || chart.lifelines.len() == 1
            || event.lifeline.index() + 1 < chart.lifelines.len()
    };
    let numbers = chart.events.iter().filter(is_left).map(|event| chart.number_text(event));
    let digits = numbers.map(|number| display_width(&number)).max().unwrap_or(1);
    // Number, two blanks, mark, blank.
    let first = chart.lifelines.ids().next().map_or(0, length);
    let mut column = (digits.max(3) + 5).max(first.saturating_sub(1) / 2 + 2);
    let least = match chart.lifelines.len() {
        0..=2 => 21,
        3 => 16,
        4 => 13,
        _ => 9,
    };
    let mut columns = IndexVec::new();
    let mut right = column + 1;
    for lifeline in chart.lifelines.ids() {
        columns.push(column);
        right = column + 1;
        let gap = lifeline.index();
        let is_last = gap + 1 == chart.lifelines.len();
        if is_last && gap > 0 {
            break;
        }
        let (beside, loops) = place_lanes(lines, gap, column);
        if is_last {
            right = column + beside;
            break;
        }
        let next = LifelineId::from_index(gap + 1);
        let names = length(lifeline) / 2 + 1 + length(next).saturating_sub(1) / 2 + 2;
        column += (beside + loops).max(least).max(names);
        place_loops(lines, gap, column);
    }
    (columns, right)
}

/// Places the lanes of one gap, whose left lifeline is at `column`, except for the loops of the right
/// one; returns the room that these lanes need, and that for the loops.
fn place_lanes(lines: &mut [ChartLine<'_>], gap: usize, column: usize) -> (usize, usize) {
    let Some(spacing) = spacing(lines, gap) else { return (0, 0) };
    let mut place = |is_wanted: fn(&ChartLine<'_>) -> bool, start: usize| {
        let here = lines.iter_mut().filter(|line| line.gap() == gap && is_wanted(line));
        place_each(here, |lane| start + lane * spacing)
    };
    let rightward = place(|line| line.side == Side::Right, column + MARGIN);
    let start = column + MARGIN + rightward.max(1) * spacing;
    let leftward = place(|line| line.side == Side::Left && !line.is_loop(), start);
    // The columns of the loops follow from that of the right lifeline: only their number is used.
    let loops = place(|line| line.side == Side::Left && line.is_loop(), start);
    let beside = match (rightward, leftward) {
        (0, 0) => spacing + MARGIN,
        (_, 0) => MARGIN + rightward * spacing + 1,
        _ => MARGIN + (rightward.max(1) + leftward - 1) * spacing + MARGIN + 1,
    };
    (beside, loops * spacing)
}

/// Places the loops of a gap's right lifeline, which is at `column`, close to it.
fn place_loops(lines: &mut [ChartLine<'_>], gap: usize, column: usize) {
    let Some(spacing) = spacing(lines, gap) else { return };
    let here = lines
        .iter_mut()
        .filter(|line| line.gap() == gap && line.side == Side::Left && line.is_loop());
    place_each(here, |lane| column - MARGIN - lane * spacing);
}

/// Returns the distance between two lanes of a gap: a label fits in between, with some line on both
/// sides. `None` if no line starts in the gap.
fn spacing(lines: &[ChartLine<'_>], gap: usize) -> Option<usize> {
    let here = lines.iter().filter(|line| line.gap() == gap);
    here.map(|line| display_width(line.label) + 5).max()
}

/// Assigns each falling line the first lane that is free during its fall, at the column given by
/// `column`; returns the number of lanes.
fn place_each<'l, 'a: 'l>(
    lines: impl Iterator<Item = &'l mut ChartLine<'a>>,
    column: impl Fn(usize) -> usize,
) -> usize {
    let mut lanes = Lanes::new();
    for line in lines {
        let LineCourse::Falling { first, last, ref mut lane, .. } = line.course else { continue };
        *lane = column(lanes.take(first, last));
    }
    lanes.count()
}

//! Columns of the lifelines of a chart in text, and of the lanes between them.
//!
//! Lanes beside the left lifeline of a gap are for lines that leave it to the right, lanes farther right
//! for lines that leave the right lifeline to the left, and those beside the right lifeline for its loops; two lanes
//! that are in use at different times share a column. Every gap is wide enough for the longest label that
//! starts in it, so that a label always has a place. So has the number of each event, beside its lifeline: the lanes that are
//! in use there keep away.

use super::chart_line::{ChartLine, Lanes, Side};
use super::{Chart, LifelineId, display_width};
use kernel::base::{Id as _, IndexVec};

/// Minimum distance between a lifeline and the lanes beside it.
const MARGIN: usize = 3;

/// The number and the mark of an event, beside its lifeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlacedNumber {
    pub(super) row: usize,
    pub(super) lifeline: LifelineId,
    pub(super) side: Side,
    pub(super) width: usize,
}

/// Assigns each lifeline its column and each falling line its lane; returns the columns, and the first
/// column to the right of everything.
pub(super) fn place_columns(
    chart: &Chart,
    lines: &mut [ChartLine<'_>],
    numbers: &[PlacedNumber],
) -> (IndexVec<LifelineId, usize>, usize) {
    let length = |id: LifelineId| display_width(&chart.lifelines[id]);
    let widest = numbers.iter().map(|number| number.width).max().unwrap_or(0);
    // A blank on both sides of a number of at least three digits, with its mark.
    let first = chart.lifelines.ids().next().map_or(0, length);
    let margin = widest.max(4 + chart.number_gap()) + 2;
    let mut column = margin.max(first.saturating_sub(1) / 2 + 2);
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
        let (beside, loops) = place_lanes(lines, gap, column, numbers);
        if is_last {
            right = column + beside;
            break;
        }
        let next = LifelineId::from_index(gap + 1);
        let names = length(lifeline) / 2 + 1 + length(next).saturating_sub(1) / 2 + 2;
        let sides = [Side::Left, Side::Right];
        let rooms = sides.map(|side| room_for_numbers(numbers, gap, side, |_| true));
        let numbered = rooms[0].max(rooms[1]);
        column += (beside + loops).max(least).max(names).max(numbered);
        place_loops(lines, gap, column);
    }
    (columns, right)
}

/// Places the lanes of one gap, whose left lifeline is at `column`, except for the loops of the right
/// one; returns the room that these lanes need, and that for the loops.
fn place_lanes(
    lines: &mut [ChartLine<'_>],
    gap: usize,
    column: usize,
    numbers: &[PlacedNumber],
) -> (usize, usize) {
    let Some(spacing) = spacing(lines, gap) else { return (0, 0) };
    // The numbers of the last lifeline, which alone has loops on its left, are on its right.
    let mut falls = vec![false; numbers.last().map_or(0, |number| number.row + 1)];
    for line in lines.iter().filter(|line| line.gap() == gap && line.is_falling()) {
        falls[line.rows[0]..=line.rows[1]].fill(true);
    }
    let beside = |side| room_for_numbers(numbers, gap, side, |row| falls[row]);
    let (left, right) = (MARGIN.max(beside(Side::Right)), (MARGIN + 1).max(beside(Side::Left)));
    let mut place = |is_wanted: fn(&ChartLine<'_>) -> bool, start: usize| {
        let here = lines.iter_mut().filter(|it| it.gap() == gap && is_wanted(it));
        place_each(here, |lane| start + lane * spacing)
    };
    let rightward = place(|line| line.side == Side::Right, column + left);
    let start = column + left + rightward.max(1) * spacing;
    let leftward = place(|line| line.side == Side::Left && line.to != line.from, start);
    // The columns of the loops follow from that of the right lifeline: only their number is used.
    let loops = place(|line| line.side == Side::Left && line.to == line.from, start);
    let beside = match (rightward, leftward) {
        (0, 0) => spacing + MARGIN,
        (_, 0) => left + (rightward - 1) * spacing + right.max(spacing + 1),
        _ => left + (rightward.max(1) + leftward - 1) * spacing + right,
    };
    (beside, loops * spacing)
}

/// Returns the room that the numbers of a chart need on one side of their lifelines in a gap: the widest of those whose
/// rows `is_wanted`.
fn room_for_numbers(
    numbers: &[PlacedNumber],
    gap: usize,
    side: Side,
    is_wanted: impl Fn(usize) -> bool,
) -> usize {
    let lifeline = if side == Side::Right { gap } else { gap + 1 };
    let here = numbers.iter().filter(|number| {
        number.lifeline.index() == lifeline && number.side == side && is_wanted(number.row)
    });
    here.map(|number| number.width + 3).max().unwrap_or(0)
}

/// Places the loops of a gap's right lifeline, which is at `column`, close to it.
fn place_loops(lines: &mut [ChartLine<'_>], gap: usize, column: usize) {
    let Some(spacing) = spacing(lines, gap) else { return };
    let here = lines
        .iter_mut()
        .filter(|line| line.gap() == gap && line.side == Side::Left && line.to == line.from);
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
    for line in lines.filter(|line| line.is_falling()) {
        line.lane = column(lanes.take(line.rows[0], line.rows[1]));
    }
    lanes.count()
}

//! Rows of a chart in text, and the lines that run along them.
//!
//! A row holds one event, or the two of a level message; a falling message, or an order that needs
//! one, has a separate lane. Orders have separate rows, which hold no event.

use super::canvas::Ink;
use super::chart_columns::{PlacedNumber, place_columns};
use super::chart_line::{ChartLine, Side};
use super::{ArrowHead, Chart, EventId, LifelineId, LineStyle, Slope};
use kernel::base::{Id as _, IndexVec};

/// The places of everything in a chart.
#[derive(Debug)]
pub(super) struct ChartLayout<'a> {
    /// The column of each lifeline.
    pub(super) columns: IndexVec<LifelineId, usize>,
    /// The first column to the right of the last lifeline and its lanes.
    pub(super) right: usize,
    /// The events of each row.
    pub(super) events: Vec<Vec<EventId>>,
    /// The rows where events are left out, each with its text.
    pub(super) gaps: Vec<(usize, &'a str)>,
    /// The lines: those of the messages, then those of the orders that have one.
    pub(super) lines: Vec<ChartLine<'a>>,
    /// The side of its lifeline on which the line of each event is, if it has one.
    pub(super) line_sides: IndexVec<EventId, Option<Side>>,
    /// The numbers of the events, in their order: away from the line of the event, else outside.
    pub(super) numbers: Vec<PlacedNumber>,
}

/// A row that holds no event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum ExtraRow {
    /// The start of an order.
    Leave(usize),
    /// Room for a label.
    Room,
    /// An order that is drawn level.
    Tie(usize),
    /// The end of an order.
    Enter(usize),
    /// A place where events are left out.
    ElidedSteps(usize),
}

/// Returns the layout of `chart` with `room` empty rows below each row of events.
///
/// # Complexity
/// Quadratic in the number of lines, linear in the area of the chart and in the rows that lines cross in their lanes.
pub(super) fn layout<'a>(chart: &'a Chart, room: &[usize]) -> ChartLayout<'a> {
    let rows = event_rows(chart);
    let mut row_of = IndexVec::filled(0, chart.events.len());
    for (row, events) in rows.iter().enumerate() {
        for &event in events {
            row_of[event] = row;
        }
    }
    let mut extras: Vec<(usize, ExtraRow)> = Vec::new();
    for (row, &count) in room.iter().enumerate() {
        extras.extend(std::iter::repeat_n((row, ExtraRow::Room), count));
    }
    for order in 0..chart.orders.len() {
        extras.extend(order_rows(chart, &row_of, order));
    }
    for (index, gap) in chart.gaps.iter().enumerate() {
        extras.push((row_of[gap.before] - 1, ExtraRow::ElidedSteps(index)));
    }
    extras.sort_unstable();
    // Final row numbers: those of the rows of events, and of the rows of orders.
    let mut events = Vec::new();
    let mut final_row = Vec::new();
    let mut ends = vec![(None, None); chart.orders.len()];
    let mut gaps = Vec::new();
    let mut extras = extras.into_iter().peekable();
    for (row, here) in rows.into_iter().enumerate() {
        final_row.push(events.len());
        events.push(here);
        while let Some((_, extra)) = extras.next_if(|&(after, _)| after == row) {
            let here = events.len();
            match extra {
                ExtraRow::Leave(order) => ends[order].0 = Some(here),
                ExtraRow::Enter(order) => ends[order].1 = Some(here),
                ExtraRow::Tie(order) => ends[order] = (Some(here), Some(here)),
                ExtraRow::ElidedSteps(gap) => gaps.push((here, chart.gaps[gap].says.as_str())),
                ExtraRow::Room => {}
            }
            events.push(Vec::new());
        }
    }
    let place = |event: EventId| final_row[row_of[event]];
    let line = |label: &'a str, style, ink, first: EventId, to: LifelineId, rows| {
        let from = chart.events[first].lifeline;
        let side = side(chart, from, to);
        ChartLine { label, style, ink, from, to, side, rows, lane: 0, anchor: row_of[first] }
    };
    let mut lines = Vec::new();
    for (index, arrow) in chart.arrows.iter().enumerate() {
        let rows = [arrow.from, arrow.reception().unwrap_or(arrow.from)].map(place);
        let [_, to] = chart.ends(arrow);
        lines.push(line(&arrow.label, arrow.style(), ink(chart, index), arrow.from, to, rows));
    }
    for (order, ends) in chart.orders.iter().zip(ends) {
        let (Some(first), Some(last)) = ends else { continue };
        let (style, to) = (LineStyle::Order, chart.events[order.second].lifeline);
        lines.push(line(&order.label, style, Ink::Cycle, order.first, to, [first, last]));
    }
    let mut line_sides = IndexVec::filled(None, chart.events.len());
    for (arrow, line) in chart.arrows.iter().zip(&lines) {
        line_sides[arrow.from] = Some(line.side);
        if let Some(event) = arrow.reception() {
            line_sides[event] = Some(line.arrival());
        }
    }
    let numbers: Vec<PlacedNumber> = chart
        .events
        .enumerate()
        .map(|(id, event)| PlacedNumber {
            row: place(id),
            lifeline: event.lifeline,
            side: line_sides[id].unwrap_or(side(chart, event.lifeline, event.lifeline)).opposite(),
            width: chart.number_width(event),
        })
        .collect();
    let (columns, right) = place_columns(chart, &mut lines, &numbers);
    ChartLayout { columns, right, events, gaps, lines, line_sides, numbers }
}

/// Returns the emphasis of a message.
fn ink(chart: &Chart, index: usize) -> Ink {
    let arrow = &chart.arrows[index];
    let ends = [Some(arrow.from), arrow.reception()];
    if chart.number_in_cycle(index).is_some() {
        Ink::Cycle
    } else if chart.faults.iter().any(|&event| ends.contains(&Some(event))) {
        Ink::Fault
    } else if arrow.reception().is_none() {
        Ink::Unmatched
    } else {
        Ink::Plain
    }
}

/// Returns the events of each row that holds events.
fn event_rows(chart: &Chart) -> Vec<Vec<EventId>> {
    let mut level_with_next = IndexVec::filled(false, chart.events.len());
    for arrow in &chart.arrows {
        if let ArrowHead::Event(to, slope) = arrow.head {
            level_with_next[arrow.from] = slope == Slope::Level
                && to.index() == arrow.from.index() + 1
                && !chart.is_behind_gap(to)
                && chart.events[arrow.from].lifeline != chart.events[to].lifeline;
        }
    }
    let mut rows: Vec<Vec<EventId>> = Vec::new();
    let mut joins = false;
    for event in chart.events.ids() {
        match rows.last_mut() {
            Some(row) if joins => row.push(event),
            _ => rows.push(vec![event]),
        }
        joins = level_with_next[event];
    }
    rows
}

/// Returns the rows that an order needs, each with the row of events that it follows.
fn order_rows(
    chart: &Chart,
    row_of: &IndexVec<EventId, usize>,
    index: usize,
) -> Vec<(usize, ExtraRow)> {
    let order = &chart.orders[index];
    let (from, to) = (chart.events[order.first].lifeline, chart.events[order.second].lifeline);
    let (first, second) = (row_of[order.first], row_of[order.second]);
    if from == to || first >= second {
        return Vec::new();
    }
    let on = |lifeline: LifelineId| {
        chart
            .events
            .enumerate()
            .filter(move |(_, event)| event.lifeline == lifeline)
            .map(|(id, _)| row_of[id])
    };
    let next_on_first = on(from).find(|&row| row > first).unwrap_or(second);
    let previous_on_second = on(to).rfind(|&row| row < second).unwrap_or(first);
    // One row suffices if there is no event in between on either lifeline.
    let tie = previous_on_second.max(first);
    if tie < next_on_first {
        vec![(tie, ExtraRow::Tie(index))]
    } else {
        vec![(first, ExtraRow::Leave(index)), (second - 1, ExtraRow::Enter(index))]
    }
}

/// Returns the side on which a line to another lifeline, or back to its own, leaves.
fn side(chart: &Chart, from: LifelineId, to: LifelineId) -> Side {
    let is_last = from.index() + 1 == chart.lifelines.len();
    if to < from || (is_last && from.index() > 0) { Side::Left } else { Side::Right }
}

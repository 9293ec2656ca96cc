//! The texts beside the events of a chart in text: numbers, marks and remarks.

use super::canvas::{Canvas, Cell, Ink};
use super::chart_layout::ChartLayout;
use super::chart_line::Side;
use super::text_style::Sign;
use super::{
    Chart, Event, EventId, Numbering, TextStyle, beginning, display_width, hanging_columns,
};
use kernel::base::grouped;

/// Minimum width of a remark that is wrapped.
const MIN_REMARK: usize = 20;

/// The sign before a remark.
const POINTER: &str = "<- ";

/// Writes the number and the mark of each event, on the side of its lifeline away from its line.
pub(super) fn write_numbers(chart: &Chart, layout: &ChartLayout<'_>, canvas: &mut Canvas) {
    for ((id, event), number) in chart.events.enumerate().zip(&layout.numbers) {
        let (row, column) = (number.row + 1, layout.columns[number.lifeline]);
        let (mark, start) = match number.side {
            Side::Left => (column - 2, column - 1 - number.width),
            Side::Right => (column + 2, column + 2 + chart.mark_width(event)),
        };
        canvas.ink = if chart.faults.contains(&id) { Ink::Fault } else { Ink::Plain };
        if let Some(symbol) = event.mark.symbol() {
            canvas.put(row, mark, Sign(symbol, symbol), Cell::Text);
        }
        canvas.write(row, start, &grouped(event.number as u64));
    }
}

/// Writes the remarks behind their rows, wrapped if the drawing has a width. Returns the anchors of those that need more
/// empty rows, and lines to be shown below the chart: the remarks that have no room beside it.
pub(super) fn write_notes(
    chart: &Chart,
    layout: &ChartLayout<'_>,
    canvas: &mut Canvas,
    style: TextStyle,
) -> (Vec<usize>, Canvas) {
    let mut crowded = Vec::new();
    let mut below: Vec<(Ink, String)> = Vec::new();
    let mut anchor = 0;
    for (row, events) in layout.events.iter().enumerate() {
        let remarks = remarks(chart, events);
        let column = canvas.end(row + 1) + 3;
        let room = style.width.map(|width| width.saturating_sub(column));
        let is_fault = events.iter().any(|event| chart.faults.contains(event));
        canvas.ink = if is_fault { Ink::Fault } else { Ink::Remark };
        let line = joined(&remarks);
        let lines = match room.filter(|&room| room < display_width(&line)) {
            None => vec![line],
            Some(room) if room < MIN_REMARK.max(widest_word(&remarks) + POINTER.len()) => {
                let width = style.width.unwrap_or_default().saturating_sub(2);
                let lines = remarks.iter().flat_map(|(event, remark)| {
                    let number = numbered(chart, &chart.events[*event]);
                    hanging(&format!("{number}: "), remark, width)
                });
                below.extend(lines.map(|line| (canvas.ink, line)));
                Vec::new()
            }
            Some(room) => {
                remarks.iter().flat_map(|(_, remark)| hanging(POINTER, remark, room)).collect()
            }
        };
        let is_free = |row: &usize| {
            layout.events[*row].is_empty() && layout.gaps.iter().all(|(gap, _)| gap != row)
        };
        let free = (row + 1..layout.events.len()).take_while(is_free).count();
        crowded.extend(std::iter::repeat_n(anchor, lines.len().saturating_sub(free + 1)));
        for (down, line) in lines.iter().take(free + 1).enumerate() {
            canvas.write(row + 1 + down, column, line);
        }
        anchor += usize::from(!events.is_empty());
    }
    canvas.ink = Ink::Plain;
    for &(row, says) in &layout.gaps {
        let column = canvas.end(row + 1) + 3;
        let room = style.width.map_or(usize::MAX, |width| width.saturating_sub(column));
        // A long text begins with what matters.
        let short = says.split(';').next().unwrap_or(says);
        let says = if display_width(says) > room { short } else { says };
        canvas.write(row + 1, column, beginning(says, room));
    }
    let mut lines = Canvas::new(below.len(), style);
    for (row, (ink, line)) in below.iter().enumerate() {
        lines.ink = *ink;
        lines.write(row, 2, line);
    }
    (crowded, lines)
}

/// Returns the width of the widest word of remarks.
fn widest_word(remarks: &[(EventId, String)]) -> usize {
    let words = remarks.iter().flat_map(|(_, remark)| remark.split_whitespace());
    words.map(display_width).max().unwrap_or(0)
}

/// Returns remarks in one line.
fn joined(remarks: &[(EventId, String)]) -> String {
    let pointing = remarks.iter().map(|(_, remark)| format!("{POINTER}{remark}"));
    pointing.collect::<Vec<_>>().join("   ")
}

/// Returns the number of an event, behind the name of its lifeline if others have the same numbers.
fn numbered(chart: &Chart, event: &Event) -> String {
    let number = grouped(event.number as u64);
    match chart.numbering {
        Numbering::Throughout => number,
        Numbering::EachLifeline => format!("{} {number}", chart.lifelines[event.lifeline]),
    }
}

/// Returns a remark behind `first`, in lines of at most this width.
fn hanging(first: &str, remark: &str, width: usize) -> Vec<String> {
    hanging_columns(first, remark, display_width(first), width)
}

/// Returns the remarks on the events of a row, each with its event. A remark at only one end of an arrow has the name of
/// the lifeline if it concerns that lifeline alone.
fn remarks(chart: &Chart, events: &[EventId]) -> Vec<(EventId, String)> {
    let mut events = events.to_vec();
    events.sort_by_key(|&event| chart.events[event].lifeline);
    let all: Vec<Option<String>> = events.iter().map(|&id| chart.events[id].text()).collect();
    // Both ends of an arrow may have the same remark.
    let is_shared = all.windows(2).all(|pair| pair[0] == pair[1]);
    let is_named = !is_shared && chart.numbering == Numbering::EachLifeline;
    let shown = events.into_iter().zip(all).take(if is_shared { 1 } else { usize::MAX });
    let texts = shown.filter_map(|(id, remark)| {
        let name = &chart.lifelines[chart.events[id].lifeline];
        let remark = remark?;
        Some((id, if is_named { format!("{name}: {remark}") } else { remark }))
    });
    texts.collect()
}

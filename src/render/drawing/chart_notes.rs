//! The texts beside the events of a chart in text: numbers, marks and remarks.

use super::canvas::{Canvas, Cell, Ink};
use super::chart_layout::ChartLayout;
use super::chart_line::Side;
use super::text_style::Sign;
use super::{Chart, EventId, Numbering, beginning, display_width, wrapped_columns};
use kernel::base::grouped;

/// Minimum width of a remark that is wrapped.
const MIN_REMARK: usize = 20;

/// The sign before a remark.
const POINTER: &str = "<- ";

/// Writes the number and the mark of each event, on the side of its lifeline away from its line.
pub(super) fn write_numbers(chart: &Chart, layout: &ChartLayout<'_>, canvas: &mut Canvas) {
    let gap = chart.number_gap();
    for (row, events) in layout.events.iter().enumerate() {
        for &id in events {
            let event = &chart.events[id];
            let (row, column) = (row + 1, layout.columns[event.lifeline]);
            let number = grouped(event.number as u64);
            let symbol = event.mark.symbol().unwrap_or(' ');
            let (mark, start) = match layout.number_side(chart, id) {
                Side::Left => (column - 2, column - 2 - gap - number.len()),
                Side::Right => (column + 2, column + 3 + gap),
            };
            canvas.ink = if chart.faults.contains(&id) { Ink::Fault } else { Ink::Plain };
            canvas.put(row, mark, Sign(symbol, symbol), Cell::Text);
            canvas.write(row, start, &number);
        }
    }
}

/// Writes the remarks behind their rows, wrapped if the drawing has a width; returns the anchors of those that need more
/// empty rows, or `None` if a remark has no room.
pub(super) fn write_notes(
    chart: &Chart,
    layout: &ChartLayout<'_>,
    canvas: &mut Canvas,
) -> Option<Vec<usize>> {
    let mut crowded = Vec::new();
    let mut anchor = 0;
    for (row, events) in layout.events.iter().enumerate() {
        let remarks = remarks(chart, events);
        let column = canvas.end(row + 1) + 3;
        let is_fault = events.iter().any(|event| chart.faults.contains(event));
        canvas.ink = if is_fault { Ink::Fault } else { Ink::Remark };
        let line = remarks.join("   ");
        let lines = match canvas.room_from(column) {
            Some(room) if room < display_width(&line) => {
                if room < MIN_REMARK {
                    return None;
                }
                remarks.iter().flat_map(|remark| hanging(remark, room)).collect()
            }
            _ => vec![line],
        };
        let is_free = |row: &usize| {
            layout.events[*row].is_empty() && layout.gaps.iter().all(|(gap, _)| gap != row)
        };
        let below = (row + 1..layout.events.len()).take_while(is_free).count();
        if lines.len() > below + 1 {
            crowded.extend(std::iter::repeat_n(anchor, lines.len() - below - 1));
        } else {
            for (down, line) in lines.iter().enumerate() {
                canvas.write(row + 1 + down, column, line);
            }
        }
        anchor += usize::from(!events.is_empty());
    }
    canvas.ink = Ink::Plain;
    for &(row, says) in &layout.gaps {
        let column = canvas.end(row + 1) + 3;
        let room = canvas.room_from(column).unwrap_or(usize::MAX);
        // A long text begins with what matters.
        let says = if display_width(says) > room { says.split(';').next()? } else { says };
        canvas.write(row + 1, column, beginning(says, room));
    }
    Some(crowded)
}

/// Returns a remark in lines of at most this width, of which those after the first are indented.
fn hanging(remark: &str, width: usize) -> Vec<String> {
    let text = remark.strip_prefix(POINTER).unwrap_or(remark);
    let lines = wrapped_columns(text, width - POINTER.len()).into_iter().enumerate();
    lines
        .map(|(number, line)| if number == 0 { POINTER } else { "   " }.to_owned() + &line)
        .collect()
}

/// Returns the remarks on the events of a row. A remark at only one end of an arrow has the name of the
/// lifeline if it concerns that lifeline alone.
fn remarks(chart: &Chart, events: &[EventId]) -> Vec<String> {
    let mut events: Vec<_> = events.iter().map(|&event| &chart.events[event]).collect();
    events.sort_by_key(|event| event.lifeline);
    let all: Vec<Option<String>> = events.iter().map(|event| event.text()).collect();
    // Both ends of an arrow may have the same remark.
    let is_shared = all.windows(2).all(|pair| pair[0] == pair[1]);
    let is_named = !is_shared && chart.numbering == Numbering::EachLifeline;
    let shown = events.iter().zip(all).take(if is_shared { 1 } else { usize::MAX });
    let pointing = shown.filter_map(|(event, remark)| {
        let remark = remark?;
        let name = &chart.lifelines[event.lifeline];
        let remark = if is_named { format!("{name}: {remark}") } else { remark };
        Some(POINTER.to_owned() + &remark)
    });
    pointing.collect()
}

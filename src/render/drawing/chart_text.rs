//! Charts as text.

use super::canvas::{Canvas, Cell, Ink};
use super::chart_layout::{ChartLayout, layout};
use super::chart_line::{ChartLine, Side};
use super::chart_notes::{write_notes, write_numbers};
use super::text_style::{LIFELINE, Sign};
use super::{Chart, LifelineId, LineStyle, Mark, TextStyle, display_width};
use kernel::base::Id as _;

/// Returns the chart as text at its natural width, one line per row, without trailing blanks.
///
/// Time runs downwards. A message whose reception directly follows is a level arrow, any other
/// leaves its lifeline, drops, and arrives on a separate row; a message that is never received is
/// a broken line that ends in a cross; an order is a dotted line. The number and the mark of an event are beside it, away
/// from its line. Texts about events follow behind their rows.
///
/// ```
/// use render::drawing::{Arrow, ArrowHead, Chart, Event, Mark, Slope, TextStyle, chart_text};
///
/// let mut chart = Chart::default();
/// let [p, q] = ["p", "q"].map(|name| chart.lifelines.push(name.to_owned()));
/// let [from, to] = [(p, 1, Mark::Send), (q, 2, Mark::Receive)].map(|(lifeline, number, mark)| {
///     chart.events.push(Event { lifeline, number, mark, label: None, note: None })
/// });
/// let head = ArrowHead::Event(to, Slope::Level);
/// chart.arrows.push(Arrow { label: "hello".to_owned(), from, head });
/// let text = chart_text(&chart, TextStyle::default());
/// assert!(text.contains("1  ! ├────── hello ──────►┤ ?  2"));
/// let text = chart_text(&chart, TextStyle::ASCII);
/// assert!(text.contains("1  ! +------ hello ------>+ ?  2"));
/// ```
///
/// # Complexity
/// The area of the picture, times the number of falling messages.
pub fn chart_text(chart: &Chart, style: TextStyle) -> String {
    let unlimited = TextStyle { width: None, ..style };
    drawn_within(chart, unlimited).expect("without a limit everything fits")
}

/// Returns the chart as text, in which texts about events are wrapped.
///
/// # Errors
/// If it does not fit into the width of the style: the number of columns that it needs.
pub(super) fn drawn_within(chart: &Chart, style: TextStyle) -> Result<String, usize> {
    if chart.lifelines.is_empty() {
        return Ok(String::new());
    }
    let mut room = vec![0; chart.events.len()];
    loop {
        let layout = layout(chart, &room);
        let mut canvas = draw(chart, &layout, style);
        write_numbers(chart, &layout, &mut canvas);
        let mut crowded = label_all(&mut canvas, &layout);
        let mut below = Canvas::new(0, style);
        if crowded.is_empty() {
            (crowded, below) = write_notes(chart, &layout, &mut canvas, style);
        }
        if crowded.is_empty() {
            let header = header(chart, &layout, style);
            let columns = header.width().max(canvas.width());
            if style.width.is_some_and(|width| columns > width) {
                return Err(columns);
            }
            let beginning =
                chart.beginning().map_or_else(String::new, |line| format!("... {line}\n"));
            return Ok(beginning + &header.text() + &canvas.text() + &below.text());
        }
        // Each empty row makes room for one more text, so there are at most as many rounds as lines of texts.
        for anchor in crowded {
            room[anchor] += 1;
        }
    }
}

fn header(chart: &Chart, layout: &ChartLayout<'_>, style: TextStyle) -> Canvas {
    let mut canvas = Canvas::new(1, style);
    canvas.ink = Ink::Name;
    for (lifeline, name) in chart.lifelines.enumerate() {
        let start = layout.columns[lifeline] - display_width(name).saturating_sub(1) / 2;
        canvas.write(0, start, name);
    }
    canvas
}

/// Draws everything except the texts. The canvas has an empty row above and below.
fn draw(chart: &Chart, layout: &ChartLayout<'_>, style: TextStyle) -> Canvas {
    let height = layout.events.len() + 2;
    let mut canvas = Canvas::new(height, style);
    for row in 0..height {
        for &column in &layout.columns {
            canvas.put(row, column, LIFELINE, Cell::Post);
        }
    }
    for &(row, _) in &layout.gaps {
        for &column in &layout.columns {
            canvas.put(row + 1, column, Sign(':', '┊'), Cell::Post);
        }
    }
    for (row, events) in layout.events.iter().enumerate() {
        for &id in events {
            let event = &chart.events[id];
            let sign = match (event.mark, layout.line_sides[id]) {
                (Mark::Send | Mark::Receive, Some(Side::Left)) => Sign('+', '┤'),
                (Mark::Send | Mark::Receive, Some(Side::Right)) => Sign('+', '├'),
                (Mark::Send | Mark::Receive, None) => Sign('+', '┼'),
                (Mark::Internal, _) => Sign('~', '○'),
                (Mark::Other, _) => Sign('*', '●'),
                (Mark::End, _) => Sign('=', '═'),
            };
            canvas.ink = if chart.faults.contains(&id) { Ink::Fault } else { Ink::Plain };
            canvas.put(row + 1, layout.columns[event.lifeline], sign, Cell::Post);
        }
    }
    for line in layout.lines.iter().filter(|line| line.is_falling()) {
        let (lane, [first, last]) = (line.lane, line.rows);
        let corners = [
            if line.side == Side::Left { '╭' } else { '╮' },
            if layout.columns[line.to] < lane { '╯' } else { '╰' },
        ];
        let [top, bar, bottom] = match line.style {
            LineStyle::Order => [Sign(':', corners[0]), Sign(':', '┊'), Sign(':', corners[1])],
            LineStyle::Message | LineStyle::Unmatched => {
                [Sign('.', corners[0]), LIFELINE, Sign('\'', corners[1])]
            }
        };
        canvas.ink = line.ink;
        canvas.put(first + 1, lane, top, Cell::Post);
        canvas.put(last + 1, lane, bottom, Cell::Post);
        for row in first + 1..last {
            canvas.put(row + 1, lane, bar, Cell::Post);
        }
    }
    for line in &layout.lines {
        canvas.ink = line.ink;
        let stretches = stretches(layout, line);
        let &(row, from, to) = stretches.last().expect("every line has a stretch");
        match line.style {
            LineStyle::Unmatched => canvas.put(row, to, Sign('x', '×'), Cell::Post),
            LineStyle::Message | LineStyle::Order => canvas.arrow_head(row, from, to),
        }
        for (row, from, to) in stretches {
            canvas.wire(row, from, to, |distance| line_sign(line.style, distance));
        }
    }
    canvas
}

/// Returns the horizontal stretches of a line, each with its row on the canvas, its start and its end.
fn stretches(layout: &ChartLayout<'_>, line: &ChartLine<'_>) -> Vec<(usize, usize, usize)> {
    let [first, last] = line.rows.map(|row| row + 1);
    let from = layout.columns[line.from];
    let to = match line.style {
        LineStyle::Unmatched => open_end(layout, line),
        LineStyle::Message | LineStyle::Order => layout.columns[line.to],
    };
    if line.is_falling() {
        vec![(first, from, line.lane), (last, line.lane, to)]
    } else {
        vec![(first, from, to)]
    }
}

/// Returns the column in which a line to no lifeline ends: before the next lifeline.
fn open_end(layout: &ChartLayout<'_>, line: &ChartLine<'_>) -> usize {
    match line.side {
        Side::Left => layout.columns[LifelineId::from_index(line.from.index() - 1)] + 2,
        Side::Right => {
            let next = LifelineId::from_index(line.from.index() + 1);
            layout.columns.get(next).copied().unwrap_or(layout.right) - 2
        }
    }
}

/// Returns the sign of a horizontal line at some distance from its start.
fn line_sign(style: LineStyle, distance: usize) -> Sign {
    match style {
        LineStyle::Message => Sign('-', '─'),
        LineStyle::Unmatched if distance % 2 == 1 => Sign('-', '╌'),
        LineStyle::Unmatched => Sign(' ', '╌'),
        LineStyle::Order if distance % 2 == 1 => Sign('.', '┈'),
        LineStyle::Order => Sign(' ', '┈'),
    }
}

/// Writes the labels and returns the anchors of those without a place.
fn label_all(canvas: &mut Canvas, layout: &ChartLayout<'_>) -> Vec<usize> {
    // Labels on level lines can only be in their rows, so they are placed first.
    for line in &layout.lines {
        canvas.ink = line.ink;
        if let [only] = stretches(layout, line)[..] {
            label_on_wire(canvas, only, line);
        }
    }
    let mut crowded = Vec::new();
    for line in &layout.lines {
        canvas.ink = line.ink;
        if !label_falling(canvas, layout, line) && !crowded.contains(&line.anchor) {
            crowded.push(line.anchor);
        }
    }
    crowded
}

/// Writes the label of a falling line, if there is a place for it: beside its lane, else on its last
/// row, else on its first, else outside its corners.
fn label_falling(canvas: &mut Canvas, layout: &ChartLayout<'_>, line: &ChartLine<'_>) -> bool {
    let [upper, lower] = stretches(layout, line)[..] else { return true };
    let ((first, from, lane), (last, _, to)) = (upper, lower);
    (first + 1..last).any(|row| label_beside(canvas, row, lane, line))
        || label_on_wire(canvas, lower, line)
        || label_on_wire(canvas, upper, line)
        || (from == to
            && [first, last].into_iter().any(|row| label_beside(canvas, row, lane, line)))
}

/// Writes the label beside the lane, away from the lifeline that the line leaves, if that is blank.
fn label_beside(canvas: &mut Canvas, row: usize, lane: usize, line: &ChartLine<'_>) -> bool {
    let length = display_width(line.label);
    let (needed, start) = match line.side {
        Side::Right => (lane + 1..lane + length + 3, lane + 2),
        Side::Left => (lane - length - 2..lane, lane - length - 1),
    };
    let fits = canvas.is_blank(row, needed);
    if fits {
        canvas.write(row, start, line.label);
    }
    fits
}

/// Writes the label, with a blank on each side, in the middle of the longest run of wire of a stretch, if it
/// fits; among equal runs the one nearest to the start.
fn label_on_wire(
    canvas: &mut Canvas,
    (row, from, to): (usize, usize, usize),
    line: &ChartLine<'_>,
) -> bool {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for column in from.min(to) + 1..from.max(to) {
        if canvas.cell(row, column) == Cell::Wire {
            match runs.last_mut() {
                Some(run) if run.end == column => run.end += 1,
                _ => runs.push(column..column + 1),
            }
        }
    }
    runs.sort_by_key(|run| (std::cmp::Reverse(run.len()), run.start.abs_diff(from)));
    let length = display_width(line.label) + 2;
    let Some(run) = runs.into_iter().next().filter(|run| run.len() >= length) else {
        return false;
    };
    let start = run.start + (run.len() - length) / 2;
    let end = start + length;
    // A broken line is even on both sides of its label.
    for column in run.start..start {
        canvas.put(row, column, line_sign(line.style, start - column), Cell::Wire);
    }
    for column in end..run.end {
        canvas.put(row, column, line_sign(line.style, column + 1 - end), Cell::Wire);
    }
    canvas.write(row, start, &format!(" {} ", line.label));
    true
}

//! Charts as text, in ASCII.

use super::canvas::{Canvas, Cell};
use super::chart_layout::{ChartLayout, layout};
use super::chart_line::{ChartLine, LineCourse, LineStyle, Side};
use super::{Chart, Event, LifelineId, Mark, Numbering, display_width};
use kernel::base::Id as _;

/// Returns the chart as text, one line per row, without trailing blanks.
///
/// Time runs downwards. A message whose reception directly follows is a level arrow, any other
/// leaves its lifeline, drops, and arrives on a separate row; a message that is never received is
/// a broken line that ends in `x`; an order is a dotted line. The numbers of the events of a row are in
/// the margins, that of the left one of two events in the left margin; if events are numbered on each of three or more
/// lifelines separately, a number follows the name of its lifeline. The chart is drawn at its natural width.
///
/// ```
/// use render::drawing::{Arrow, ArrowHead, Chart, Event, Mark, Slope, chart_text};
///
/// let mut chart = Chart::default();
/// let [p, q] = ["p", "q"].map(|name| chart.lifelines.push(name.to_owned()));
/// let [from, to] = [(p, 1, Mark::Send), (q, 2, Mark::Receive)].map(|(lifeline, number, mark)| {
///     chart.events.push(Event { lifeline, number, mark, label: None, note: None })
/// });
/// let head = ArrowHead::Event(to, Slope::Level);
/// chart.arrows.push(Arrow { label: "hello".to_owned(), from, head });
/// assert!(chart_text(&chart).contains("1  ! +------ hello ------>+ ?  2"));
/// ```
///
/// # Complexity
/// The area of the picture, times the number of falling messages.
pub fn chart_text(chart: &Chart) -> String {
    if chart.lifelines.is_empty() {
        return String::new();
    }
    let mut room = vec![0; chart.events.len()];
    loop {
        let layout = layout(chart, &room);
        let mut canvas = draw(chart, &layout);
        let crowded = label_all(&mut canvas, &layout);
        if crowded.is_empty() {
            annotate(chart, &layout, &mut canvas);
            let beginning =
                chart.beginning().map_or_else(String::new, |line| format!("... {line}\n"));
            return beginning + &header(chart, &layout) + &canvas.text();
        }
        // Each empty row makes room for one more label, so there are at most as many rounds as labels.
        for anchor in crowded {
            room[anchor] += 1;
        }
    }
}

fn header(chart: &Chart, layout: &ChartLayout<'_>) -> String {
    let mut canvas = Canvas::new(1);
    for (lifeline, name) in chart.lifelines.enumerate() {
        let start = layout.columns[lifeline] - display_width(name).saturating_sub(1) / 2;
        canvas.write(0, start, name);
    }
    canvas.text()
}

/// Draws everything except the labels and the margins. The canvas has an empty row above and below.
fn draw(chart: &Chart, layout: &ChartLayout<'_>) -> Canvas {
    let mut canvas = Canvas::new(layout.height + 2);
    for row in 0..layout.height + 2 {
        for &column in &layout.columns {
            canvas.put(row, column, '|', Cell::Post);
        }
    }
    for &(row, _) in &layout.gaps {
        for &column in &layout.columns {
            canvas.put(row + 1, column, ':', Cell::Post);
        }
    }
    for (row, events) in layout.events.iter().enumerate() {
        for &event in events {
            let event = &chart.events[event];
            let symbol = match event.mark {
                Mark::Send | Mark::Receive => '+',
                Mark::Internal => '~',
                Mark::Other => '*',
                Mark::End => '=',
            };
            canvas.put(row + 1, layout.columns[event.lifeline], symbol, Cell::Post);
        }
    }
    for line in &layout.lines {
        if let LineCourse::Falling { first, last, lane, .. } = line.course {
            let (top, bar, bottom) = match line.style {
                LineStyle::Order => (':', ':', ':'),
                LineStyle::Message | LineStyle::Unmatched => ('.', '|', '\''),
            };
            canvas.put(first + 1, lane, top, Cell::Post);
            canvas.put(last + 1, lane, bottom, Cell::Post);
            for row in first + 1..last {
                canvas.put(row + 1, lane, bar, Cell::Post);
            }
        }
    }
    for line in &layout.lines {
        draw_wires(layout, line, &mut canvas);
    }
    canvas
}

fn draw_wires(layout: &ChartLayout<'_>, line: &ChartLine<'_>, canvas: &mut Canvas) {
    let from = layout.columns[line.from];
    match line.course {
        LineCourse::Level { row, to } => {
            let to = layout.columns[to];
            arrow_head(canvas, row + 1, from, to);
            wire(canvas, row + 1, from, to, line.style);
        }
        LineCourse::Open { row } => {
            let end = open_end(layout, line);
            canvas.put(row + 1, end, 'x', Cell::Post);
            wire(canvas, row + 1, from, end, line.style);
        }
        LineCourse::Falling { first, last, lane, to } => {
            wire(canvas, first + 1, from, lane, line.style);
            let to = layout.columns[to];
            arrow_head(canvas, last + 1, lane, to);
            wire(canvas, last + 1, lane, to, line.style);
        }
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

/// Draws the head of an arrow from one column to the post in another.
fn arrow_head(canvas: &mut Canvas, row: usize, from: usize, to: usize) {
    if from < to {
        canvas.put(row, to - 1, '>', Cell::Post);
    } else {
        canvas.put(row, to + 1, '<', Cell::Post);
    }
}

/// Draws a horizontal line strictly between two columns, behind existing contents.
fn wire(canvas: &mut Canvas, row: usize, one: usize, other: usize, style: LineStyle) {
    let (start, end) = (one.min(other) + 1, one.max(other));
    for column in start..end {
        let symbol = line_symbol(style, column.abs_diff(one));
        canvas.put_behind(row, column, symbol, Cell::Wire);
    }
}

/// Returns the sign of a horizontal line at some distance from its start.
fn line_symbol(style: LineStyle, distance: usize) -> char {
    match style {
        LineStyle::Message => '-',
        LineStyle::Unmatched if distance % 2 == 1 => '-',
        LineStyle::Order if distance % 2 == 1 => '.',
        LineStyle::Unmatched | LineStyle::Order => ' ',
    }
}

/// Writes the labels and returns the anchors of those without a place.
fn label_all(canvas: &mut Canvas, layout: &ChartLayout<'_>) -> Vec<usize> {
    // Labels on level lines can only be in their rows, so they are placed first.
    for line in &layout.lines {
        let from = layout.columns[line.from];
        match line.course {
            LineCourse::Level { row, to } => {
                label_on_wire(canvas, row + 1, from, layout.columns[to], line);
            }
            LineCourse::Open { row } => {
                label_on_wire(canvas, row + 1, from, open_end(layout, line), line);
            }
            LineCourse::Falling { .. } => {}
        }
    }
    let mut crowded = Vec::new();
    for line in &layout.lines {
        if !label_falling(canvas, layout, line) && !crowded.contains(&line.anchor) {
            crowded.push(line.anchor);
        }
    }
    crowded
}

/// Writes the label of a falling line, if there is a place for it: beside its lane, else on its last
/// row, else on its first, else outside its corners.
fn label_falling(canvas: &mut Canvas, layout: &ChartLayout<'_>, line: &ChartLine<'_>) -> bool {
    let LineCourse::Falling { first, last, lane, to } = line.course else { return true };
    let (first, last) = (first + 1, last + 1);
    (first + 1..last).any(|row| label_beside(canvas, row, lane, line))
        || label_on_wire(canvas, last, lane, layout.columns[to], line)
        || label_on_wire(canvas, first, layout.columns[line.from], lane, line)
        || (to == line.from
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

/// Writes the label, with a blank on each side, in the middle of the longest run of wire between two
/// columns, if it fits; among equal runs the one nearest to the first column.
fn label_on_wire(
    canvas: &mut Canvas,
    row: usize,
    from: usize,
    to: usize,
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
        canvas.put(row, column, line_symbol(line.style, start - column), Cell::Wire);
    }
    for column in end..run.end {
        canvas.put(row, column, line_symbol(line.style, column + 1 - end), Cell::Wire);
    }
    canvas.write(row, start, &format!(" {} ", line.label));
    true
}

/// Writes the margins: numbers, marks and notes.
fn annotate(chart: &Chart, layout: &ChartLayout<'_>, canvas: &mut Canvas) {
    let left = layout.columns[LifelineId::from_index(0)];
    let last = LifelineId::from_index(chart.lifelines.len() - 1);
    for (row, events) in layout.events.iter().enumerate() {
        let row = row + 1;
        let mut events: Vec<_> = events.iter().map(|&event| &chart.events[event]).collect();
        events.sort_by_key(|event| event.lifeline);
        let stands_right = |index: usize| {
            index > 0 || (events.len() == 1 && events[0].lifeline == last && last.index() > 0)
        };
        for (index, event) in events.iter().enumerate() {
            let number = chart.number_text(event);
            let symbol = event.mark.symbol().unwrap_or(' ');
            if stands_right(index) {
                canvas.put(row, layout.right + 1, symbol, Cell::Text);
                canvas.write(row, layout.right + 4, &number);
            } else {
                let field = left - 4;
                canvas.put(row, left - 2, symbol, Cell::Text);
                canvas.write(row, field.saturating_sub(display_width(&number)), &number);
            }
        }
        for remark in remarks(chart, &events) {
            let column = canvas.end(row) + 3;
            canvas.write(row, column, &format!("<- {remark}"));
        }
    }
    for &(row, says) in &layout.gaps {
        canvas.write(row + 1, canvas.end(row + 1) + 3, says);
    }
}

/// Returns the remarks on the events of a row. A remark at only one end of an arrow has the name of the
/// lifeline if it concerns that lifeline alone.
fn remarks(chart: &Chart, events: &[&Event]) -> Vec<String> {
    let all: Vec<Option<String>> = events.iter().map(|event| event.text()).collect();
    let is_shared = all.windows(2).all(|pair| pair[0] == pair[1]);
    if is_shared {
        // Both ends of an arrow may have the same remark.
        return all.into_iter().next().flatten().into_iter().collect();
    }
    let is_named = chart.numbering == Numbering::EachLifeline;
    let named = |(event, remark): (&&Event, Option<String>)| match remark {
        Some(text) if is_named => Some(format!("{}: {text}", chart.lifelines[event.lifeline])),
        remark => remark,
    };
    events.iter().zip(all).filter_map(named).collect()
}

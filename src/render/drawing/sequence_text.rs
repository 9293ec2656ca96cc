//! Sequence diagrams as text.

use super::canvas::{Canvas, Cell, Ink};
use super::chart_scene::Label;
use super::plane::{Rectangle, count};
use super::sequence_scene::{Measures, SceneFragment, SceneMessage, SceneNote, placed};
use super::text_style::{LIFELINE, Sign};
use super::{
    BracketEnd, Sequence, SequenceItem, TextStyle, Transmission, beginning, display_width, ending,
};

/// Maximum length of the text of a label.
const MAX_LABEL: usize = 40;

/// The sizes in characters and rows. A text has no height, so that it is in the row of its line.
const CHARACTERS: Measures = Measures {
    name: |name| {
        let mut label = text_label(name, 0.0, 0.0);
        label.area.bottom = 1.0;
        label
    },
    beside_name: |width| [((width - 1.0) / 2.0).floor().max(1.0), (width / 2.0).floor().max(1.0)],
    label: text_label,
    half: |width| (width / 2.0).floor(),
    margin: 0.0,
    inset: 2.0,
    gap: 2.0,
    below: 1.0,
    end: 0.0,
    pad: 0.0,
    ends: [8.0, 4.0],
    ring: 0.0,
    named: 1.0,
    loop_size: (3.0, 1.0),
    loop_room: (5.0, 0.0),
    bracket: (2.0, 0.0, 1.0),
    note_side: 1.0,
    note_inset: 2.0,
    remark: [4.0, 2.0, 6.0],
    corner: [0.0, 1.0],
    divider: [0.0, 1.0, 1.0],
    below_frame: 1.0,
};

/// Returns a text in an area of its width.
fn text_label(text: &str, _: f64, _: f64) -> Label {
    let text = shown(text);
    Label { area: Rectangle::at(0.0, 0.0, count(display_width(&text)), 0.0), lines: vec![text] }
}

/// A level line.
const LINE: Sign = Sign('-', '─');
/// The side of a frame.
const SIDE: Sign = Sign(':', '┊');
/// The environment.
const OUTSIDE: Sign = Sign('o', '○');

/// Returns the sequence diagram as text, one line per row, without trailing blanks.
///
/// Time runs downwards. A message is a level arrow, and a loop of two rows if it comes back; a circle is the
/// environment, and the line of a synchronous message is double. The sides of frames are dotted. Long texts are
/// shortened in the middle, and characters that terminals cannot show are replaced. The diagram is drawn at its natural
/// width.
///
/// ```
/// use render::drawing::{Message, Sequence, SequenceItem, TextStyle, sequence_text};
///
/// let mut sequence = Sequence::default();
/// let [p, q] = ["p", "q"].map(|name| sequence.lifelines.push(name.to_owned()));
/// let label = "hello".to_owned();
/// let message = Message { label, from: Some(p), to: vec![q], ..Message::default() };
/// sequence.items.push(SequenceItem::Message(message));
/// assert!(sequence_text(&sequence, TextStyle::default()).contains("├── hello ──►│"));
/// assert!(sequence_text(&sequence, TextStyle::ASCII).contains("|-- hello -->|"));
/// ```
///
/// # Complexity
/// The area of the picture.
pub fn sequence_text(sequence: &Sequence, style: TextStyle) -> String {
    let scene = placed(sequence, &CHARACTERS);
    let Some(height) = scene.lifelines.iter().next().map(|one| cell(one.bottom) + 1) else {
        return String::new();
    };
    let mut canvas = Canvas::new(height, style);
    for line in &scene.lifelines {
        let (column, name) = (cell(line.x), &line.header.lines[0]);
        canvas.ink = Ink::Name;
        canvas.write(0, column - display_width(name).saturating_sub(1) / 2, name);
        canvas.ink = Ink::Plain;
        (1..height).for_each(|row| canvas.put(row, column, LIFELINE, Cell::Post));
    }
    for message in &scene.messages {
        if let SequenceItem::Message(source) = &sequence.items[message.item] {
            let from = source.from.map(|from| cell(scene.lifelines[from].x));
            put_message(&mut canvas, message, from, source.transmission);
        }
    }
    for bracket in &scene.brackets {
        let corners = match sequence.items[bracket.item] {
            SequenceItem::Bracket(BracketEnd::Bottom, _) => [Sign('\'', '╰'), Sign('\'', '╯')],
            _ => [Sign('.', '╭'), Sign('.', '╮')],
        };
        let (row, left) = (cell(bracket.line[0].y), cell(bracket.line[0].x));
        let signs = [corners[0], LINE, LIFELINE, LINE, corners[1]];
        for (column, sign) in (left..).zip(signs) {
            canvas.put(row, column, sign, Cell::Post);
        }
    }
    for SceneNote { border, label, .. } in &scene.notes {
        let (row, text) = (cell(border.top), &label.lines[0]);
        let (left, right) = (cell(border.left.ceil()), cell(border.right.floor()));
        for column in left..=right {
            canvas.put(row, column, Sign(' ', ' '), Cell::Post);
        }
        canvas.put(row, left, Sign('[', '['), Cell::Post);
        canvas.put(row, right, Sign(']', ']'), Cell::Post);
        canvas.write(row, left + (right - left + 1 - display_width(text)) / 2, text);
    }
    scene.fragments.iter().for_each(|frame| put_frame(&mut canvas, frame));
    for SceneFragment { border, .. } in &scene.fragments {
        for row in cell(border.top)..cell(border.bottom) {
            for column in [border.left, border.right] {
                canvas.put_behind(row, cell(column), SIDE, Cell::Post);
            }
        }
    }
    canvas.text()
}

/// Returns the number of a cell along an axis.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places are positive, and small"
)]
fn cell(place: f64) -> usize {
    place.round() as usize
}

/// Returns a text with unprintable characters replaced, and without its middle if it is long.
fn shown(text: &str) -> String {
    let visible =
        |symbol: char| if symbol.is_control() { char::REPLACEMENT_CHARACTER } else { symbol };
    let text: String = text.chars().map(visible).collect();
    if display_width(&text) <= MAX_LABEL {
        return text;
    }
    let start = beginning(&text, MAX_LABEL * 2 / 3);
    format!("{start}...{}", ending(&text, MAX_LABEL - 3 - MAX_LABEL * 2 / 3))
}

/// Draws a frame without its sides.
fn put_frame(canvas: &mut Canvas, frame: &SceneFragment) {
    let SceneFragment { border, operator, remarks, dividers, .. } = frame;
    let mut remarks = remarks.iter().peekable();
    let mut level = |y: f64, corners: [Sign; 2], dashes: [Sign; 2], operator: &str| {
        let (row, left, right) = (cell(y), cell(border.left), cell(border.right));
        for column in left..=right {
            canvas.put(row, column, dashes[(column - left) % 2], Cell::Post);
        }
        for (column, corner) in [left, right].into_iter().zip(corners) {
            canvas.put(row, column, corner, Cell::Post);
        }
        let remark = remarks.next_if(|remark| cell(remark.area.top) == row);
        let remark = remark.map_or("", |remark| remark.lines[0].as_str());
        let line = canvas.symbol(LINE);
        let text = match (operator.is_empty(), remark.is_empty()) {
            (true, true) => return,
            (false, false) => format!(" {operator} {line}{line} {remark} "),
            _ => format!(" {operator}{remark} "),
        };
        canvas.write(row, left + 2, &text);
    };
    level(border.top, [Sign('+', '┌'), Sign('+', '┐')], [LINE; 2], &operator.lines[0]);
    for &divider in dividers {
        level(divider, [SIDE; 2], [Sign(' ', '╌'), Sign('-', '╌')], "");
    }
    level(border.bottom, [Sign('+', '└'), Sign('+', '┘')], [LINE; 2], "");
}

/// Draws a message, which comes from the lifeline in the column `from` if that is not the environment.
fn put_message(
    canvas: &mut Canvas,
    message: &SceneMessage,
    from: Option<usize>,
    transmission: Transmission,
) {
    let is_double = transmission == Transmission::Synchronous;
    let wire = if is_double { Sign('=', '═') } else { LINE };
    let corners = if is_double { ['╗', '╝'] } else { ['╮', '╯'] };
    for ring in &message.environment {
        canvas.put(cell(ring.y), cell(ring.x), OUTSIDE, Cell::Post);
    }
    for [back, tip] in &message.heads {
        canvas.arrow_head(cell(tip.y), cell(back.x), cell(tip.x));
    }
    for line in &message.lines {
        let (start, end) = (cell(line[0].x), cell(line[1].x));
        let rows = [cell(line[0].y), cell(line[line.len() - 1].y)];
        if let Some(from) = from {
            let joint = match (start < from, from < end) {
                (true, true) => '┼',
                (true, false) => '┤',
                (false, _) => '├',
            };
            canvas.put(rows[0], from, Sign('|', joint), Cell::Post);
        }
        if rows[0] < rows[1] {
            canvas.put(rows[0], end, Sign('.', corners[0]), Cell::Post);
            canvas.put(rows[1], end, Sign('\'', corners[1]), Cell::Post);
        }
        for row in rows {
            canvas.wire(row, start, end, |_| wire);
        }
    }
    let right = message.lines[0][1].x;
    for place in &message.places {
        // The sign of the environment is in the cell at the end of the line.
        let column = cell(place.area.left) + usize::from(place.area.left > right);
        canvas.write(cell(place.area.top), column, &place.lines[0]);
    }
    let Label { area, lines } = &message.label;
    canvas.write(cell(area.top.floor()), cell(area.left) - 1, &format!(" {} ", lines[0]));
}

//! Sequence diagrams as text.

use super::canvas::{Canvas, Cell, Ink};
use super::chart_line::Side;
use super::sequence_columns::{Columns, Frames, RequiredRoom, columns};
use super::sequence_course::{LabelPlace, MessageCourse, MessageLine};
use super::text_style::{HEADS, LIFELINE, Sign};
use super::{
    BracketEnd, Message, Sequence, SequenceItem, TextStyle, Transmission, beginning, display_width,
    ending,
};
use kernel::base::Id as _;

/// Maximum length of the text of a label.
const MAX_LABEL: usize = 40;
/// Length of a level line beside its label: the ends of the arrow, and a blank on both sides.
const ENDS: usize = 8;
/// Length of a line to the environment without a label.
const SHORT: usize = 4;
/// Width of a loop beside its label.
const LOOP: usize = 5;
/// Extent of a bracket beside its lifeline.
const BRACKET: usize = 2;

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
    if sequence.lifelines.is_empty() {
        return String::new();
    }
    let names: Vec<String> = sequence.lifelines.iter().map(|name| shown(name)).collect();
    let halves: Vec<[usize; 2]> = names
        .iter()
        .map(|name| {
            let length = display_width(name);
            [length.saturating_sub(1) / 2, length / 2]
        })
        .collect();
    let frames = Frames::new(sequence);
    let required: Vec<RequiredRoom<usize>> = sequence
        .items
        .iter()
        .enumerate()
        .map(|(place, item)| required_room(item, frames.span(sequence, place)))
        .collect();
    // A head of an arrow and a part of its line fit between any two lifelines.
    let rooms: Vec<[usize; 2]> = halves.iter().map(|half| half.map(|room| room.max(1))).collect();
    let columns = columns(&frames, &required, &rooms, 2, 2);
    let apart = sequence.items.windows(2).filter(|two| are_apart(&two[0], &two[1])).count();
    let height = apart + sequence.items.iter().map(rows).sum::<usize>();
    let mut drawing = SequenceDrawing {
        columns: &columns,
        canvas: Canvas::new(height + 3, style),
        row: 2,
        open: Vec::new(),
        begun: 0,
    };
    drawing.canvas.ink = Ink::Name;
    for (name, (&column, [before, _])) in names.iter().zip(columns.lifelines.iter().zip(halves)) {
        drawing.canvas.write(0, column - before, name);
    }
    drawing.canvas.ink = Ink::Plain;
    for row in 1..height + 3 {
        for &column in &columns.lifelines {
            drawing.canvas.put(row, column, LIFELINE, Cell::Post);
        }
    }
    for (place, item) in sequence.items.iter().enumerate() {
        drawing.item(item, frames.span(sequence, place));
        let next = sequence.items.get(place + 1);
        drawing.row += usize::from(next.is_some_and(|next| are_apart(item, next)));
    }
    while !drawing.open.is_empty() {
        drawing.close();
    }
    drawing.canvas.text()
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

/// Returns the maximum width of a text.
fn length(text: &str) -> usize {
    display_width(text).min(MAX_LABEL)
}

/// Returns the room that an item on these lifelines requires.
fn required_room(item: &SequenceItem, (first, last): (usize, usize)) -> RequiredRoom<usize> {
    let mut required = RequiredRoom::default();
    match item {
        SequenceItem::Message(message) => {
            let course = MessageCourse::new(message);
            let label = length(&message.label);
            if let LabelPlace::Between(first, last) = course.label {
                required.between.push((first, last, label + ENDS));
            }
            if let Some(first) = course.origin {
                let room = outside(&course, LabelPlace::Origin, label) + named(&message.origin);
                required.beside.push((first, [room, 0]));
            }
            if let Some(last) = course.target {
                let place = message.target.as_deref().unwrap_or_default();
                let room = outside(&course, LabelPlace::Target, label) + named(place);
                required.beside.push((last, [0, room]));
            }
            if let Some(own) = course.own {
                let beside = if course.label == LabelPlace::Loop { label } else { 0 };
                required.beside.push((own, [0, beside + LOOP]));
            }
        }
        SequenceItem::Bracket(_, over) => {
            required.beside.extend(over.iter().map(|one| (one.index(), [BRACKET; 2])));
        }
        // Three signs before a text, two between two texts, three behind.
        SequenceItem::Open { operator, remark } => {
            let remark = if remark.is_empty() { 0 } else { length(remark) + 4 };
            required.beginning(first, last, length(operator) + remark + 6);
        }
        SequenceItem::Next(remark) => required.beginning(first, last, length(remark) + 6),
        SequenceItem::Note { text, .. } => {
            let half = length(text) / 2 + 2;
            let side = if first == last { half } else { 1 };
            required.beside.extend([(first, [side, 0]), (last, [0, side])]);
            required.beginning(first, last, 2 * (half - 1));
        }
        SequenceItem::Close => {}
    }
    required
}

/// Returns the length of a line to the environment, given its side and the length of its label.
fn outside(course: &MessageCourse, side: LabelPlace, label: usize) -> usize {
    if course.label == side { label + ENDS } else { SHORT }
}

/// Returns the width of the name of a place in the environment.
fn named(place: &str) -> usize {
    if place.is_empty() { 0 } else { length(place) + 1 }
}

/// Returns the number of rows of an item.
fn rows(item: &SequenceItem) -> usize {
    match item {
        SequenceItem::Message(message) => {
            let course = MessageCourse::new(message);
            usize::from(course.line.is_some()) + 2 * usize::from(course.own.is_some())
        }
        // A frame that is never closed takes its last row nevertheless.
        SequenceItem::Open { .. } => 2,
        SequenceItem::Close => 0,
        SequenceItem::Bracket(_, over) => usize::from(!over.is_empty()),
        SequenceItem::Next(_) | SequenceItem::Note { .. } => 1,
    }
}

/// Returns `true` if an empty row separates two items: behind a frame.
fn are_apart(item: &SequenceItem, next: &SequenceItem) -> bool {
    *item == SequenceItem::Close && !matches!(next, SequenceItem::Close | SequenceItem::Next(_))
}

struct SequenceDrawing<'a> {
    columns: &'a Columns<usize>,
    canvas: Canvas,
    row: usize,
    /// The open frames, the innermost last, each with its first row.
    open: Vec<(usize, usize)>,
    begun: usize,
}

impl SequenceDrawing<'_> {
    fn item(&mut self, item: &SequenceItem, span: (usize, usize)) {
        match item {
            SequenceItem::Message(message) => self.message(message),
            SequenceItem::Bracket(end, over) if !over.is_empty() => {
                let corners = match end {
                    BracketEnd::Top => [Sign('.', '╭'), Sign('.', '╮')],
                    BracketEnd::Bottom => [Sign('\'', '╰'), Sign('\'', '╯')],
                };
                let bracket = [corners[0], LINE, LIFELINE, LINE, corners[1]];
                for one in over {
                    let left = self.columns.lifelines[one.index()] - BRACKET;
                    for (offset, sign) in bracket.into_iter().enumerate() {
                        self.canvas.put(self.row, left + offset, sign, Cell::Post);
                    }
                }
                self.row += 1;
            }
            SequenceItem::Open { operator, remark } => {
                self.open.push((self.begun, self.row));
                self.begun += 1;
                let text = match (operator.is_empty(), remark.is_empty()) {
                    (true, true) => String::new(),
                    (_, true) => format!(" {} ", shown(operator)),
                    (true, _) => format!(" {} ", shown(remark)),
                    _ => {
                        let line = self.canvas.symbol(LINE);
                        format!(" {} {line}{line} {} ", shown(operator), shown(remark))
                    }
                };
                self.level([Sign('+', '┌'), Sign('+', '┐')], |_| LINE, &text);
            }
            SequenceItem::Next(remark) if !self.open.is_empty() => {
                let text =
                    if remark.is_empty() { String::new() } else { format!(" {} ", shown(remark)) };
                let dashes = [Sign(' ', '╌'), Sign('-', '╌')];
                self.level([SIDE; 2], |offset| dashes[offset % 2], &text);
            }
            SequenceItem::Next(_) | SequenceItem::Bracket(..) => {}
            SequenceItem::Close => self.close(),
            SequenceItem::Note { text, .. } => self.note(&shown(text), span),
        }
    }

    /// Draws a line from side to side of the innermost frame.
    fn level(&mut self, corners: [Sign; 2], line: impl Fn(usize) -> Sign, text: &str) {
        let Some(&(frame, _)) = self.open.last() else { return };
        let [left, right] = self.columns.sides[frame];
        for column in left..=right {
            self.canvas.put(self.row, column, line(column - left), Cell::Post);
        }
        for (column, corner) in [left, right].into_iter().zip(corners) {
            self.canvas.put(self.row, column, corner, Cell::Post);
        }
        self.canvas.write(self.row, left + 2, text);
        self.row += 1;
    }

    fn close(&mut self) {
        let Some(&(frame, first)) = self.open.last() else { return };
        for row in first + 1..self.row {
            for column in self.columns.sides[frame] {
                if self.canvas.cell(row, column) == Cell::Blank {
                    self.canvas.put(row, column, SIDE, Cell::Post);
                }
            }
        }
        self.level([Sign('+', '└'), Sign('+', '┘')], |_| LINE, "");
        self.open.pop();
    }

    fn note(&mut self, text: &str, (first, last): (usize, usize)) {
        let [first, last] = [first, last].map(|lifeline| self.columns.lifelines[lifeline]);
        let length = display_width(text);
        let half = if first == last { length / 2 + 2 } else { 1 };
        let (left, right) = (first - half, last + half);
        for column in left..=right {
            self.canvas.put(self.row, column, Sign(' ', ' '), Cell::Post);
        }
        self.canvas.put(self.row, left, Sign('[', '['), Cell::Post);
        self.canvas.put(self.row, right, Sign(']', ']'), Cell::Post);
        self.canvas.write(self.row, left + (right - left + 1 - length) / 2, text);
        self.row += 1;
    }

    fn message(&mut self, message: &Message) {
        let (label, course) = (shown(&message.label), MessageCourse::new(message));
        let length = display_width(&label);
        let is_double = message.transmission == Transmission::Synchronous;
        let wire = if is_double { Sign('=', '═') } else { LINE };
        let outside = [
            course.origin.map(|_| outside(&course, LabelPlace::Origin, length)),
            course.target.map(|_| outside(&course, LabelPlace::Target, length)),
        ];
        let column = |lifeline: usize| self.columns.lifelines[lifeline];
        if let Some(line) = course.message_line(column, outside) {
            let MessageLine { ends: [start, end], between } = line;
            if course.origin.is_some() {
                self.canvas.put(self.row, start, OUTSIDE, Cell::Post);
                let place = shown(&message.origin);
                self.canvas.write(self.row, start - named(&place), &place);
            }
            if course.target.is_some() {
                self.canvas.put(self.row, end - 1, HEADS[1], Cell::Post);
                self.canvas.put(self.row, end, OUTSIDE, Cell::Post);
                let place = shown(message.target.as_deref().unwrap_or_default());
                self.canvas.write(self.row, end + 2, &place);
            }
            for &(to, side) in &course.heads {
                let to = self.columns.lifelines[to];
                let (at, head) = match side {
                    Side::Left => (to - 1, HEADS[1]),
                    Side::Right => (to + 1, HEADS[0]),
                };
                self.canvas.put(self.row, at, head, Cell::Post);
            }
            if let Some(from) = message.from.map(|from| column(from.index())) {
                let joint = match (start < from, from < end) {
                    (true, true) => '┼',
                    (true, false) => '┤',
                    (false, _) => '├',
                };
                self.canvas.put(self.row, from, Sign('|', joint), Cell::Post);
            }
            for column in start + 1..end {
                self.canvas.put_behind(self.row, column, wire, Cell::Wire);
            }
            if course.label != LabelPlace::Loop {
                let [one, other] = between;
                let left = one + (other - one - 1 - length) / 2;
                self.canvas.write(self.row, left, &format!(" {label} "));
            }
            self.row += 1;
        }
        if let Some(own) = course.own {
            let column = self.columns.lifelines[own];
            self.canvas.put(self.row, column, Sign('|', '├'), Cell::Post);
            let corners = if is_double { ['╗', '╝'] } else { ['╮', '╯'] };
            let (top, bottom) = (Sign('.', corners[0]), Sign('\'', corners[1]));
            for (down, signs) in [[wire, wire, top], [HEADS[0], wire, bottom]].iter().enumerate() {
                for (right, &sign) in signs.iter().enumerate() {
                    self.canvas.put(self.row + down, column + 1 + right, sign, Cell::Post);
                }
            }
            if course.label == LabelPlace::Loop {
                self.canvas.write(self.row, column + LOOP, &label);
            }
            self.row += 2;
        }
    }
}

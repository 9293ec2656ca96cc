//! Parts of the picture of a chart: sizes, labels with their areas, lifelines and lines, in the units of SVG.

use super::lettering::{text_width, wrapped};
use super::plane::{Point, Rectangle, count};
use super::{EventId, LifelineId, LineStyle};
use kernel::base::IndexVec;

/// The size of the font, except for step numbers and other small print.
pub(super) const FONT: f64 = 13.0;
/// The size of the font of small print.
pub(super) const SMALL: f64 = 11.0;
/// The height of the area of a line of text.
pub(super) const LINE: f64 = 16.0;
/// The distance between two rows.
pub(super) const ROW: f64 = 32.0;
/// The distance of the number of a step from its lifeline.
pub(super) const BESIDE: f64 = 7.0;
/// The width that the number of a message of the cycle takes before its label.
pub(super) const BADGE: f64 = 20.0;
/// Maximum width of the text of a label.
pub(super) const MAX_LABEL_WIDTH: f64 = 200.0;
/// Padding of a text on both sides.
pub(super) const PADDING: f64 = 3.0;
/// Minimum number of events for which names are repeated below the lifelines.
pub(super) const TALL: usize = 20;
/// Maximum width of the name of a participant, and maximum number of its lines.
const NAME: (f64, usize) = (130.0, 3);

/// Text in its area.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Label {
    /// The area, which overlaps no area of another label.
    pub area: Rectangle,
    /// The text, line by line.
    pub lines: Vec<String>,
}

impl Label {
    /// Returns a label whose area has the right size and is not placed yet.
    pub(super) fn sized(lines: Vec<String>, size: f64, extra: f64) -> Self {
        let width = lines.iter().map(|line| text_width(line, size)).fold(0.0, f64::max);
        let height = LINE * count(lines.len());
        Self { area: Rectangle::at(0.0, 0.0, width + 2.0 * PADDING + extra, height), lines }
    }

    /// Returns the width of the area.
    pub(super) fn width(&self) -> f64 {
        self.area.width()
    }

    /// Returns the height of the area.
    pub(super) fn height(&self) -> f64 {
        self.area.height()
    }

    /// Moves the label so that its upper left corner is at a point.
    pub(super) fn put(&mut self, left: f64, top: f64) {
        self.area = Rectangle::at(left, top, self.width(), self.height());
    }

    /// Returns the lines of the label, each with the height of its baseline, in a font of this size.
    pub(super) fn places(&self, size: f64) -> impl Iterator<Item = (f64, &str)> {
        let first =
            self.area.center().y - LINE * (count(self.lines.len()) - 1.0) / 2.0 + 0.36 * size;
        self.lines
            .iter()
            .enumerate()
            .map(move |(number, line)| (first + LINE * count(number), line.as_str()))
    }

    fn shift(&mut self, by: Point) {
        self.put(self.area.left + by.x, self.area.top + by.y);
    }
}

/// A lifeline.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneLifeline {
    /// The horizontal position.
    pub x: f64,
    /// The upper end.
    pub top: f64,
    /// The lower end.
    pub bottom: f64,
    /// The name above the lifeline.
    pub header: Label,
    /// The name below the lifeline, in a tall picture.
    pub footer: Option<Label>,
}

impl SceneLifeline {
    /// Returns a lifeline between two heights with its name above it, and below it in a tall picture.
    pub(super) fn new(name: Label, x: f64, (top, bottom): (f64, f64), is_tall: bool) -> Self {
        let mut header = name;
        header.put(x - header.width() / 2.0, top - header.height());
        let mut footer = is_tall.then(|| header.clone());
        if let Some(footer) = &mut footer {
            footer.put(header.area.left, bottom);
        }
        Self { x, top, bottom, header, footer }
    }
}

/// Returns the label with the name of a participant, not placed yet.
pub(super) fn name_label(name: &str) -> Label {
    let (room, lines) = NAME;
    let mut label = Label::sized(wrapped(name, FONT, room, lines), FONT, 12.0);
    label.area.bottom += 8.0;
    label
}

/// An event.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneEvent {
    /// The point of the event on its lifeline.
    pub at: Point,
    /// The number and the mark of the event.
    pub number: Label,
    /// The text of the event, and the remark, beside it.
    pub note: Option<Label>,
}

/// A message or an order.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneLine {
    /// The corners from the start to the end; of an order the start, the point to which its bow bends, and the end.
    pub path: Vec<Point>,
    /// The label of the line.
    pub label: Label,
    /// The kind of the line. A message that is not received ends before a lifeline, or at none.
    pub style: LineStyle,
    /// Whether the line belongs to the cycle.
    pub is_in_cycle: bool,
    /// The number of a message in the cycle, if it is part of it.
    pub badge: Option<usize>,
    /// The points where a message passes over others that are drawn before it, each with the number of the
    /// stretch between two corners.
    pub bridges: Vec<(usize, Point)>,
}

impl SceneLine {
    /// Returns the point at a share of the length of a straight line, of a bow, or of the far side of a loop.
    pub(super) fn at(&self, share: f64) -> Point {
        match self.path[..] {
            [start, bend, end] => start.toward(bend, share).toward(bend.toward(end, share), share),
            [start, end] | [_, start, end, _] => start.toward(end, share),
            _ => Point::default(),
        }
    }
}

/// A crossing of two messages between the same lifelines, or of two messages of the
/// cycle.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneCrossing {
    /// The indices of the messages in [`Chart::arrows`](super::Chart::arrows), in that order.
    pub arrows: [usize; 2],
    /// The point of the crossing.
    pub at: Point,
}

/// A chart in which all parts are placed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ChartScene {
    /// The width of the picture, which starts at 0.
    pub width: f64,
    /// The height of the picture, which starts at 0.
    pub height: f64,
    /// The lifelines.
    pub lifelines: IndexVec<LifelineId, SceneLifeline>,
    /// The events.
    pub events: IndexVec<EventId, SceneEvent>,
    /// The messages, as in [`Chart::arrows`](super::Chart::arrows), then the orders, as in
    /// [`Chart::orders`](super::Chart::orders).
    pub lines: Vec<SceneLine>,
    /// The crossings that are marked.
    pub crossings: Vec<SceneCrossing>,
    /// The texts where events are left out.
    pub gaps: Vec<Label>,
    /// The legend of the signs, below everything.
    pub legend: Option<Label>,
}

impl ChartScene {
    /// Returns all labels.
    pub fn labels(&self) -> impl Iterator<Item = &Label> {
        let lines = self.lines.iter().map(|line| &line.label);
        self.fixed_labels().chain(lines).chain(&self.legend)
    }

    /// Returns the labels whose places are determined by what they describe.
    pub(super) fn fixed_labels(&self) -> impl Iterator<Item = &Label> {
        let names = self.lifelines.iter().flat_map(|l| [Some(&l.header), l.footer.as_ref()]);
        let steps = self.events.iter().flat_map(|e| [Some(&e.number), e.note.as_ref()]);
        names.chain(steps).flatten().chain(&self.gaps)
    }

    /// Moves everything.
    pub(super) fn shift(&mut self, by: Point) {
        let moved = |point: &mut Point| {
            *point = Point { x: point.x + by.x, y: point.y + by.y };
        };
        for lifeline in &mut self.lifelines {
            lifeline.x += by.x;
            lifeline.top += by.y;
            lifeline.bottom += by.y;
            lifeline.header.shift(by);
            lifeline.footer.iter_mut().for_each(|label| label.shift(by));
        }
        for event in &mut self.events {
            moved(&mut event.at);
            event.number.shift(by);
            event.note.iter_mut().for_each(|label| label.shift(by));
        }
        for line in &mut self.lines {
            let bridges = line.bridges.iter_mut().map(|(_, at)| at);
            line.path.iter_mut().chain(bridges).for_each(moved);
            line.label.shift(by);
        }
        self.gaps.iter_mut().for_each(|label| label.shift(by));
        self.crossings.iter_mut().for_each(|crossing| moved(&mut crossing.at));
    }
}

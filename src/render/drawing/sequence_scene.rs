//! Placement of all parts of the picture of a sequence diagram: geometry only, in the units of SVG or in
//! characters and rows.
//!
//! Every item has separate rows, and a label is above its message or interrupts it, so that labels do not overlap;
//! lifelines are moved apart to make room for the parts between or beside them. [`Measures`] are all in which pictures
//! in the two units differ.

use super::chart_line::Side;
use super::chart_scene::{FONT, Label, MAX_LABEL_WIDTH, SMALL, SceneLifeline, TALL, name_label};
use super::lettering::shortened;
use super::plane::{Point, Rectangle};
use super::sequence_columns::{Columns, Frames, RequiredRoom, columns};
use super::sequence_course::{LabelPlace, MessageCourse};
use super::{BracketEnd, LifelineId, Sequence, SequenceItem};
use kernel::base::{Id as _, IndexVec};

/// The radius of the ring that represents the environment, in SVG.
pub(super) const RING: f64 = 4.0;

/// The sizes of the parts of a picture, in its unit.
pub(super) struct Measures {
    /// Returns the name of a lifeline, not placed yet.
    pub(super) name: fn(&str) -> Label,
    /// Returns the room that a name of some width needs on both sides of its lifeline.
    pub(super) beside_name: fn(f64) -> [f64; 2],
    /// Returns a text in a font of some size in an area that is wider than the text by some length, not placed yet.
    pub(super) label: fn(&str, f64, f64) -> Label,
    /// Returns half of a width, as a whole number if the unit is not divided.
    pub(super) half: fn(f64) -> f64,
    /// The distance between the drawing and the edge of the picture.
    pub(super) margin: f64,
    /// The distance between a frame and its contents.
    pub(super) inset: f64,
    /// The distance between parts of neighbouring lifelines.
    pub(super) gap: f64,
    /// The distance between two rows.
    pub(super) below: f64,
    /// The distance from the last row to the ends of the lifelines.
    pub(super) end: f64,
    /// The distance between the label of a message and its line, and between the text of a note and its border.
    pub(super) pad: f64,
    /// The room that the head and the tail of an arrow need beside its label, and without a label.
    pub(super) ends: [f64; 2],
    /// The radius of the ring that represents the environment.
    pub(super) ring: f64,
    /// The distance between the environment and the name of a place in it.
    pub(super) named: f64,
    /// Width and height of the loop of a message from a lifeline to itself.
    pub(super) loop_size: (f64, f64),
    /// The distances from a loop's lifeline to the end of its room, and from there to the label.
    pub(super) loop_room: (f64, f64),
    /// Extent of a bracket beside its lifeline, length of its sides, and distance to the next row.
    pub(super) bracket: (f64, f64, f64),
    /// Extent of a note beyond its lifelines.
    pub(super) note_side: f64,
    /// Horizontal distance between the text of a note and its border.
    pub(super) note_inset: f64,
    /// Horizontal room for the text about a compartment beside its width: at the beginning of the frame, and on a line
    /// between compartments; and room for the text in the corner.
    pub(super) remark: [f64; 3],
    /// Heights that the corner of a frame adds to its text, and between it and the next row.
    pub(super) corner: [f64; 2],
    /// Heights between a line between compartments and the text below it, between that and the next row, and between the
    /// line and the next row without a text.
    pub(super) divider: [f64; 3],
    /// Additional distance below a frame to what is not in the frame around it alone.
    pub(super) below_frame: f64,
}

/// The sizes in the units of SVG.
const PIXELS: Measures = Measures {
    name: name_label,
    beside_name: |width| [width / 2.0; 2],
    label: |text, size, extra| {
        Label::sized(vec![shortened(text, size, MAX_LABEL_WIDTH)], size, extra)
    },
    half: |width| width / 2.0,
    margin: 14.0,
    inset: 9.0,
    gap: 22.0,
    below: 10.0,
    end: 4.0,
    pad: 3.0,
    ends: [26.0; 2],
    ring: RING,
    named: 3.0,
    loop_size: (26.0, 16.0),
    loop_room: (26.0, 4.0),
    bracket: (8.0, 6.0, 5.0),
    note_side: 14.0,
    note_inset: 6.0,
    remark: [6.0, 8.0, 8.0],
    corner: [2.0, 6.0],
    divider: [5.0, 2.0, 3.0],
    below_frame: 0.0,
};

/// A message with its placement.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneMessage {
    /// The index of the message among the items.
    pub item: usize,
    /// The lines of the message.
    pub lines: Vec<Vec<Point>>,
    /// The heads of arrows: the tip, and a point from which the head comes.
    pub heads: Vec<[Point; 2]>,
    /// The points where the message comes from the environment, and where it goes there.
    pub environment: Vec<Point>,
    /// The names of places in the environment, beside these.
    pub places: Vec<Label>,
    /// The label of the message.
    pub label: Label,
}

/// One end of a bracket around a section of a lifeline.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneBracket {
    /// The index of the bracket's item.
    pub item: usize,
    /// The line of the bracket.
    pub line: Vec<Point>,
}

/// A frame with its placement.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneFragment {
    /// The index of the item that begins the frame.
    pub item: usize,
    /// The index of the enclosing frame.
    pub parent: Option<usize>,
    /// The border of the frame.
    pub border: Rectangle,
    /// The text in the corner, in a box.
    pub operator: Label,
    /// The texts about the compartments.
    pub remarks: Vec<Label>,
    /// The heights of the lines between compartments.
    pub dividers: Vec<f64>,
}

/// A note with its placement.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneNote {
    /// The index of the note among the items.
    pub item: usize,
    /// The border of the note.
    pub border: Rectangle,
    /// The text of the note.
    pub label: Label,
}

/// A sequence diagram in which all parts are placed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SequenceScene {
    /// The width of the picture, which starts at 0.
    pub width: f64,
    /// The height of the picture, which starts at 0.
    pub height: f64,
    /// The lifelines.
    pub lifelines: IndexVec<LifelineId, SceneLifeline>,
    /// The frames, each after the enclosing ones.
    pub fragments: Vec<SceneFragment>,
    /// The messages.
    pub messages: Vec<SceneMessage>,
    /// The ends of brackets.
    pub brackets: Vec<SceneBracket>,
    /// The notes.
    pub notes: Vec<SceneNote>,
}

impl SequenceScene {
    /// Returns all labels.
    pub fn labels(&self) -> impl Iterator<Item = &Label> {
        let names = self.lifelines.iter().flat_map(|one| [Some(&one.header), one.footer.as_ref()]);
        let fragments =
            self.fragments.iter().flat_map(|one| one.remarks.iter().chain([&one.operator]));
        let messages = self.messages.iter().flat_map(|one| one.places.iter().chain([&one.label]));
        let notes = self.notes.iter().map(|one| &one.label);
        names.flatten().chain(fragments).chain(messages).chain(notes)
    }
}

/// Returns the placement of all parts of the picture of a sequence diagram, in the units of SVG.
///
/// # Complexity
/// Linear in the size of the diagram and of its texts.
pub fn sequence_scene(sequence: &Sequence) -> SequenceScene {
    placed(sequence, &PIXELS)
}

/// Returns the placement of all parts of the picture of a sequence diagram in a unit.
///
/// # Complexity
/// Linear in the size of the diagram and of its texts.
pub(super) fn placed(sequence: &Sequence, measures: &Measures) -> SequenceScene {
    let margin = measures.margin;
    if sequence.lifelines.is_empty() {
        return SequenceScene { width: 2.0 * margin, height: 2.0 * margin, ..Default::default() };
    }
    let names: Vec<Label> = sequence.lifelines.iter().map(|name| (measures.name)(name)).collect();
    let rooms: Vec<[f64; 2]> =
        names.iter().map(|name| (measures.beside_name)(name.width())).collect();
    let frames = Frames::new(sequence);
    let items: Vec<PlacedItem<'_>> =
        sequence.items.iter().map(|item| PlacedItem::new(item, measures)).collect();
    let required: Vec<RequiredRoom> = items
        .iter()
        .enumerate()
        .map(|(place, item)| item.required_room(frames.span(sequence, place)))
        .collect();
    let columns = columns(&frames, &required, &rooms, measures.inset, measures.gap);
    let top = margin + names.iter().map(Label::height).fold(0.0, f64::max);
    let mut placing = ScenePlacement {
        columns: &columns,
        measures,
        scene: SequenceScene::default(),
        open: Vec::new(),
        y: top + measures.below,
    };
    for (place, item) in items.into_iter().enumerate() {
        placing.item(place, item, frames.span(sequence, place));
        let next = sequence.items.get(place + 1);
        let leaves = |next| !matches!(next, &SequenceItem::Close | &SequenceItem::Next(_));
        if sequence.items[place] == SequenceItem::Close && next.is_some_and(leaves) {
            placing.y += measures.below_frame;
        }
    }
    while !placing.open.is_empty() {
        placing.close();
    }
    let ScenePlacement { mut scene, y, .. } = placing;
    let is_tall = sequence.items.len() >= TALL;
    let bottom = y + measures.end;
    let mut end = bottom;
    for (name, &x) in names.into_iter().zip(&columns.lifelines) {
        let lifeline = SceneLifeline::new(name, x + margin, (top, bottom), is_tall);
        end = lifeline.footer.iter().map(|footer| footer.area.bottom).fold(end, f64::max);
        scene.lifelines.push(lifeline);
    }
    scene.width = columns.right + 2.0 * margin;
    scene.height = end + margin;
    scene
}

/// An item with its texts, not placed yet.
struct PlacedItem<'a> {
    item: &'a SequenceItem,
    measures: &'a Measures,
    /// The course of a message.
    course: Option<MessageCourse>,
    /// The label of a message, the text of a note, or the text in the corner of a frame.
    label: Label,
    /// The text about a compartment.
    remark: Option<Label>,
    /// The names of the origin and the target of a message in the environment.
    places: [Option<Label>; 2],
}

impl<'a> PlacedItem<'a> {
    /// Returns an item with its texts and, if anything of a message is drawn, its course.
    fn new(item: &'a SequenceItem, measures: &'a Measures) -> Self {
        let about = |text: &String| (!text.is_empty()).then(|| (measures.label)(text, SMALL, 0.0));
        let (label, places) = (Label::default(), [None, None]);
        let mut it = Self { item, measures, course: None, label, remark: None, places };
        match item {
            SequenceItem::Message(message) => {
                let course = MessageCourse::new(message);
                it.label = (measures.label)(&message.label, FONT, 0.0);
                it.places = [about(&message.origin), message.target.as_ref().and_then(about)];
                for (place, end) in it.places.iter_mut().zip(course.outside) {
                    *place = place.take().filter(|_| end.is_some());
                }
                it.course = Some(course).filter(|_| message.is_drawn());
            }
            SequenceItem::Note { text, .. } => it.label = (measures.label)(text, FONT, 0.0),
            SequenceItem::Open { operator, remark } => {
                it.label = (measures.label)(operator, SMALL, 8.0);
                it.remark = about(remark);
            }
            SequenceItem::Next(remark) => it.remark = about(remark),
            SequenceItem::Close | SequenceItem::Bracket(..) => {}
        }
        it
    }

    /// Returns the length of the line of a message outside of its lifelines on one side, with the room that the
    /// environment and the name need there.
    fn outside(&self, course: &MessageCourse, side: usize) -> (f64, f64) {
        let Measures { ends, ring, named, .. } = self.measures;
        let has_label = course.label == LabelPlace::Outside(side);
        let line = if has_label { self.label.width() + ends[0] } else { ends[1] };
        let named = self.places[side].as_ref().map_or(0.0, |place| named + place.width());
        (line - 2.0 * ring, 2.0 * ring + named)
    }

    /// Returns the room that the item requires on these lifelines.
    fn required_room(&self, span: [usize; 2]) -> RequiredRoom {
        let mut required = RequiredRoom::default();
        let (width, measures) = (self.label.width(), self.measures);
        let remark = self.remark.as_ref().map_or(0.0, |remark| remark.width() + measures.remark[0]);
        match self.item {
            SequenceItem::Message(_) => {
                let Some(course) = &self.course else { return required };
                if let LabelPlace::Between(first, last) = course.label {
                    required.between.push((first, last, width + measures.ends[0]));
                }
                for (side, end) in course.outside.into_iter().enumerate() {
                    let Some(end) = end else { continue };
                    let (line, rest) = self.outside(course, side);
                    let mut room = [0.0; 2];
                    room[side] = line + rest;
                    required.beside.push((end, room));
                }
                if let Some(lifeline) = course.own {
                    let (room, gap) = measures.loop_room;
                    let beside = if course.label == LabelPlace::Loop { gap + width } else { 0.0 };
                    required.beside.push((lifeline, [0.0, room + beside]));
                }
            }
            SequenceItem::Bracket(_, over) => {
                let room = [measures.bracket.0; 2];
                required.beside.extend(over.iter().map(|one| (one.index(), room)));
            }
            SequenceItem::Open { .. } => {
                required.beginning(span, width + remark + measures.remark[2]);
            }
            SequenceItem::Next(_) => required.beginning(span, remark + measures.remark[1]),
            SequenceItem::Note { .. } => {
                let least = measures.note_side;
                let half = (measures.half)(width) + measures.note_inset;
                let [first, last] = span;
                let side = if first == last { half.max(least) } else { least };
                required.beside.extend([(first, [side, 0.0]), (last, [0.0, side])]);
                required.beginning(span, 2.0 * (half - least));
            }
            SequenceItem::Close => {}
        }
        required
    }
}

/// The placement in progress.
struct ScenePlacement<'a> {
    columns: &'a Columns,
    measures: &'a Measures,
    scene: SequenceScene,
    /// The open frames, the innermost last.
    open: Vec<usize>,
    /// The top of the next row.
    y: f64,
}

impl ScenePlacement<'_> {
    /// Returns the horizontal position of a lifeline in the picture.
    fn x(&self, lifeline: usize) -> f64 {
        self.columns.lifelines[lifeline] + self.measures.margin
    }

    /// Places an item on its lifelines, below the previous ones.
    fn item(&mut self, place: usize, item: PlacedItem<'_>, span: [usize; 2]) {
        match item.item {
            SequenceItem::Message(_) => self.message(place, item),
            SequenceItem::Bracket(end, over) => self.bracket(place, *end, over),
            SequenceItem::Open { .. } => self.begin(place, item.label, item.remark),
            SequenceItem::Next(_) => self.divide(item.remark),
            SequenceItem::Close => self.close(),
            SequenceItem::Note { .. } => self.note(place, span, item.label),
        }
    }

    fn message(&mut self, place: usize, mut item: PlacedItem<'_>) {
        let Some(course) = item.course.take() else { return };
        let Measures { ring, named, loop_size, loop_room, .. } = self.measures;
        let (mut lines, mut heads, mut environment) = (Vec::new(), Vec::new(), Vec::new());
        if let Some((first, last)) = course.line.map(|(first, last)| (self.x(first), self.x(last)))
        {
            let y = self.y + item.label.height() + self.measures.pad;
            let mut ends = [first, last];
            for &(to, side) in &course.heads {
                let tip = Point { x: self.x(to), y };
                let from = if side == Side::Left { tip.x - 10.0 } else { tip.x + 10.0 };
                heads.push([Point { x: from, y }, tip]);
            }
            for (side, sign) in [-1.0, 1.0].into_iter().enumerate() {
                if course.outside[side].is_none() {
                    continue;
                }
                ends[side] += sign * item.outside(&course, side).0;
                let x = ends[side];
                environment.push(Point { x: x + sign * ring, y });
                if side == 1 {
                    heads.push([Point { x: x - 10.0, y }, Point { x, y }]);
                }
                if let Some(place) = &mut item.places[side] {
                    let near = x + sign * 2.0 * ring + sign * named;
                    let left = if side == 0 { near - place.width() } else { near };
                    place.put(left, y - place.height() / 2.0);
                }
            }
            let [start, end] = ends;
            let between = match course.label {
                LabelPlace::Between(one, other) => Some((self.x(one), self.x(other))),
                LabelPlace::Outside(0) => Some((start, first)),
                LabelPlace::Outside(_) => Some((last, end)),
                LabelPlace::Loop => None,
            };
            if let Some((one, other)) = between {
                let middle = f64::midpoint(one, other);
                item.label.put(middle - item.label.width() / 2.0, self.y);
            }
            lines.push(vec![Point { x: start, y }, Point { x: end, y }]);
            self.y = y + self.measures.below;
        }
        if let Some(own) = course.own {
            let (x, y) = (self.x(own), self.y);
            let &(wide, high) = loop_size;
            let corners = [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)];
            let path = corners.map(|(right, down)| Point { x: x + right, y: y + down });
            heads.push([path[2], path[3]]);
            lines.push(path.to_vec());
            if course.label == LabelPlace::Loop {
                let down = (high - item.label.height()) / 2.0;
                item.label.put(x + loop_room.0 + loop_room.1, y + down);
            }
            self.y += high + self.measures.below;
        }
        let (places, label) = (item.places.into_iter().flatten().collect(), item.label);
        let message = SceneMessage { item: place, lines, heads, environment, places, label };
        self.scene.messages.push(message);
    }

    fn bracket(&mut self, item: usize, end: BracketEnd, over: &[LifelineId]) {
        let (side, down, below) = self.measures.bracket;
        let (bar, tip) = match end {
            BracketEnd::Top => (self.y, self.y + down),
            BracketEnd::Bottom => (self.y + down, self.y),
        };
        for one in over {
            let x = self.x(one.index());
            let corners = [(x - side, tip), (x - side, bar), (x + side, bar), (x + side, tip)];
            let line = corners.map(|(x, y)| Point { x, y }).to_vec();
            self.scene.brackets.push(SceneBracket { item, line });
        }
        if !over.is_empty() {
            self.y += down + below;
        }
    }

    fn begin(&mut self, item: usize, mut operator: Label, mut remark: Option<Label>) {
        let index = self.scene.fragments.len();
        let [left, right] = self.columns.sides[index].map(|side| side + self.measures.margin);
        let [more, below] = self.measures.corner;
        operator.area.bottom += more;
        operator.put(left, self.y);
        if let Some(remark) = &mut remark {
            remark.put(operator.area.right + 6.0, self.y + more / 2.0);
        }
        let border = Rectangle { left, top: self.y, right, bottom: self.y };
        self.y = operator.area.bottom + below;
        let parent = self.open.last().copied();
        let remarks = remark.into_iter().collect();
        let dividers = Vec::new();
        let fragment = SceneFragment { item, parent, border, operator, remarks, dividers };
        self.scene.fragments.push(fragment);
        self.open.push(index);
    }

    fn divide(&mut self, remark: Option<Label>) {
        let Some(&index) = self.open.last() else { return };
        let [above, below, empty] = self.measures.divider;
        let fragment = &mut self.scene.fragments[index];
        fragment.dividers.push(self.y);
        self.y += above;
        match remark {
            Some(mut remark) => {
                remark.put(fragment.border.left + 6.0, self.y);
                self.y = remark.area.bottom + below;
                fragment.remarks.push(remark);
            }
            None => self.y += empty,
        }
    }

    fn close(&mut self) {
        let Some(index) = self.open.pop() else { return };
        self.scene.fragments[index].border.bottom = self.y;
        self.y += self.measures.below;
    }

    fn note(&mut self, item: usize, [first, last]: [usize; 2], mut label: Label) {
        let Measures { note_side, note_inset, pad, below, .. } = self.measures;
        let center = Point {
            x: f64::midpoint(self.x(first), self.x(last)),
            y: self.y + label.height() / 2.0 + pad,
        };
        let width =
            (self.x(last) - self.x(first) + 2.0 * note_side).max(label.width() + 2.0 * note_inset);
        let border = Rectangle::around(center, width, label.height() + 2.0 * pad);
        label.put(center.x - label.width() / 2.0, center.y - label.height() / 2.0);
        self.y = border.bottom + below;
        self.scene.notes.push(SceneNote { item, border, label });
    }
}

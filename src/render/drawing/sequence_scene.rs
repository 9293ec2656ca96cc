//! Placement of all parts of the picture of a sequence diagram: geometry only, in the units of SVG.
//!
//! Every item has separate rows, and a label is above its message, so that labels do not overlap;
//! lifelines are moved apart to make room for the parts between or beside them.

use super::chart_line::Side;
use super::chart_scene::{
    FONT, LINE, Label, MAX_LABEL_WIDTH, SMALL, SceneLifeline, TALL, name_label,
};
use super::lettering::shortened;
use super::plane::{Point, Rectangle};
use super::sequence_columns::{Columns, Frames, RequiredRoom, columns};
use super::sequence_course::{LabelPlace, MessageCourse, MessageLine};
use super::{BracketEnd, LifelineId, Message, Sequence, SequenceItem};
use kernel::base::{Id as _, IndexVec};

/// The distance between the drawing and the edge of the picture.
const MARGIN: f64 = 14.0;
/// The distance between a frame and its contents.
const INSET: f64 = 9.0;
/// The distance between parts of neighbouring lifelines.
const GAP: f64 = 22.0;
/// The room that the head and the tail of an arrow need beside its label.
const ENDS: f64 = 26.0;
/// Width and height of the loop of a message from a lifeline to itself.
const LOOP: (f64, f64) = (26.0, 16.0);
/// Extent of a note beyond its lifelines.
const SIDE: f64 = 14.0;
/// The radius of the ring that represents the environment.
pub(super) const RING: f64 = 4.0;
/// The distance between two rows.
const BELOW: f64 = 10.0;
/// Extent of a bracket beside its lifeline, and length of its sides.
const BRACKET: (f64, f64) = (8.0, 6.0);
/// The distance between the environment and the name of a place in it.
const NAMED: f64 = 3.0;

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

/// Returns the placement of all parts of the picture of a sequence diagram.
///
/// # Complexity
/// Linear in the size of the diagram and of its texts.
pub fn sequence_scene(sequence: &Sequence) -> SequenceScene {
    if sequence.lifelines.is_empty() {
        return SequenceScene { width: 2.0 * MARGIN, height: 2.0 * MARGIN, ..Default::default() };
    }
    let names: Vec<Label> = sequence.lifelines.iter().map(|name| name_label(name)).collect();
    let halves: Vec<[f64; 2]> = names.iter().map(|name| [name.width() / 2.0; 2]).collect();
    let frames = Frames::new(sequence);
    let labels: Vec<ItemLabels> = sequence.items.iter().map(ItemLabels::new).collect();
    let required: Vec<RequiredRoom<f64>> = labels
        .iter()
        .zip(&sequence.items)
        .enumerate()
        .map(|(place, (labels, item))| labels.required_room(item, frames.span(sequence, place)))
        .collect();
    let columns = columns(&frames, &required, &halves, INSET, GAP);
    let top = MARGIN + names.iter().map(Label::height).fold(0.0, f64::max);
    let mut placing = ScenePlacement {
        columns: &columns,
        frames: &frames,
        scene: SequenceScene::default(),
        open: Vec::new(),
        y: top + BELOW,
    };
    for (place, labels) in labels.into_iter().enumerate() {
        placing.item(sequence, place, labels);
    }
    while !placing.open.is_empty() {
        placing.close();
    }
    let ScenePlacement { mut scene, y, .. } = placing;
    let is_tall = sequence.items.len() >= TALL;
    let bottom = y + 4.0;
    let mut end = bottom;
    for (name, &x) in names.into_iter().zip(&columns.lifelines) {
        let lifeline = SceneLifeline::new(name, x + MARGIN, (top, bottom), is_tall);
        end = lifeline.footer.iter().map(|footer| footer.area.bottom).fold(end, f64::max);
        scene.lifelines.push(lifeline);
    }
    scene.width = columns.right + 2.0 * MARGIN;
    scene.height = end + MARGIN;
    scene
}

/// The texts of an item, not placed yet.
#[derive(Default)]
struct ItemLabels {
    /// The label of a message, the text of a note, or the text in the corner of a frame.
    label: Label,
    /// The text about a compartment.
    remark: Option<Label>,
    /// The names of the origin and the target of a message in the environment.
    places: [Option<Label>; 2],
}

impl ItemLabels {
    fn new(item: &SequenceItem) -> Self {
        let sized = |text: &str, size: f64, extra: f64| {
            Label::sized(vec![shortened(text, size, MAX_LABEL_WIDTH)], size, extra)
        };
        let about = |remark: &String| (!remark.is_empty()).then(|| sized(remark, SMALL, 0.0));
        match item {
            SequenceItem::Message(message) => {
                let course = MessageCourse::new(message);
                let origin = course.origin.and_then(|_| about(&message.origin));
                let target = course.target.and_then(|_| about(message.target.as_ref()?));
                let label = sized(&message.label, FONT, 0.0);
                Self { label, remark: None, places: [origin, target] }
            }
            SequenceItem::Note { text, .. } => {
                Self { label: sized(text, FONT, 0.0), ..Self::default() }
            }
            SequenceItem::Open { operator, remark } => {
                let label = sized(operator, SMALL, 8.0);
                Self { label, remark: about(remark), ..Self::default() }
            }
            SequenceItem::Next(remark) => Self { remark: about(remark), ..Self::default() },
            SequenceItem::Close | SequenceItem::Bracket(..) => Self::default(),
        }
    }

    /// Returns the length of the line of a message outside of its lifelines, with the room that the
    /// environment and the name need there; `None` if the line does not reach the environment on this side.
    fn outside(&self, course: &MessageCourse, side: Side) -> Option<(f64, f64)> {
        let (end, place, own) = match side {
            Side::Left => (course.origin, &self.places[0], LabelPlace::Origin),
            Side::Right => (course.target, &self.places[1], LabelPlace::Target),
        };
        end?;
        let label = if course.label == own { self.label.width() } else { 0.0 };
        let named = place.as_ref().map_or(0.0, |place| NAMED + place.width());
        Some((label + ENDS - 2.0 * RING, 2.0 * RING + named))
    }

    /// Returns the room that an item on these lifelines requires.
    fn required_room(
        &self,
        item: &SequenceItem,
        (first, last): (usize, usize),
    ) -> RequiredRoom<f64> {
        let mut required = RequiredRoom::default();
        let width = self.label.width();
        match item {
            SequenceItem::Message(message) => {
                let course = MessageCourse::new(message);
                if let LabelPlace::Between(first, last) = course.label {
                    required.between.push((first, last, width + ENDS));
                }
                for (end, side) in [(course.origin, Side::Left), (course.target, Side::Right)] {
                    if let (Some(end), Some((line, rest))) = (end, self.outside(&course, side)) {
                        let mut room = [0.0; 2];
                        room[usize::from(side == Side::Right)] = line + rest;
                        required.beside.push((end, room));
                    }
                }
                if let Some(lifeline) = course.own {
                    let beside = if course.label == LabelPlace::Loop { 4.0 + width } else { 0.0 };
                    required.beside.push((lifeline, [0.0, LOOP.0 + beside]));
                }
            }
            SequenceItem::Bracket(_, over) => {
                required.beside.extend(over.iter().map(|one| (one.index(), [BRACKET.0; 2])));
            }
            SequenceItem::Open { .. } | SequenceItem::Next(_) => {
                let remark = self.remark.as_ref().map_or(0.0, |remark| remark.width() + 6.0);
                required.beginning(first, last, width + remark + 8.0);
            }
            SequenceItem::Note { .. } => {
                let half = width / 2.0 + 6.0;
                let side = if first == last { half.max(SIDE) } else { SIDE };
                required.beside.extend([(first, [side, 0.0]), (last, [0.0, side])]);
                required.beginning(first, last, 2.0 * (half - SIDE));
            }
            SequenceItem::Close => {}
        }
        required
    }
}

/// The placement in progress.
struct ScenePlacement<'a> {
    columns: &'a Columns<f64>,
    frames: &'a Frames,
    scene: SequenceScene,
    /// The open frames, the innermost last.
    open: Vec<usize>,
    /// The top of the next row.
    y: f64,
}

impl ScenePlacement<'_> {
    fn x(&self, lifeline: usize) -> f64 {
        self.columns.lifelines[lifeline] + MARGIN
    }

    fn item(&mut self, sequence: &Sequence, place: usize, labels: ItemLabels) {
        match &sequence.items[place] {
            SequenceItem::Message(message) if !message.is_drawn() => {}
            SequenceItem::Message(message) => self.message(place, message, labels),
            SequenceItem::Bracket(end, over) => self.bracket(place, *end, over),
            SequenceItem::Open { .. } => self.begin(place, labels.label, labels.remark),
            SequenceItem::Next(_) => self.divide(labels.remark),
            SequenceItem::Close => self.close(),
            SequenceItem::Note { .. } => {
                self.note(place, self.frames.span(sequence, place), labels.label);
            }
        }
    }

    fn message(&mut self, item: usize, message: &Message, mut labels: ItemLabels) {
        let course = MessageCourse::new(message);
        let (mut lines, mut heads) = (Vec::new(), Vec::new());
        let mut environment = Vec::new();
        let outside = [Side::Left, Side::Right].map(|side| labels.outside(&course, side));
        let lengths = outside.map(|outside| outside.map(|(length, _)| length));
        if let Some(line) = course.message_line(|lifeline| self.x(lifeline), lengths) {
            let y = self.y + LINE + 3.0;
            let MessageLine { ends: [start, end], between } = line;
            for &(to, side) in &course.heads {
                let tip = Point { x: self.x(to), y };
                let from = if side == Side::Left { tip.x - 10.0 } else { tip.x + 10.0 };
                heads.push([Point { x: from, y }, tip]);
            }
            if course.origin.is_some() {
                environment.push(Point { x: start - RING, y });
            }
            if course.target.is_some() {
                environment.push(Point { x: end + RING, y });
                heads.push([Point { x: end - 10.0, y }, Point { x: end, y }]);
            }
            if course.label != LabelPlace::Loop {
                let middle = f64::midpoint(between[0], between[1]);
                labels.label.put(middle - labels.label.width() / 2.0, self.y);
            }
            let [origin, target] = &mut labels.places;
            if let Some(place) = origin {
                let left = start - 2.0 * RING - NAMED - place.width();
                place.put(left, y - place.height() / 2.0);
            }
            if let Some(place) = target {
                place.put(end + 2.0 * RING + NAMED, y - place.height() / 2.0);
            }
            lines.push(vec![Point { x: start, y }, Point { x: end, y }]);
            self.y = y + BELOW;
        }
        if let Some(own) = course.own {
            let (x, y) = (self.x(own), self.y);
            let corners = [(0.0, 0.0), (LOOP.0, 0.0), (LOOP.0, LOOP.1), (0.0, LOOP.1)];
            let path = corners.map(|(right, down)| Point { x: x + right, y: y + down });
            heads.push([path[2], path[3]]);
            lines.push(path.to_vec());
            if course.label == LabelPlace::Loop {
                let down = (LOOP.1 - labels.label.height()) / 2.0;
                labels.label.put(x + LOOP.0 + 4.0, y + down);
            }
            self.y += LOOP.1 + BELOW;
        }
        let places = labels.places.into_iter().flatten().collect();
        let label = labels.label;
        self.scene.messages.push(SceneMessage { item, lines, heads, environment, places, label });
    }

    fn bracket(&mut self, item: usize, end: BracketEnd, over: &[LifelineId]) {
        let (side, down) = BRACKET;
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
            self.y += down + BELOW / 2.0;
        }
    }

    fn begin(&mut self, item: usize, mut operator: Label, mut remark: Option<Label>) {
        let index = self.scene.fragments.len();
        let [left, right] = self.columns.sides[index].map(|side| side + MARGIN);
        operator.area.bottom += 2.0;
        operator.put(left, self.y);
        if let Some(remark) = &mut remark {
            remark.put(operator.area.right + 6.0, self.y + 1.0);
        }
        let border = Rectangle { left, top: self.y, right, bottom: self.y };
        self.y = operator.area.bottom + 6.0;
        let parent = self.open.last().copied();
        let remarks = remark.into_iter().collect();
        let dividers = Vec::new();
        let fragment = SceneFragment { item, parent, border, operator, remarks, dividers };
        self.scene.fragments.push(fragment);
        self.open.push(index);
    }

    fn divide(&mut self, remark: Option<Label>) {
        let Some(&index) = self.open.last() else { return };
        let fragment = &mut self.scene.fragments[index];
        fragment.dividers.push(self.y);
        self.y += 5.0;
        match remark {
            Some(mut remark) => {
                remark.put(fragment.border.left + 6.0, self.y);
                self.y = remark.area.bottom + 2.0;
                fragment.remarks.push(remark);
            }
            None => self.y += 3.0,
        }
    }

    fn close(&mut self) {
        let Some(index) = self.open.pop() else { return };
        self.scene.fragments[index].border.bottom = self.y;
        self.y += BELOW;
    }

    fn note(&mut self, item: usize, (first, last): (usize, usize), mut label: Label) {
        let center = Point {
            x: f64::midpoint(self.x(first), self.x(last)),
            y: self.y + label.height() / 2.0 + 3.0,
        };
        let width = (self.x(last) - self.x(first) + 2.0 * SIDE).max(label.width() + 12.0);
        let border = Rectangle::around(center, width, label.height() + 6.0);
        label.put(center.x - label.width() / 2.0, center.y - label.height() / 2.0);
        self.y = border.bottom + BELOW;
        self.scene.notes.push(SceneNote { item, border, label });
    }
}

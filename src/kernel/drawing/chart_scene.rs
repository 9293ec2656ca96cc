//! Where everything in the picture of a chart stands: geometry only, in the units of SVG.
//!
//! Time flows down, one row for each event. A message is a straight line from its send to its
//! reception, a loop if it comes back to its own lifeline. Every label has an area that is at least as
//! wide as its text; the areas never overlap, and the picture is as large as it takes to hold them.

use super::chart_labels::{bounds, place_labels};
use super::chart_spacing::{
    Course, arrow_label, courses, event_labels, number_is_left, order_label, place_lifelines,
};
use super::lettering::{text_width, wrapped};
use super::plane::{Area, Point, count, crossing};
use super::{Chart, EventId, Head, LifelineId, Mark};
use crate::base::IndexVec;

/// The size of the font, but for step numbers and other small print.
pub(super) const FONT: f64 = 13.0;
/// The size of the font of small print.
pub(super) const SMALL: f64 = 11.0;
/// The height of the area of a line of text.
pub(super) const LINE: f64 = 16.0;
/// The distance between two rows.
pub(super) const ROW: f64 = 32.0;
/// The distance of a step's number from its lifeline.
pub(super) const BESIDE: f64 = 7.0;
/// The width that the number of a message of the cycle takes before its label.
pub(super) const BADGE: f64 = 20.0;
/// The widest that the text of a label gets.
pub(super) const ROOM: f64 = 200.0;
/// What is added to the width of a text on both sides.
pub(super) const PADDING: f64 = 3.0;
/// The distance between what is drawn and the edge of the picture.
const MARGIN: f64 = 14.0;
/// The longest name of a participant, and its lines.
const NAME: (f64, usize) = (130.0, 3);
/// From so many events on, names are repeated below the lifelines.
pub(super) const TALL: usize = 20;
/// The most rounds in which labels look for places of their choice.
const ROUNDS: usize = 8;

/// Text in its area.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Label {
    /// The area, which no other label's overlaps.
    pub area: Area,
    /// What is written, line by line.
    pub lines: Vec<String>,
}

impl Label {
    /// Returns a label whose area is the right size, but is nowhere yet.
    pub(super) fn sized(lines: Vec<String>, size: f64, extra: f64) -> Self {
        let width = lines.iter().map(|line| text_width(line, size)).fold(0.0, f64::max);
        let height = LINE * count(lines.len());
        let area =
            Area { left: 0.0, top: 0.0, right: width + 2.0 * PADDING + extra, bottom: height };
        Self { area, lines }
    }

    /// Returns the width of its area.
    pub(super) fn width(&self) -> f64 {
        self.area.right - self.area.left
    }

    /// Returns the height of its area.
    pub(super) fn height(&self) -> f64 {
        self.area.bottom - self.area.top
    }

    /// Moves it to where its left upper corner is at a point.
    pub(super) fn put(&mut self, left: f64, top: f64) {
        let (width, height) = (self.width(), self.height());
        self.area = Area { left, top, right: left + width, bottom: top + height };
    }

    /// Returns its lines, each with the middle of its base, in a font of this size.
    pub(super) fn places(&self, size: f64) -> impl Iterator<Item = (f64, f64, &str)> {
        let Point { x, y } = self.area.center();
        let first = y - LINE * (count(self.lines.len()) - 1.0) / 2.0 + 0.36 * size;
        self.lines
            .iter()
            .enumerate()
            .map(move |(number, line)| (x, first + LINE * count(number), line.as_str()))
    }

    fn shift(&mut self, by: Point) {
        self.put(self.area.left + by.x, self.area.top + by.y);
    }
}

/// A lifeline.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneLifeline {
    /// How far right it is.
    pub x: f64,
    /// Where it starts.
    pub top: f64,
    /// Where it ends.
    pub bottom: f64,
    /// Its name above it.
    pub header: Label,
    /// Its name below it, in a tall picture.
    pub footer: Option<Label>,
}

/// An event.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneEvent {
    /// Its place on its lifeline.
    pub at: Point,
    /// Its number and what happens.
    pub number: Label,
    /// What it is called, and the remark, beside.
    pub note: Option<Label>,
}

/// A message.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneArrow {
    /// The corners from its start to its end.
    pub path: Vec<Point>,
    /// What is written on it.
    pub label: Label,
    /// Its numbers in the cycle, if it takes part.
    pub badge: Option<usize>,
    /// Whether it is received: else it ends before a lifeline, or nowhere.
    pub is_received: bool,
    /// Where it passes over messages that are drawn before it.
    pub bridges: Vec<Point>,
}

/// An order, as a bow.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneOrder {
    /// Where it starts, the point that it bends to, and where it ends.
    pub bow: [Point; 3],
    /// What imposes it.
    pub label: Label,
    /// Whether it belongs to the cycle.
    pub is_in_cycle: bool,
}

/// A step of the cycle along a lifeline.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneCycleEdge {
    /// Its number in [`Chart::cycle`].
    pub mark: usize,
    /// From one event to a later one.
    pub line: [Point; 2],
}

/// Where a message crosses another one between the same lifelines, or one of the cycle another one of
/// it.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneCrossing {
    /// The numbers of the messages in [`Chart::arrows`], in that order.
    pub arrows: [usize; 2],
    /// The place.
    pub at: Point,
}

/// A chart with a place for everything.
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
    /// The messages, as in [`Chart::arrows`].
    pub arrows: Vec<SceneArrow>,
    /// The orders, as in [`Chart::orders`].
    pub orders: Vec<SceneOrder>,
    /// The steps of the cycle that lie on a lifeline.
    pub cycle: Vec<SceneCycleEdge>,
    /// The crossings that matter.
    pub crossings: Vec<SceneCrossing>,
    /// What the signs mean, below everything.
    pub legend: Option<Label>,
}

impl ChartScene {
    /// Returns all labels.
    pub fn labels(&self) -> impl Iterator<Item = &Label> {
        let names = self.lifelines.iter().flat_map(|l| [Some(&l.header), l.footer.as_ref()]);
        let steps = self.events.iter().flat_map(|e| [Some(&e.number), e.note.as_ref()]);
        let arrows = self.arrows.iter().map(|arrow| Some(&arrow.label));
        let orders = self.orders.iter().map(|order| Some(&order.label));
        names.chain(steps).chain(arrows).chain(orders).chain([self.legend.as_ref()]).flatten()
    }

    /// Moves everything.
    fn shift(&mut self, by: Point) {
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
        for arrow in &mut self.arrows {
            arrow.path.iter_mut().chain(&mut arrow.bridges).for_each(moved);
            arrow.label.shift(by);
        }
        for order in &mut self.orders {
            order.bow.iter_mut().for_each(moved);
            order.label.shift(by);
        }
        self.cycle.iter_mut().flat_map(|edge| &mut edge.line).for_each(moved);
        self.crossings.iter_mut().for_each(|crossing| moved(&mut crossing.at));
    }
}

/// Returns where everything in the picture of a chart stands.
///
/// # Complexity
/// Quadratic in the number of messages and orders, times the constant number of rounds in which
/// labels look for places; those that find none take one that is free for certain.
pub fn chart_scene(chart: &Chart) -> ChartScene {
    let courses = courses(chart);
    let mut forced = vec![false; chart.arrows.len() + chart.orders.len()];
    let mut round = 0;
    let mut scene = loop {
        let mut scene = unlabelled(chart, &courses, &forced);
        let crowded = place_labels(&mut scene, &forced);
        if crowded.is_empty() {
            break scene;
        }
        round += 1;
        if round < ROUNDS {
            for label in crowded {
                forced[label] = true;
            }
        } else {
            forced.fill(true);
        }
    };
    let area = bounds(&scene);
    scene.shift(Point { x: MARGIN - area.left, y: MARGIN - area.top });
    scene.width = area.right - area.left + 2.0 * MARGIN;
    scene.height = area.bottom - area.top + 2.0 * MARGIN;
    add_legend(chart, &mut scene);
    scene
}

/// Places everything but the labels of messages and orders, which have their sizes only. An order
/// whose label is forced gets room for it below its second event.
fn unlabelled(chart: &Chart, courses: &[Course], forced: &[bool]) -> ChartScene {
    let mut scene = ChartScene::default();
    let names: Vec<Label> = chart.lifelines.iter().map(|name| name_label(name)).collect();
    let columns = place_lifelines(chart, courses, &names);
    let top = names.iter().map(Label::height).fold(0.0, f64::max);
    let mut y = top + ROW * 0.9;
    let rows: IndexVec<EventId, f64> = chart
        .events
        .ids()
        .map(|event| {
            let row = y;
            let extra = chart.orders.iter().enumerate().filter(|(index, order)| {
                order.second == event && forced[chart.arrows.len() + index]
            });
            y += ROW + (LINE + 4.0) * count(extra.count());
            row
        })
        .collect();
    let bottom = y - ROW * 0.1;
    for (header, &x) in names.into_iter().zip(&columns) {
        let mut header = header;
        header.put(x - header.width() / 2.0, top - header.height());
        let footer = (chart.events.len() >= TALL).then(|| {
            let mut footer = header.clone();
            footer.put(header.area.left, bottom);
            footer
        });
        scene.lifelines.push(SceneLifeline { x, top, bottom, header, footer });
    }
    for (id, event) in chart.events.enumerate() {
        let at = Point { x: columns[event.lifeline], y: rows[id] };
        scene.events.push(placed_event(chart, courses, id, at));
    }
    for (index, arrow) in chart.arrows.iter().enumerate() {
        let badge = chart.cycle.iter().position(|mark| mark.from == index).map(|place| place + 1);
        let label = arrow_label(chart, index);
        scene.arrows.push(SceneArrow {
            path: courses[index].path(&scene.events, &columns, arrow, label.width()),
            label,
            badge,
            is_received: matches!(arrow.head, Head::Event(..)),
            bridges: Vec::new(),
        });
    }
    for order in &chart.orders {
        let is_in_cycle =
            chart.cycle.iter().any(|mark| mark.first == order.first && mark.second == order.second);
        let (start, end) = (scene.events[order.first].at, scene.events[order.second].at);
        scene.orders.push(SceneOrder {
            bow: [start, bend(start, end), end],
            label: order_label(order),
            is_in_cycle,
        });
    }
    for (mark, edge) in chart.cycle.iter().enumerate() {
        if chart.events[edge.first].lifeline == chart.events[edge.second].lifeline {
            let line = [scene.events[edge.first].at, scene.events[edge.second].at];
            scene.cycle.push(SceneCycleEdge { mark, line });
        }
    }
    cross(chart, &mut scene);
    scene
}

/// Returns the name of a participant, which is nowhere yet.
pub(super) fn name_label(name: &str) -> Label {
    let (room, lines) = NAME;
    let mut label = Label::sized(wrapped(name, FONT, room, lines), FONT, 12.0);
    label.area.bottom += 8.0;
    label
}

/// Returns an event with its number and its note beside its lifeline, where no message leaves.
fn placed_event(chart: &Chart, courses: &[Course], id: EventId, at: Point) -> SceneEvent {
    let event = &chart.events[id];
    let (mut number, mut note) = event_labels(event);
    let middle = |label: &Label| at.y - label.height() / 2.0;
    let is_left = number_is_left(chart, courses, id);
    let mut edge = if is_left { at.x - BESIDE } else { at.x + BESIDE };
    for label in [Some(&mut number), note.as_mut()].into_iter().flatten() {
        let left = if is_left { edge - label.width() } else { edge };
        label.put(left, middle(label));
        edge = if is_left { left - 2.0 } else { left + label.width() + 2.0 };
    }
    SceneEvent { at, number, note }
}

/// Returns the point to which an order bends, beside the straight way.
fn bend(start: Point, end: Point) -> Point {
    let middle = start.toward(end, 0.5);
    let length = start.distance(end).max(1.0);
    if (end.x - start.x).abs() < 1.0 {
        return Point { x: middle.x - 60.0, y: middle.y };
    }
    let by = (length * 0.4).clamp(24.0, 80.0) / length;
    let sign = if end.x > start.x { 1.0 } else { -1.0 };
    Point {
        x: middle.x + sign * (end.y - start.y) * by,
        y: middle.y - sign * (end.x - start.x) * by,
    }
}

/// Finds the crossings.
fn cross(chart: &Chart, scene: &mut ChartScene) {
    let ends = |arrow: usize| {
        let path = &scene.arrows[arrow].path;
        let (one, other) = (path[0].x.round(), path[path.len() - 1].x.round());
        [one.min(other), one.max(other)]
    };
    let mut crossings = Vec::new();
    let mut bridges = vec![Vec::new(); chart.arrows.len()];
    for (later, over) in scene.arrows.iter().enumerate() {
        for (earlier, under) in scene.arrows[..later].iter().enumerate() {
            for one in over.path.windows(2) {
                for other in under.path.windows(2) {
                    let Some(at) = crossing([one[0], one[1]], [other[0], other[1]]) else {
                        continue;
                    };
                    bridges[later].push(at);
                    let both = |wanted: fn(&SceneArrow) -> bool| wanted(over) && wanted(under);
                    let is_same = both(|arrow| arrow.is_received && arrow.path.len() == 2)
                        && ends(later)
                            .iter()
                            .zip(ends(earlier))
                            .all(|(one, other)| (one - other).abs() < 0.5);
                    if is_same || both(|arrow| arrow.badge.is_some()) {
                        crossings.push(SceneCrossing { arrows: [earlier, later], at });
                    }
                }
            }
        }
    }
    scene.crossings = crossings;
    for (arrow, bridges) in scene.arrows.iter_mut().zip(bridges) {
        arrow.bridges = bridges;
    }
}

/// Writes what the signs mean below the picture.
fn add_legend(chart: &Chart, scene: &mut ChartScene) {
    let mut parts = Vec::new();
    if !chart.cycle.is_empty() {
        let numbers = 1..=chart.cycle.len().min(12);
        let mut numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
        if chart.cycle.len() > numbers.len() {
            numbers.push("...".to_owned());
        }
        numbers.push("1".to_owned());
        let cycle = numbers.join(" \u{2192} ");
        parts.push(format!("conflict cycle {cycle}: each before the next"));
    }
    if scene.arrows.iter().any(|arrow| !arrow.is_received) {
        parts.push("dotted: sent, not received".to_owned());
    }
    if !chart.orders.is_empty() {
        parts.push("dashed: the order that a channel imposes".to_owned());
    }
    if !scene.crossings.is_empty() {
        let says = "ring: messages of the cycle, or of the same two participants, cross";
        parts.push(says.to_owned());
    }
    if chart.events.iter().any(|event| event.mark == Mark::Internal) {
        parts.push("~ internal step".to_owned());
    }
    parts.extend(chart.beginning());
    if chart.events.is_empty() {
        parts.push("no step".to_owned());
    }
    if parts.is_empty() {
        return;
    }
    let room = (scene.width - 2.0 * MARGIN).max(260.0);
    let lines = parts.iter().flat_map(|part| wrapped(part, SMALL, room, 4)).collect();
    let mut label = Label::sized(lines, SMALL, 0.0);
    label.put(MARGIN, scene.height - MARGIN + 8.0);
    scene.width = scene.width.max(label.area.right + MARGIN);
    scene.height = label.area.bottom + MARGIN;
    scene.legend = Some(label);
}

//! Placement of all parts of the picture of a chart: geometry only, in the units of SVG.
//!
//! Time flows down, one row for each event. A message is a straight line from its send to its
//! reception, a loop if it comes back to its own lifeline. Every label has an area that is at least as
//! wide as its text; the areas never overlap, and the picture is large enough to contain them.

use super::chart_labels::{bounds, place_labels};
use super::chart_scene::{
    BESIDE, ChartScene, LINE, Label, ROW, SMALL, SceneCrossing, SceneEvent, SceneLifeline,
    SceneLine, TALL, name_label,
};
use super::chart_spacing::{
    arrow_label, event_labels, loop_lanes, number_is_left, order_label, path, place_lifelines,
};
use super::lettering::wrapped;
use super::plane::{Point, count, crossing};
use super::{Chart, EventId, LineStyle, Mark};
use kernel::base::IndexVec;

/// The distance between the drawing and the edge of the picture.
const MARGIN: f64 = 14.0;
/// Maximum number of rounds of placing labels at preferred positions.
const ROUNDS: usize = 8;

/// Returns the placement of all parts of the picture of a chart.
///
/// # Complexity
/// Quadratic in the number of messages and orders, times the constant number of rounds of
/// placing labels; labels without a free position get a reserved one.
pub fn chart_scene(chart: &Chart) -> ChartScene {
    let lanes = loop_lanes(chart);
    let mut forced = vec![false; chart.arrows.len() + chart.orders.len()];
    let mut round = 0;
    let mut scene = loop {
        let mut scene = unlabelled(chart, &lanes, &forced);
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

/// Places everything except the labels of messages and orders, which only have their sizes. An order
/// whose label is forced gets room for it below its second event.
fn unlabelled(chart: &Chart, lanes: &[usize], forced: &[bool]) -> ChartScene {
    let mut scene = ChartScene::default();
    let names: Vec<Label> = chart.lifelines.iter().map(|name| name_label(name)).collect();
    let columns = place_lifelines(chart, lanes, &names);
    let top = names.iter().map(Label::height).fold(0.0, f64::max);
    let mut y = top + ROW * 0.9;
    let rows: IndexVec<EventId, f64> = chart
        .events
        .ids()
        .map(|event| {
            y += if chart.is_behind_gap(event) { ROW } else { 0.0 };
            let row = y;
            let extra = chart.orders.iter().enumerate().filter(|(index, order)| {
                order.second == event && forced[chart.arrows.len() + index]
            });
            y += ROW + (LINE + 4.0) * count(extra.count());
            row
        })
        .collect();
    let bottom = y - ROW * 0.1;
    let is_tall = chart.events.len() >= TALL;
    for (name, &x) in names.into_iter().zip(&columns) {
        scene.lifelines.push(SceneLifeline::new(name, x, (top, bottom), is_tall));
    }
    let middle = columns.iter().next_back().map_or(0.0, |last| last / 2.0);
    for gap in &chart.gaps {
        let mut label = Label::sized(vec![gap.says.clone()], SMALL, 0.0);
        label.put(middle - label.width() / 2.0, rows[gap.before] - ROW - label.height() / 2.0);
        scene.gaps.push(label);
    }
    for (id, event) in chart.events.enumerate() {
        let at = Point { x: columns[event.lifeline], y: rows[id] };
        scene.events.push(placed_event(chart, id, at));
    }
    for (index, arrow) in chart.arrows.iter().enumerate() {
        let badge = chart.number_in_cycle(index);
        let label = arrow_label(chart, index);
        scene.lines.push(SceneLine {
            path: path(chart, &scene.events, &columns, arrow, lanes[index], label.width()),
            label,
            style: arrow.style(),
            is_in_cycle: badge.is_some(),
            badge,
            bridges: Vec::new(),
        });
    }
    for order in &chart.orders {
        let (start, end) = (scene.events[order.first].at, scene.events[order.second].at);
        scene.lines.push(SceneLine {
            path: vec![start, bend(start, end), end],
            label: order_label(order),
            style: LineStyle::Order,
            is_in_cycle: chart
                .cycle
                .iter()
                .any(|mark| mark.first == order.first && mark.second == order.second),
            badge: None,
            bridges: Vec::new(),
        });
    }
    cross(&mut scene);
    scene
}

/// Returns an event with its number and its note beside its lifeline, on the side without messages.
fn placed_event(chart: &Chart, id: EventId, at: Point) -> SceneEvent {
    let event = &chart.events[id];
    let (mut number, mut note) = event_labels(event);
    let middle = |label: &Label| at.y - label.height() / 2.0;
    let is_left = number_is_left(chart, id);
    let mut edge = if is_left { at.x - BESIDE } else { at.x + BESIDE };
    for label in [Some(&mut number), note.as_mut()].into_iter().flatten() {
        let left = if is_left { edge - label.width() } else { edge };
        label.put(left, middle(label));
        edge = if is_left { left - 2.0 } else { left + label.width() + 2.0 };
    }
    SceneEvent { at, number, note }
}

/// Returns the point to which an order bends, beside the straight line.
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

/// Finds the crossings of messages.
fn cross(scene: &mut ChartScene) {
    let ends = |line: &SceneLine| {
        let (one, other) = (line.path[0].x.round(), line.path[line.path.len() - 1].x.round());
        [one.min(other), one.max(other)]
    };
    let is_straight = |line: &SceneLine| line.style == LineStyle::Message && line.path.len() == 2;
    let messages = scene.lines.iter().filter(|line| line.style != LineStyle::Order).count();
    for later in 0..messages {
        let over = &scene.lines[later];
        let mut bridges = Vec::new();
        for (earlier, under) in scene.lines[..later].iter().enumerate() {
            let is_same = is_straight(over)
                && is_straight(under)
                && ends(over).iter().zip(ends(under)).all(|(one, other)| (one - other).abs() < 0.5);
            for (stretch, one) in over.path.windows(2).enumerate() {
                for other in under.path.windows(2) {
                    let Some(at) = crossing([one[0], one[1]], [other[0], other[1]]) else {
                        continue;
                    };
                    bridges.push((stretch, at));
                    if is_same || (over.is_in_cycle && under.is_in_cycle) {
                        scene.crossings.push(SceneCrossing { arrows: [earlier, later], at });
                    }
                }
            }
        }
        scene.lines[later].bridges = bridges;
    }
}

/// Writes the legend of the signs below the picture.
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
    if scene.lines.iter().any(|line| line.style == LineStyle::Unmatched) {
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

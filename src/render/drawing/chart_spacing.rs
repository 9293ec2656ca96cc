//! Distances between the lifelines of a picture, and the courses of its messages.

use super::chart_line::Lanes;
use super::chart_scene::{BADGE, BESIDE, FONT, Label, MAX_LABEL_WIDTH, ROW, SMALL, SceneEvent};
use super::lettering::{begun, shortened};
use super::plane::{Point, count};
use super::sequence_columns::{Frames, RequiredRoom, columns};
use super::{Arrow, Chart, Event, EventId, LifelineId, LineStyle, Order};
use kernel::base::{Id as _, IndexVec, grouped};

/// Maximum width of the text of an event.
const CALLED: f64 = 300.0;
/// Minimum distance between two lifelines.
const NEAR: f64 = 92.0;
/// Minimum visible length of a message beside its label.
const SEEN: f64 = 50.0;
/// Distance of the innermost loop from its lifeline, and distance between loops.
const LOOP: (f64, f64) = (30.0, 12.0);
/// Distance before a lifeline at which an unreceived message ends.
const SHORT: f64 = 16.0;

/// Returns the corners of a message whose label has the given width; a loop is the one with the number `lane` from
/// inside.
pub(super) fn path(
    chart: &Chart,
    events: &IndexVec<EventId, SceneEvent>,
    columns: &IndexVec<LifelineId, f64>,
    arrow: &Arrow,
    lane: usize,
    label: f64,
) -> Vec<Point> {
    let start = events[arrow.from].at;
    let [from, to] = chart.ends(arrow);
    let below = start.y + ROW * 0.4;
    match arrow.reception().map(|event| events[event].at) {
        Some(end) if to != from => vec![start, end],
        Some(end) => {
            let x = start.x + LOOP.0 + LOOP.1 * count(lane);
            vec![start, Point { x, y: start.y + 6.0 }, Point { x, y: end.y - 6.0 }, end]
        }
        None if to != from => {
            let apart = if columns[to] < start.x { SHORT } else { -SHORT };
            vec![start, Point { x: columns[to] + apart, y: below }]
        }
        None => {
            let length = (label + SEEN).max(NEAR) + SHORT;
            vec![start, Point { x: start.x + length, y: below }]
        }
    }
}

/// Returns for each message that comes back to its lifeline the number of its loop from inside.
pub(super) fn loop_lanes(chart: &Chart) -> Vec<usize> {
    // The events between which the loops of a lifeline are used, lane by lane.
    let mut taken = IndexVec::filled(Lanes::new(), chart.lifelines.len());
    let lane = |arrow: &Arrow| {
        let [from, to] = chart.ends(arrow);
        let reception = arrow.reception().filter(|_| from == to);
        reception.map_or(0, |event| taken[from].take(arrow.from, event))
    };
    chart.arrows.iter().map(lane).collect()
}

/// Returns the label of a message, not placed yet.
pub(super) fn arrow_label(chart: &Chart, index: usize) -> Label {
    let text = shortened(&chart.arrows[index].label, FONT, MAX_LABEL_WIDTH);
    Label::sized(vec![text], FONT, chart.number_in_cycle(index).map_or(0.0, |_| BADGE))
}

/// Returns the label of an order, not placed yet.
pub(super) fn order_label(order: &Order) -> Label {
    Label::sized(vec![shortened(&order.label, SMALL, MAX_LABEL_WIDTH)], SMALL, 0.0)
}

/// Returns the number and the note of an event, not placed yet.
pub(super) fn event_labels(event: &Event) -> (Label, Option<Label>) {
    let mut number = grouped(event.number as u64);
    if let Some(symbol) = event.mark.symbol() {
        number = format!("{number} {symbol}");
    }
    let number = Label::sized(vec![number], SMALL, 0.0);
    let label = event.label.as_ref().map(|label| begun(label, FONT, CALLED));
    let note = event.note.as_ref().map(|note| shortened(note, FONT, MAX_LABEL_WIDTH));
    // A long label does not take room from the note.
    let parts: Vec<String> = label.into_iter().chain(note).collect();
    (number, (!parts.is_empty()).then(|| Label::sized(vec![parts.join(" ")], FONT, 6.0)))
}

/// Returns `true` if the number of an event is left of its lifeline, since a message leaves
/// or arrives on the right.
pub(super) fn number_is_left(chart: &Chart, id: EventId) -> bool {
    let here = |arrow: &&Arrow| arrow.from == id || arrow.reception() == Some(id);
    chart.arrows.iter().find(here).is_some_and(|arrow| {
        let [from, to] = chart.ends(arrow);
        if arrow.from == id { from <= to } else { to <= from }
    })
}

/// Returns the horizontal position of each lifeline, such that the names, the texts beside the lifelines, and
/// the labels of messages between neighbours fit.
pub(super) fn place_lifelines(
    chart: &Chart,
    lanes: &[usize],
    names: &[Label],
) -> IndexVec<LifelineId, f64> {
    let mut required = RequiredRoom::default();
    for (first, pair) in names.windows(2).enumerate() {
        let width = f64::midpoint(pair[0].width(), pair[1].width()) + 14.0;
        required.between.push((first, first + 1, width.max(NEAR)));
    }
    let mut widen = |lifeline: LifelineId, is_left: bool, width: f64| {
        let first = lifeline.index().checked_sub(usize::from(is_left));
        if let Some(first) = first.filter(|first| first + 1 < names.len()) {
            required.between.push((first, first + 1, width));
        }
    };
    for (id, event) in chart.events.enumerate() {
        let (number, note) = event_labels(event);
        let width = number.width() + note.map_or(0.0, |note| note.width() + 2.0);
        let is_left = number_is_left(chart, id);
        widen(event.lifeline, is_left, width + 2.0 * BESIDE);
    }
    for (index, (arrow, &lane)) in chart.arrows.iter().zip(lanes).enumerate() {
        let [from, to] = chart.ends(arrow);
        let label = arrow_label(chart, index).width();
        // Both labels fit beside each other where messages of the cycle cross.
        let room = chart.number_in_cycle(index).map_or(0.0, |_| label.min(90.0));
        let width = match (arrow.style(), to == from) {
            (LineStyle::Unmatched, true) => (label + SEEN).max(NEAR) + 2.0 * SHORT,
            (LineStyle::Unmatched, false) => label + room + SEEN + SHORT,
            (_, true) => LOOP.0 + LOOP.1 * count(lane) + label + 2.0 * BESIDE,
            (_, false) => label + room + SEEN,
        };
        widen(from, to < from, width);
    }
    for order in &chart.orders {
        let ends = [order.first, order.second].map(|event| chart.events[event].lifeline);
        widen(ends[0], ends[1] < ends[0], order_label(order).width() + 1.5 * SEEN);
    }
    let unframed = Frames { frames: Vec::new(), holder: vec![None] };
    let columns = columns(&unframed, &[required], &vec![[0.0; 2]; names.len()], 0.0, 0.0);
    columns.lifelines.into_iter().collect()
}

//! Distances between the lifelines of a picture, and the courses of its messages.

use super::chart_line::Lanes;
use super::chart_scene::{BADGE, BESIDE, FONT, Label, MAX_LABEL_WIDTH, ROW, SMALL, SceneEvent};
use super::lettering::{begun, shortened};
use super::plane::{Point, count};
use super::{Arrow, ArrowHead, Chart, Event, EventId, LifelineId, Order};
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

/// The course of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ArrowCourse {
    /// To another lifeline.
    Straight { to: LifelineId },
    /// Back to the same lifeline, as the loop with this number from inside.
    Loop { lane: usize },
    /// Towards a lifeline.
    Open { to: LifelineId },
    /// To the right, towards no lifeline.
    Stub,
}

impl ArrowCourse {
    /// Returns `true` if a message from this lifeline leaves it to the left.
    pub(super) fn is_leftward(self, from: LifelineId) -> bool {
        match self {
            Self::Straight { to } | Self::Open { to } => to < from,
            Self::Loop { .. } | Self::Stub => false,
        }
    }

    /// Returns the corners of a message whose label has the given width.
    pub(super) fn path(
        self,
        events: &IndexVec<EventId, SceneEvent>,
        columns: &IndexVec<LifelineId, f64>,
        arrow: &Arrow,
        label: f64,
    ) -> Vec<Point> {
        let start = events[arrow.from].at;
        let end = arrow.reception().map_or(start, |event| events[event].at);
        let below = start.y + ROW * 0.4;
        match self {
            Self::Straight { .. } => vec![start, end],
            Self::Loop { lane } => {
                let x = start.x + LOOP.0 + LOOP.1 * count(lane);
                vec![start, Point { x, y: start.y + 6.0 }, Point { x, y: end.y - 6.0 }, end]
            }
            Self::Open { to } => {
                let apart = if columns[to] < start.x { SHORT } else { -SHORT };
                vec![start, Point { x: columns[to] + apart, y: below }]
            }
            Self::Stub => {
                let length = (label + SEEN).max(NEAR) + SHORT;
                vec![start, Point { x: start.x + length, y: below }]
            }
        }
    }
}

/// Returns the course of each message.
pub(super) fn courses(chart: &Chart) -> Vec<ArrowCourse> {
    // The events between which the loops of a lifeline are used, lane by lane.
    let mut taken = IndexVec::filled(Lanes::new(), chart.lifelines.len());
    let course = |arrow: &Arrow| {
        let from = chart.events[arrow.from].lifeline;
        match arrow.head {
            ArrowHead::Nowhere(Some(to)) if to != from => ArrowCourse::Open { to },
            ArrowHead::Nowhere(_) => ArrowCourse::Stub,
            ArrowHead::Event(event, _) if chart.events[event].lifeline != from => {
                ArrowCourse::Straight { to: chart.events[event].lifeline }
            }
            ArrowHead::Event(event, _) => {
                ArrowCourse::Loop { lane: taken[from].take(arrow.from, event) }
            }
        }
    };
    chart.arrows.iter().map(course).collect()
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
pub(super) fn number_is_left(chart: &Chart, courses: &[ArrowCourse], id: EventId) -> bool {
    let lifeline = chart.events[id].lifeline;
    chart.arrows.iter().zip(courses).any(|(arrow, course)| {
        let from = chart.events[arrow.from].lifeline;
        if arrow.from == id {
            return !course.is_leftward(from);
        }
        arrow.reception() == Some(id) && lifeline <= from
    })
}

/// Returns the horizontal position of each lifeline, such that the names, the texts beside the lifelines, and
/// the labels of messages between neighbours fit.
pub(super) fn place_lifelines(
    chart: &Chart,
    courses: &[ArrowCourse],
    names: &[Label],
) -> IndexVec<LifelineId, f64> {
    let mut gaps: Vec<f64> = names
        .windows(2)
        .map(|pair| (f64::midpoint(pair[0].width(), pair[1].width()) + 14.0).max(NEAR))
        .collect();
    let mut widen = |gap: Option<usize>, width: f64| {
        if let Some(gap) = gap.and_then(|gap| gaps.get_mut(gap)) {
            *gap = gap.max(width);
        }
    };
    let side = |lifeline: LifelineId, is_left: bool| {
        if is_left { lifeline.index().checked_sub(1) } else { Some(lifeline.index()) }
    };
    for (id, event) in chart.events.enumerate() {
        let (number, note) = event_labels(event);
        let width = number.width() + note.map_or(0.0, |note| note.width() + 2.0);
        let is_left = number_is_left(chart, courses, id);
        widen(side(event.lifeline, is_left), width + 2.0 * BESIDE);
    }
    for (index, (arrow, course)) in chart.arrows.iter().zip(courses).enumerate() {
        let from = chart.events[arrow.from].lifeline;
        let label = arrow_label(chart, index).width();
        // Both labels fit beside each other where messages of the cycle cross.
        let room = chart.number_in_cycle(index).map_or(0.0, |_| label.min(90.0));
        let width = match course {
            ArrowCourse::Straight { .. } => label + room + SEEN,
            ArrowCourse::Open { .. } => label + room + SEEN + SHORT,
            ArrowCourse::Stub => (label + SEEN).max(NEAR) + 2.0 * SHORT,
            ArrowCourse::Loop { lane } => LOOP.0 + LOOP.1 * count(*lane) + label + 2.0 * BESIDE,
        };
        widen(side(from, course.is_leftward(from)), width);
    }
    for order in &chart.orders {
        let ends = [order.first, order.second].map(|event| chart.events[event].lifeline);
        widen(side(ends[0], ends[1] < ends[0]), order_label(order).width() + 1.5 * SEEN);
    }
    let mut x = 0.0;
    let mut columns = IndexVec::new();
    for place in 0..names.len() {
        columns.push(x);
        x += gaps.get(place).copied().unwrap_or(0.0);
    }
    columns
}

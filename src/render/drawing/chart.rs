//! Message sequence charts as data.

use kernel::base::{IndexVec, grouped, typed_id};

typed_id! {
    /// A lifeline of a chart, from left to right.
    pub struct LifelineId;
}
typed_id! {
    /// An event of a chart, from top to bottom.
    pub struct EventId;
}

/// The kind of an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// A message leaves: `!`.
    Send,
    /// A message arrives: `?`.
    Receive,
    /// An internal event: `~`.
    Internal,
    /// An event of which only [`Event::label`] is known.
    Other,
    /// The end of a lifeline, without an event.
    End,
}

impl Mark {
    /// Returns the mark as it is drawn beside the number; `None` for an event that needs no mark.
    pub fn symbol(self) -> Option<char> {
        match self {
            Self::Send => Some('!'),
            Self::Receive => Some('?'),
            Self::Internal => Some('~'),
            Self::Other | Self::End => None,
        }
    }
}

/// An event on one lifeline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The lifeline of the event.
    pub lifeline: LifelineId,
    /// The number that is shown beside it.
    pub number: usize,
    /// The kind of the event.
    pub mark: Mark,
    /// The text of the event, if no arrow has it.
    pub label: Option<String>,
    /// A highlighted remark on the event.
    pub note: Option<String>,
}

impl Event {
    /// Returns the text of the event with the remark behind it, if there is any of them.
    pub(super) fn text(&self) -> Option<String> {
        let parts: Vec<&str> = self.label.iter().chain(&self.note).map(String::as_str).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }
}

/// How events are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Numbering {
    /// Through the whole chart.
    #[default]
    Throughout,
    /// On each lifeline separately.
    EachLifeline,
}

/// How a message between two neighbouring rows is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slope {
    /// On one row, if its events are consecutive on two lifelines; falling otherwise.
    Level,
    /// From the row of the send down to another.
    Falling,
}

/// The end of an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrowHead {
    /// At a later event.
    Event(EventId, Slope),
    /// At no event: the message is not received. The arrow points to the lifeline, if there is one.
    Nowhere(Option<LifelineId>),
}

/// The kind of a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineStyle {
    /// A message that is received.
    Message,
    /// A message that is not received.
    Unmatched,
    /// An order.
    Order,
}

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The label of the arrow.
    pub label: String,
    /// The event where it starts.
    pub from: EventId,
    /// The end of the arrow.
    pub head: ArrowHead,
}

impl Arrow {
    /// Returns the event at the end of the arrow.
    pub(super) fn reception(&self) -> Option<EventId> {
        match self.head {
            ArrowHead::Event(event, _) => Some(event),
            ArrowHead::Nowhere(_) => None,
        }
    }

    /// Returns the kind of the line of the message.
    pub(super) fn style(&self) -> LineStyle {
        self.reception().map_or(LineStyle::Unmatched, |_| LineStyle::Message)
    }
}

/// An order between two events on different lifelines that is not caused by a message, drawn dotted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The event that comes first.
    pub first: EventId,
    /// The event that comes later.
    pub second: EventId,
    /// The cause of the order.
    pub label: String,
}

/// A step of the cycle that the chart highlights: between the events of two messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CycleMark {
    /// The number, in [`Chart::arrows`], of the message that comes first.
    pub from: usize,
    /// The index of the message that comes later, at which the next step starts.
    pub to: usize,
    /// The event of the earlier message.
    pub first: EventId,
    /// The event of the later message: on the same lifeline, or ordered by one of [`Chart::orders`].
    pub second: EventId,
}

/// A place in a chart where events are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElidedSteps {
    /// The next event; never the first one.
    pub before: EventId,
    /// The text at the place.
    pub says: String,
}

/// A message sequence chart. Each event is the end of at most one arrow.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chart {
    /// The names of the lifelines.
    pub lifelines: IndexVec<LifelineId, String>,
    /// The events in their order in time.
    pub events: IndexVec<EventId, Event>,
    /// The messages.
    pub arrows: Vec<Arrow>,
    /// The orders that are shown.
    pub orders: Vec<Order>,
    /// The cycle, in its order; its messages are numbered by it, from 1.
    pub cycle: Vec<CycleMark>,
    /// The events that should not have happened at their places, drawn with a cross.
    pub faults: Vec<EventId>,
    /// How the events are numbered.
    pub numbering: Numbering,
    /// Number of events that are left out before the first one.
    pub left_out: usize,
    /// The places where other events are left out, in order.
    pub gaps: Vec<ElidedSteps>,
}

impl Chart {
    /// Returns the lifelines from which a message comes and to which it goes or points: the same if that is none.
    pub(super) fn ends(&self, arrow: &Arrow) -> [LifelineId; 2] {
        let from = self.events[arrow.from].lifeline;
        let to = match arrow.head {
            ArrowHead::Event(event, _) => Some(self.events[event].lifeline),
            ArrowHead::Nowhere(to) => to,
        };
        [from, to.unwrap_or(from)]
    }

    /// Returns the number of a message in the cycle, if it is part of it.
    pub(super) fn number_in_cycle(&self, arrow: usize) -> Option<usize> {
        self.cycle.iter().position(|mark| mark.from == arrow).map(|place| place + 1)
    }

    /// Returns `true` if events are left out directly before this one.
    pub(super) fn is_behind_gap(&self, event: EventId) -> bool {
        self.gaps.binary_search_by_key(&event, |gap| gap.before).is_ok()
    }

    /// Returns the number of blanks between the number of an event and its mark, in text.
    pub(super) fn number_gap(&self) -> usize {
        // Numbers that stand only in the margins have room.
        if self.lifelines.len() > 2 { 1 } else { 2 }
    }

    /// Returns the width of the mark of an event and the blanks between it and the number, in text.
    pub(super) fn mark_width(&self, event: &Event) -> usize {
        match event.mark.symbol() {
            None if self.lifelines.len() > 2 => 0,
            _ => self.number_gap() + 1,
        }
    }

    /// Returns the width of the number of an event with its mark, in text.
    pub(super) fn number_width(&self, event: &Event) -> usize {
        grouped(event.number as u64).len() + self.mark_width(event)
    }

    /// Returns the text about the events that are left out before the first one, if any.
    pub(super) fn beginning(&self) -> Option<String> {
        match self.left_out {
            0 => None,
            1 => Some("1 step before is left out".to_owned()),
            count => Some(format!("{} steps before are left out", grouped(count as u64))),
        }
    }
}

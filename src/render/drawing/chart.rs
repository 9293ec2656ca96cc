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

/// What happens at an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// A message leaves: `!`.
    Send,
    /// A message arrives: `?`.
    Receive,
    /// Neither: `~`.
    Internal,
    /// Something of which no more is known than its [`Event::label`].
    Other,
    /// Nothing happens: the lifeline ends.
    End,
}

impl Mark {
    /// Returns the mark as it is drawn beside the number; nothing where the event says it all.
    pub fn symbol(self) -> Option<char> {
        match self {
            Self::Send => Some('!'),
            Self::Receive => Some('?'),
            Self::Internal => Some('~'),
            Self::Other | Self::End => None,
        }
    }
}

/// Something that happens on one lifeline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Where it happens.
    pub lifeline: LifelineId,
    /// The number that is shown beside it.
    pub number: usize,
    /// What happens.
    pub mark: Mark,
    /// What it is called, where no arrow says it.
    pub label: Option<String>,
    /// A remark that draws attention to it.
    pub note: Option<String>,
}

/// What the numbers of events count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Numbering {
    /// The events of the chart.
    #[default]
    Throughout,
    /// Those of each lifeline by itself.
    EachLifeline,
}

/// How a message between two neighbouring rows is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slope {
    /// On one row, where its events follow each other directly on two lifelines; falling otherwise.
    Level,
    /// From its own row down to another.
    Falling,
}

/// Where an arrow ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Head {
    /// At a later event.
    Event(EventId, Slope),
    /// Nowhere: the message is not received. It points to the lifeline, if there is one.
    Nowhere(Option<LifelineId>),
}

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// What is written on it.
    pub label: String,
    /// The event where it starts.
    pub from: EventId,
    /// Where it ends.
    pub head: Head,
}

/// An order between two events on different lifelines that no message explains, drawn dotted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The event that comes first.
    pub first: EventId,
    /// The event that comes later.
    pub second: EventId,
    /// What imposes the order.
    pub label: String,
}

/// One step of a cycle that the picture is about: between the events of two messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CycleMark {
    /// The number, in [`Chart::arrows`], of the message that comes first.
    pub from: usize,
    /// The number of the one that comes later, with which the next step starts.
    pub to: usize,
    /// The event of the former.
    pub first: EventId,
    /// The event of the latter: on the same lifeline, or ordered by one of [`Chart::orders`].
    pub second: EventId,
}

/// A place in a chart where events are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElidedSteps {
    /// The event that comes next; never the first one.
    pub before: EventId,
    /// What is said there.
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
    /// The orders that are worth showing.
    pub orders: Vec<Order>,
    /// The cycle, in its order; its messages are numbered by it, from 1.
    pub cycle: Vec<CycleMark>,
    /// The events that should not have come where they stand: pictures have a cross there.
    pub faults: Vec<EventId>,
    /// What the numbers of the events count.
    pub numbering: Numbering,
    /// How many events before the first one are left out.
    pub left_out: usize,
    /// Where other events are left out, in order.
    pub gaps: Vec<ElidedSteps>,
}

impl Chart {
    /// Returns `true` if events are left out directly before this one.
    pub(super) fn is_behind_gap(&self, event: EventId) -> bool {
        self.gaps.binary_search_by_key(&event, |gap| gap.before).is_ok()
    }

    /// Returns what is said of the events that are left out, if some are.
    pub(super) fn beginning(&self) -> Option<String> {
        match self.left_out {
            0 => None,
            1 => Some("1 step before is left out".to_owned()),
            count => Some(format!("{} steps before are left out", grouped(count as u64))),
        }
    }
}

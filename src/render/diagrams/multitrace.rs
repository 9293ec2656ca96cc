//! Multitraces as message sequence charts.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::drawing::{Arrow, ArrowHead, Chart, Event, EventId, LifelineId, Mark, Numbering, Slope};
use kernel::base::{Id as _, IndexVec};
use model::trace::LocationId;

/// An event observed by a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObservedEvent {
    /// The location.
    pub location: LocationId,
    /// The number that is shown beside it.
    pub number: usize,
    /// The text of the event: `l!m`, `l?m`, `{k?m,l!m}` or a plain letter; empty at the end of a trace.
    pub text: String,
    /// Whether events of the location between the previous one and this one are not shown.
    pub is_apart: bool,
    /// The error at this event, if there is one.
    pub note: Option<String>,
}

/// Returns `true` if a message, the second name, may go from the lifeline of the first name to that of the third.
pub type Ways<'a> = dyn Fn(&str, &str, &str) -> bool + 'a;

/// Returns the chart of observed events, in the given order: a lifeline for each location. A send and the
/// first later reception of its message, at another location that `ways` permits, are joined by an arrow;
/// the message of any other event is written beside it. Events that are apart have no arrow, since their
/// counterparts may not be shown.
///
/// # Complexity
/// Linear in the number of events, times that of the sends which wait for a reception.
pub fn multitrace_chart(
    locations: &[String],
    observed: &[ObservedEvent],
    ways: &Ways<'_>,
) -> Chart {
    let mut chart = Chart {
        lifelines: locations.iter().cloned().collect::<IndexVec<LifelineId, String>>(),
        numbering: Numbering::EachLifeline,
        ..Chart::default()
    };
    let mut sent: FxHashMap<&str, VecDeque<(EventId, &ObservedEvent, &str)>> = FxHashMap::default();
    let mut is_drawn: IndexVec<EventId, bool> = IndexVec::new();
    for one in observed {
        let (mark, lifeline, message) = parsed(&one.text);
        let event = chart.events.push(Event {
            lifeline: LifelineId::from_index(one.location.index()),
            number: one.number,
            mark,
            label: None,
            note: one.note.clone(),
        });
        is_drawn.push(false);
        chart.faults.extend(one.note.is_some().then_some(event));
        match mark {
            Mark::Send | Mark::Receive if one.is_apart => {}
            Mark::Send => {
                sent.entry(message).or_default().push_back((event, one, lifeline));
            }
            Mark::Receive => {
                let waiting = sent.entry(message).or_default();
                let elsewhere = waiting.iter().position(|&(_, send, from)| {
                    send.location != one.location && ways(from, message, lifeline)
                });
                if let Some((from, ..)) = elsewhere.and_then(|place| waiting.remove(place)) {
                    (is_drawn[from], is_drawn[event]) = (true, true);
                    chart.arrows.push(Arrow {
                        label: message.to_owned(),
                        from,
                        head: ArrowHead::Event(event, Slope::Level),
                    });
                }
            }
            Mark::Internal | Mark::Other | Mark::End => {}
        }
    }
    chart.arrows.sort_by_key(|arrow| arrow.from);
    for (event, one) in observed.iter().enumerate() {
        let event = EventId::from_index(event);
        if !is_drawn[event] {
            let gap = one.is_apart.then_some("...");
            let text = Some(one.text.as_str()).filter(|text| !text.is_empty());
            let label: Vec<&str> = gap.into_iter().chain(text).collect();
            chart.events[event].label = (!label.is_empty()).then(|| label.join(" "));
        }
    }
    chart
}

/// Returns the chart of what was seen in several places, each in its own order: pairs of a lifeline and a text as in
/// [`ObservedEvent`]. Receptions stand soon behind their sends, as far as the orders allow it.
///
/// # Complexity
/// Linear in the number of events, times that of the places.
pub fn traces_chart(lifelines: &[String], traces: &[Vec<(LocationId, String)>]) -> Chart {
    let mut left: FxHashMap<&str, usize> = FxHashMap::default();
    for (_, text) in traces.iter().flatten() {
        if let (Mark::Send, _, message) = parsed(text) {
            *left.entry(message).or_default() += 1;
        }
    }
    let mut under_way: FxHashMap<&str, usize> = FxHashMap::default();
    let mut done = vec![0; traces.len()];
    let mut numbers = vec![0; lifelines.len()];
    let mut observed = Vec::new();
    loop {
        let next = |place: usize| traces[place].get(done[place]);
        let is_due = |place: &usize| match next(*place).map(|(_, text)| parsed(text)) {
            Some((Mark::Receive, _, message)) => {
                let count = |counts: &FxHashMap<&str, usize>| counts.get(message).copied();
                count(&under_way) > Some(0) || count(&left).unwrap_or_default() == 0
            }
            event => event.is_some(),
        };
        let all = || 0..traces.len();
        let is_received = |place: &usize| {
            next(*place).is_some_and(|(_, text)| parsed(text).0 == Mark::Receive) && is_due(place)
        };
        let due = all().find(is_received).or_else(|| all().find(is_due));
        let place = due.or_else(|| all().find(|&place| next(place).is_some()));
        let Some((place, (location, text))) = place.and_then(|at| Some((at, next(at)?))) else {
            break;
        };
        match parsed(text) {
            (Mark::Send, _, message) => {
                *under_way.entry(message).or_default() += 1;
                left.entry(message).and_modify(|count| *count -= 1);
            }
            (Mark::Receive, _, message) => {
                under_way.entry(message).and_modify(|count| *count = count.saturating_sub(1));
            }
            _ => {}
        }
        done[place] += 1;
        numbers[location.index()] += 1;
        observed.push(ObservedEvent {
            location: *location,
            number: numbers[location.index()],
            text: text.clone(),
            is_apart: false,
            note: None,
        });
    }
    multitrace_chart(lifelines, &observed, &|_, _, _| true)
}

/// Returns the mark of an event, and the names of its lifeline and its message.
fn parsed(text: &str) -> (Mark, &str, &str) {
    if text.is_empty() {
        return (Mark::End, "", "");
    }
    let Some(at) = text.find(['!', '?']).filter(|_| !text.starts_with('{')) else {
        return (Mark::Other, "", text);
    };
    let mark = if text.as_bytes()[at] == b'!' { Mark::Send } else { Mark::Receive };
    (mark, text[..at].trim_end(), text[at + 1..].trim_start())
}

//! Multitraces as message sequence charts.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::LocationId;
use kernel::base::{Id as _, IndexVec};
use kernel::drawing::{Arrow, Chart, Event, EventId, Head, LifelineId, Mark, Numbering, Slope};

/// Something that a location saw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// Where.
    pub location: LocationId,
    /// The number that is shown beside it.
    pub number: usize,
    /// What was seen, as text: `l!m`, `l?m`, `{k?m,l!m}` or a plain letter; nothing at the end of a trace.
    pub text: String,
    /// Whether something that the location saw between the sighting before and this one is not shown.
    pub is_apart: bool,
    /// What is wrong with it, if something is.
    pub note: Option<String>,
}

/// Tells whether a message, the second name, may go from the lifeline of the first name to that of the third.
pub type Ways<'a> = dyn Fn(&str, &str, &str) -> bool + 'a;

/// Returns the chart of what locations saw, in the given order: a lifeline for each location. A send and the
/// first reception of its message after it, at another location where `ways` lets it go, are joined by an arrow;
/// what has no arrow is written beside its event. No arrow leads to or from what stands apart, since the message that
/// belongs to it may not be shown.
///
/// # Complexity
/// Linear in the number of sightings, times that of the sends which wait for a reception.
pub fn multitrace_chart(locations: &[String], sightings: &[Sighting], ways: &Ways<'_>) -> Chart {
    let mut chart = Chart {
        lifelines: locations.iter().cloned().collect::<IndexVec<LifelineId, String>>(),
        numbering: Numbering::EachLifeline,
        ..Chart::default()
    };
    let mut sent: FxHashMap<&str, VecDeque<(EventId, &Sighting, &str)>> = FxHashMap::default();
    let mut is_drawn: IndexVec<EventId, bool> = IndexVec::new();
    for sighting in sightings {
        let (mark, lifeline, message) = parsed(&sighting.text);
        let event = chart.events.push(Event {
            lifeline: LifelineId::from_index(sighting.location.index()),
            number: sighting.number,
            mark,
            label: None,
            note: sighting.note.clone(),
        });
        is_drawn.push(false);
        chart.faults.extend(sighting.note.is_some().then_some(event));
        match mark {
            Mark::Send | Mark::Receive if sighting.is_apart => {}
            Mark::Send => {
                sent.entry(message).or_default().push_back((event, sighting, lifeline));
            }
            Mark::Receive => {
                let waiting = sent.entry(message).or_default();
                let elsewhere = waiting.iter().position(|&(_, send, from)| {
                    send.location != sighting.location && ways(from, message, lifeline)
                });
                if let Some((from, ..)) = elsewhere.and_then(|place| waiting.remove(place)) {
                    (is_drawn[from], is_drawn[event]) = (true, true);
                    chart.arrows.push(Arrow {
                        label: message.to_owned(),
                        from,
                        head: Head::Event(event, Slope::Level),
                    });
                }
            }
            Mark::Internal | Mark::Other | Mark::End => {}
        }
    }
    chart.arrows.sort_by_key(|arrow| arrow.from);
    for (event, sighting) in sightings.iter().enumerate() {
        let event = EventId::from_index(event);
        if !is_drawn[event] {
            let gap = sighting.is_apart.then_some("...");
            let text = Some(sighting.text.as_str()).filter(|text| !text.is_empty());
            let label: Vec<&str> = gap.into_iter().chain(text).collect();
            chart.events[event].label = (!label.is_empty()).then(|| label.join(" "));
        }
    }
    chart
}

/// Returns how an event is marked, and the names of its lifeline and its message.
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

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::drawing::{chart_svg, chart_text};

    fn see(location: usize, number: usize, text: &str, note: Option<&str>) -> Sighting {
        Sighting {
            location: LocationId::from_index(location),
            number,
            text: text.to_owned(),
            is_apart: false,
            note: note.map(str::to_owned),
        }
    }

    #[test]
    fn sends_and_receptions_are_joined() {
        let sightings = [
            see(0, 1, "a!m", None),
            see(1, 1, "b?m", None),
            see(1, 2, "b?n", Some("cannot come here")),
        ];
        let locations = ["a".to_owned(), "b".to_owned()];
        let nowhere =
            multitrace_chart(&locations, &sightings, &|from, _, to| (from, to) != ("a", "b"));
        assert_eq!(nowhere.arrows.len(), 0);
        let chart = multitrace_chart(&locations, &sightings, &|_, message, _| message == "m");
        assert_eq!(chart.arrows.len(), 1);
        assert_eq!(chart.faults, [EventId::from_index(2)]);
        let text = chart_text(&chart);
        assert!(text.contains('m') && text.contains("b?n cannot come here"), "{text}");
    }

    #[test]
    fn plain_letters_and_ends_are_no_internal_steps() {
        let sightings = [
            see(0, 7_212, "login", None),
            see(1, 0, "b!m", None),
            see(0, 7_213, "a?m", Some("wrong here")),
            Sighting { is_apart: true, ..see(2, 9, "c?m", Some("does not fit")) },
            see(1, 1, "", Some("ends too early")),
        ];
        let locations = ["a", "b", "c"].map(str::to_owned);
        let mut chart = multitrace_chart(&locations, &sightings, &|_, _, _| true);
        chart.left_out = 14_424;
        assert_eq!(chart_text(&chart), EXPECTED);
        let svg = chart_svg(&chart);
        assert!(!svg.contains("internal") && svg.contains("14,424 steps before are left out"));
    }

    const EXPECTED: &str = "\
... 14,424 steps before are left out
             a               b               c
             |               |               |
 a: 7,212    *               |               |   <- login
 a: 7,213  ? +<----- m ------+               | !  b: 0   <- a: wrong here
             |               |               + ?  c: 9   <- ... c?m does not fit
     b: 1    |               =               |   <- ends too early
             |               |               |
";
}

//! What a log holds, without a model.

use std::collections::BTreeMap;

use super::record::{Event, Record};
use model::cfsm::Direction;

/// Maximum number of different names of each kind that are counted separately.
const APART: usize = 10_000;
/// Maximum number of events of the first session that are kept.
const KEPT: usize = 60;

/// Counts of the events at a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LocationCounts {
    /// Events that send a message.
    pub sent: u64,
    /// Events that receive one.
    pub received: u64,
    /// Events without a direction.
    pub others: u64,
}

/// The names in logs and how often each occurs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Survey {
    events: u64,
    locations: BTreeMap<String, LocationCounts>,
    messages: BTreeMap<String, u64>,
    sessions: BTreeMap<String, u64>,
    first: Option<FirstSession>,
}

/// The session of the first event of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstSession {
    /// Its key, which may be empty.
    pub key: String,
    /// The locations of its first 60 events, each with what it saw: `location!message`, `location?message`, or the message alone.
    pub events: Vec<(String, String)>,
}

impl Survey {
    /// Returns the session of the first event, if there is one.
    pub fn first_session(&self) -> Option<&FirstSession> {
        self.first.as_ref()
    }

    /// Returns the number of events.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Returns the locations in the order of their names; the first 10,000 that occur, as with messages and sessions.
    pub fn locations(&self) -> impl ExactSizeIterator<Item = (&str, LocationCounts)> {
        self.locations.iter().map(|(name, &counts)| (name.as_str(), counts))
    }

    /// Returns the messages and the number of events of each, in the order of their names.
    pub fn messages(&self) -> impl ExactSizeIterator<Item = (&str, u64)> {
        self.messages.iter().map(|(name, &count)| (name.as_str(), count))
    }

    /// Returns the keys of sessions and the number of events of each, in the order of the keys.
    pub fn sessions(&self) -> impl ExactSizeIterator<Item = (&str, u64)> {
        self.sessions.iter().map(|(key, &count)| (key.as_str(), count))
    }

    /// Counts the event of a record.
    pub(super) fn note(&mut self, record: &Record<'_>) {
        let Some(event) = record.event else { return };
        let (location, direction, message) = action(&event);
        self.events += 1;
        let first = self.first.get_or_insert_with(|| FirstSession {
            key: record.session.to_owned(),
            events: Vec::new(),
        });
        if first.key == record.session && first.events.len() < KEPT {
            let text = direction.map_or_else(
                || message.to_owned(),
                |direction| format!("{location}{}{message}", direction.sign()),
            );
            first.events.push((location.to_owned(), text));
        }
        if let Some(counts) = slot(&mut self.locations, location) {
            *match direction {
                Some(Direction::Send) => &mut counts.sent,
                Some(Direction::Receive) => &mut counts.received,
                None => &mut counts.others,
            } += 1;
        }
        for (counts, name) in [(&mut self.messages, message), (&mut self.sessions, record.session)]
        {
            if let Some(count) = slot(counts, name) {
                *count += 1;
            }
        }
    }
}

/// Returns the location, the direction and the message of an event, which the message may say: `l!m`.
fn action<'a>(event: &Event<'a>) -> (&'a str, Option<Direction>, &'a str) {
    let written = (event.location, event.direction, event.message);
    let text = event.message.trim();
    if event.direction.is_some() || text.starts_with('{') {
        return written;
    }
    let Some((lifeline, message)) = text.split_once(['!', '?']) else { return written };
    let is_send = text[lifeline.len()..].starts_with('!');
    let direction = if is_send { Direction::Send } else { Direction::Receive };
    let location = Some(lifeline.trim()).filter(|name| !name.is_empty());
    (location.unwrap_or(event.location), Some(direction), message.trim())
}

/// Returns the value of a name, which is added if there is room.
fn slot<'m, T: Default>(names: &'m mut BTreeMap<String, T>, name: &str) -> Option<&'m mut T> {
    if !names.contains_key(name) {
        if names.len() >= APART {
            return None;
        }
        names.insert(name.to_owned(), T::default());
    }
    names.get_mut(name)
}

//! Statistics on how the events of a log were read.

use std::collections::BTreeMap;

use super::record::{Event, Record};
use crate::reading::shortened;
use model::trace::{DistributedAlphabet, LocalLetterId, LocationId};

/// Maximum number of different texts of each kind that are counted separately.
const APART: usize = 1_000;

/// Maximum number of bytes of a line that are kept.
const SHOWN: usize = 120;

/// An event as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The number of its line.
    pub line: u64,
    /// The line, truncated if it is long.
    pub text: String,
    /// The key of its session.
    pub session: String,
    /// The location that observed it.
    pub location: LocationId,
    /// The local letter, if the model has it.
    pub letter: Option<LocalLetterId>,
    /// The text of the event.
    pub element: String,
}

/// Statistics on how the events of a log were read: the first events, and counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mapping {
    room: usize,
    samples: Vec<Sample>,
    known: u64,
    unknown: u64,
    unknown_texts: Counts<(LocationId, String)>,
    left_out: Counts<String>,
    missed: u64,
    unordered: u64,
}

/// Counts of items by name, and of those beyond the limit of separate counting.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Counts<K> {
    named: BTreeMap<K, u64>,
    others: u64,
}

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self { named: BTreeMap::new(), others: 0 }
    }
}

impl<K: Ord> Counts<K> {
    fn add(&mut self, key: K) {
        if self.named.len() < APART || self.named.contains_key(&key) {
            *self.named.entry(key).or_default() += 1;
        } else {
            self.others += 1;
        }
    }
}

impl Mapping {
    pub(super) fn new(room: usize) -> Self {
        Self { room, ..Self::default() }
    }

    /// Returns the first events.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Returns the number of events that are letters of the model at their location.
    pub fn known(&self) -> u64 {
        self.known
    }

    /// Returns the number of events that are not letters of the model at their location.
    pub fn unknown(&self) -> u64 {
        self.unknown
    }

    /// Returns the events that are not letters of the model, by location and text, with their counts; the first 1,000.
    pub fn unknown_texts(&self) -> impl Iterator<Item = (LocationId, &str, u64)> {
        let named = self.unknown_texts.named.iter();
        named.map(|((location, text), &count)| (*location, text.as_str(), count))
    }

    /// Returns the reasons why rules excluded items, with their counts.
    pub fn left_out(&self) -> impl Iterator<Item = (&str, u64)> {
        self.left_out.named.iter().map(|(reason, &count)| (reason.as_str(), count))
    }

    /// Returns the number of items that are not events although no rule leaves them out.
    pub fn missed(&self) -> u64 {
        self.missed
    }

    /// Returns the number of events that are sorted by a time that does not determine their order: an earlier event has
    /// the same time, or the time is unknown.
    pub fn unordered(&self) -> u64 {
        self.unordered
    }

    /// Counts an event whose time does not determine its order.
    pub(super) fn note_unordered(&mut self) {
        self.unordered += 1;
    }

    pub(super) fn leave_out(&mut self, reason: String) {
        self.left_out.add(reason);
    }

    /// Counts an item that is not an event although no rule leaves it out; returns `true` if it is the first with this
    /// reason, among the reasons that are counted separately.
    pub(super) fn miss(&mut self, reason: &str) -> bool {
        self.missed += 1;
        let before = self.left_out.named.len();
        self.left_out.add(reason.to_owned());
        self.left_out.named.len() > before
    }

    #[inline]
    pub(super) fn note(
        &mut self,
        (location, letter): (LocationId, LocalLetterId),
        record: &Record<'_>,
        alphabet: &DistributedAlphabet,
        (line, text): (u64, &[u8]),
    ) {
        let place = &alphabet.locations()[location];
        let is_known = letter != place.unknown();
        if is_known {
            self.known += 1;
        } else {
            self.unknown += 1;
        }
        let Some(event) = record.event.filter(|_| !is_known || self.samples.len() < self.room)
        else {
            return;
        };
        let element = place.text(letter).map_or_else(|| written(&event), str::to_owned);
        if self.samples.len() < self.room {
            let bytes = &text[..text.len().min(SHOWN)];
            let mut text = String::from_utf8_lossy(bytes).replace(char::is_control, " ");
            if bytes.len() == SHOWN {
                text.push_str("...");
            }
            self.samples.push(Sample {
                line,
                text,
                session: record.session.to_owned(),
                location,
                letter: is_known.then_some(letter),
                element: element.clone(),
            });
        }
        if !is_known {
            self.unknown_texts.add((location, element));
        }
    }
}

/// Returns an event in the notation of the log.
fn written(event: &Event<'_>) -> String {
    let message = shortened(event.message);
    match event.direction {
        Some(direction) => format!("{}{}{message}", event.location, direction.sign()),
        None => message,
    }
}

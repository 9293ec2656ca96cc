//! One session.

use std::hash::{Hash as _, Hasher as _};

use hashbrown::HashTable;
use rustc_hash::{FxHashSet, FxHasher};

use super::record::SpanPart;
use super::time::Time;
use kernel::base::Id as _;
use model::trace::{LocalLetterId, LocationId};

/// A line of one of several logs, in eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place(u64);

impl Place {
    /// The bits of the line.
    const LINE_BITS: u32 = 40;

    /// Returns line `line`, counted from 1, of the log with a number. What does not fit into 24 bits for the log
    /// and 40 for the line is cut to the largest that does.
    pub fn new(log: u32, line: u64) -> Self {
        let log = u64::from(log).min((1 << (64 - Self::LINE_BITS)) - 1);
        Self((log << Self::LINE_BITS) | line.min((1 << Self::LINE_BITS) - 1))
    }

    /// Returns the number of the log.
    pub fn log(self) -> u32 {
        u32::try_from(self.0 >> Self::LINE_BITS).expect("it has 24 bits")
    }

    /// Returns the number of the line, from 1.
    pub fn line(self) -> u64 {
        self.0 & ((1 << Self::LINE_BITS) - 1)
    }
}

/// Why a session is complete.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ended {
    /// An end mark says so.
    Mark,
    /// Another session began in a grouped log.
    NextBegan,
    /// Nothing was seen of it for some time.
    Quiet,
    /// The logs end.
    #[default]
    LogEnd,
}

impl Ended {
    /// Returns the word for it in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mark => "mark",
            Self::NextBegan => "next",
            Self::Quiet => "silence",
            Self::LogEnd => "log-end",
        }
    }
}

/// Something at a location that no letter of the model shows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unknown {
    /// Where it was seen.
    pub location: LocationId,
    /// Its position in the trace, from 0.
    pub position: usize,
    /// What the log says, as `!m` or as it stands, cut behind 200 bytes.
    pub text: String,
}

/// A multitrace of a log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Session {
    /// What the log calls it; empty where the log has no sessions.
    pub key: String,
    /// How many sessions began before this one.
    pub number: u64,
    /// Why it is complete.
    pub ended: Ended,
    /// What was seen at each location, in order.
    pub traces: Vec<Vec<LocalLetterId>>,
    /// The lines of the traces.
    pub places: Vec<Vec<Place>>,
    /// What the model does not know, by location and position.
    pub unknown: Vec<Unknown>,
}

impl Session {
    /// Returns the number of events.
    pub fn events(&self) -> usize {
        self.traces.iter().map(Vec::len).sum()
    }
}

/// An event of a span: what came of which part of it, and when.
pub(super) type SpanEvent = (SpanPart, Time, LocationId, LocalLetterId);

/// An event of an open session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stored {
    pub(super) location: LocationId,
    pub(super) letter: LocalLetterId,
    pub(super) place: Place,
}

/// The first event at a location and a time: which it is, and the number of its span, 0 without one.
#[derive(Clone, Copy, Debug)]
pub(super) struct First {
    event: usize,
    span: u64,
}

/// A session whose end was not seen: its events in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    pub(super) key: String,
    pub(super) hash: u64,
    pub(super) number: u64,
    /// The log of its last event, and the one that has no more of it.
    pub(super) log: u32,
    pub(super) over: Option<u32>,
    /// When its last event came, as [`set_now`](super::Sessions::set_now) counts.
    pub(super) last: u64,
    pub(super) events: Vec<Stored>,
    /// The time of each event, if events are sorted.
    pub(super) times: Vec<Time>,
    /// The events that are of spans: one that comes again was exported twice.
    pub(super) spans: FxHashSet<SpanEvent>,
    /// If events are sorted, the first event at each location and time.
    pub(super) firsts: HashTable<First>,
    /// If events are not sorted, the latest time at each location, and whether time went back.
    pub(super) clocks: Vec<Option<(Time, bool)>>,
    /// What unknown events are called, one behind the other.
    texts: String,
    /// The unknown events, each with the end of its text.
    unknown: Vec<(usize, usize)>,
}

impl Open {
    /// Keeps the text of the event that is added next.
    pub(super) fn note_unknown(&mut self, lifeline: &str, (sign, message): (Option<char>, &str)) {
        if sign.is_some() {
            self.texts.push_str(lifeline);
        }
        self.texts.extend(sign);
        self.texts.push_str(message);
        self.unknown.push((self.events.len(), self.texts.len()));
    }

    /// Returns the event that was the first at the location and the time of the last one, if it is another letter and
    /// of another span: nobody knows which of the two came first.
    pub(super) fn tied_with_last(&mut self, span: u64) -> Option<Stored> {
        let last = self.events.len() - 1;
        let (events, times) = (&self.events, &self.times);
        let hash = |event: usize| {
            let mut hasher = FxHasher::default();
            (events[event].location, times[event]).hash(&mut hasher);
            hasher.finish()
        };
        let is_there = |first: &First| {
            events[first.event].location == events[last].location
                && times[first.event] == times[last]
        };
        let first = *self
            .firsts
            .entry(hash(last), is_there, |first| hash(first.event))
            .or_insert(First { event: last, span })
            .get();
        let is_known =
            events[first.event].letter == events[last].letter || (first.span == span && span != 0);
        (!is_known).then(|| events[first.event])
    }

    pub(super) fn heap_bytes(&self) -> u64 {
        let bytes = size_of::<Self>()
            + self.key.capacity()
            + self.texts.capacity()
            + self.events.capacity() * size_of::<Stored>()
            + self.times.capacity() * size_of::<Time>()
            + self.firsts.capacity() * size_of::<First>()
            + self.spans.capacity() * size_of::<SpanEvent>()
            + self.clocks.capacity() * size_of::<Option<(Time, bool)>>()
            + self.unknown.capacity() * size_of::<(usize, usize)>();
        bytes as u64
    }

    /// Forgets everything but the memory.
    pub(super) fn clear(&mut self) {
        self.key.clear();
        self.over = None;
        self.events.clear();
        self.times.clear();
        self.firsts.clear();
        self.spans.clear();
        self.clocks.clear();
        self.texts.clear();
        self.unknown.clear();
    }

    /// Writes the session as traces.
    pub(super) fn deliver(&self, session: &mut Session, ended: Ended, locations: usize) {
        session.key.clear();
        session.key.push_str(&self.key);
        session.number = self.number;
        session.ended = ended;
        session.unknown.clear();
        session.traces.iter_mut().for_each(Vec::clear);
        session.places.iter_mut().for_each(Vec::clear);
        session.traces.resize_with(locations, Vec::new);
        session.places.resize_with(locations, Vec::new);
        let mut texts = self.unknown.iter().peekable();
        let mut add = |index: usize, text: Option<&str>| {
            let Stored { location, letter, place } = self.events[index];
            let trace = &mut session.traces[location.index()];
            if let Some(text) = text {
                let text = text.to_owned();
                session.unknown.push(Unknown { location, position: trace.len(), text });
            }
            trace.push(letter);
            session.places[location.index()].push(place);
        };
        if self.times.is_empty() {
            let mut start = 0;
            for index in 0..self.events.len() {
                let text = texts.next_if(|&&(event, _)| event == index).map(|&(_, end)| {
                    let text = &self.texts[start..end];
                    start = end;
                    text
                });
                add(index, text);
            }
        } else {
            let mut order: Vec<usize> = (0..self.events.len()).collect();
            order.sort_by_key(|&index| self.times[index]);
            for index in order {
                add(index, self.text_of(index));
            }
        }
        session.unknown.sort_by_key(|unknown| (unknown.location, unknown.position));
    }

    /// Returns what an unknown event is called.
    pub(super) fn text_of(&self, event: usize) -> Option<&str> {
        let at = self.unknown.binary_search_by_key(&event, |&(event, _)| event).ok()?;
        let start = at.checked_sub(1).map_or(0, |before| self.unknown[before].1);
        Some(&self.texts[start..self.unknown[at].1])
    }
}

//! A session of a log.

use std::hash::BuildHasher as _;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::record::SpanPart;
use super::time::Time;
use kernel::base::Id as _;
use model::trace::{LocalLetterId, LocationId};

/// A line of one of several logs, in eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct LogPlace(u64);

impl LogPlace {
    /// The bits of the line.
    const LINE_BITS: u32 = 40;

    /// Returns line `line`, counted from 1, of the log with a number. Values that do not fit into 24 bits for the log
    /// and 40 for the line are reduced to the largest that do.
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

/// Reason why a session is complete.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ended {
    /// The log contains an end mark of the session.
    Mark,
    /// Another session began in a grouped log.
    NextBegan,
    /// The session had no events for some time.
    Quiet,
    /// The logs ended.
    #[default]
    LogEnd,
}

impl Ended {
    /// Returns the word for the reason in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mark => "mark",
            Self::NextBegan => "next",
            Self::Quiet => "silence",
            Self::LogEnd => "log-end",
        }
    }
}

/// An event that is not a letter of the model at its location.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UnknownEvent {
    /// The location of the event.
    pub location: LocationId,
    /// The position of the event in the trace, from 0.
    pub position: usize,
    /// The text of the event, as `!m` or as in the log, truncated to 200 bytes.
    pub text: String,
}

/// A multitrace from a log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Session {
    /// The key of the session in the log; empty if the log has no sessions.
    pub key: String,
    /// The number of sessions that began before this one.
    pub number: u64,
    /// The reason why the session is complete.
    pub ended: Ended,
    /// The trace of each location.
    pub traces: Vec<Vec<LocalLetterId>>,
    /// The lines of the traces.
    pub places: Vec<Vec<LogPlace>>,
    /// The events that are not letters of the model, by location and position.
    pub unknown: Vec<UnknownEvent>,
}

impl Session {
    /// Returns the number of events.
    pub fn events(&self) -> usize {
        self.traces.iter().map(Vec::len).sum()
    }
}

/// An event of a span: its part of the span, its time, location and letter.
pub(super) type SpanEvent = (SpanPart, Time, LocationId, LocalLetterId);

/// An event of an open session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StoredEvent {
    pub(super) location: LocationId,
    pub(super) letter: LocalLetterId,
    pub(super) place: LogPlace,
}

/// The first event at a location and a time: its index, and the number of its span, 0 without one.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstEvent {
    event: usize,
    span: u64,
}

/// A session whose end was not seen, with its events in the order of arrival.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenSession {
    pub(super) key: String,
    pub(super) hash: u64,
    pub(super) number: u64,
    /// The log of the last event, and the log that has no further events of the session.
    pub(super) log: u32,
    pub(super) over: Option<u32>,
    /// The time of the last event, in the units of [`set_now`](super::Sessions::set_now).
    pub(super) last: u64,
    pub(super) events: Vec<StoredEvent>,
    /// The time of each event, if events are sorted.
    pub(super) times: Vec<Time>,
    /// The events that come from spans: a repeated one was exported twice.
    pub(super) spans: FxHashSet<SpanEvent>,
    /// If events are sorted, the first event at each location and time.
    pub(super) firsts: HashTable<FirstEvent>,
    /// If events are not sorted, the latest time at each location, and whether time went back.
    pub(super) clocks: Vec<Option<(Time, bool)>>,
    /// The texts of unknown events, concatenated.
    texts: String,
    /// The unknown events, each with the end of its text.
    unknown: Vec<(usize, usize)>,
}

impl OpenSession {
    /// Keeps the text of the event that is added next.
    pub(super) fn note_unknown(&mut self, lifeline: &str, sign: Option<char>, message: &str) {
        if sign.is_some() {
            self.texts.push_str(lifeline);
        }
        self.texts.extend(sign);
        self.texts.push_str(message);
        self.unknown.push((self.events.len(), self.texts.len()));
    }

    /// Returns the event that was the first at the location and the time of the last one, if it is another letter and
    /// of another span: the order of the two is then unknown.
    pub(super) fn tied_with_last(&mut self, span: u64) -> Option<StoredEvent> {
        let last = self.events.len() - 1;
        let (events, times) = (&self.events, &self.times);
        let hash = |event: usize| FxBuildHasher.hash_one((events[event].location, times[event]));
        let is_there = |first: &FirstEvent| {
            events[first.event].location == events[last].location
                && times[first.event] == times[last]
        };
        let first = *self
            .firsts
            .entry(hash(last), is_there, |first| hash(first.event))
            .or_insert(FirstEvent { event: last, span })
            .get();
        let is_known =
            events[first.event].letter == events[last].letter || (first.span == span && span != 0);
        (!is_known).then(|| events[first.event])
    }

    pub(super) fn heap_bytes(&self) -> u64 {
        let bytes = size_of::<Self>()
            + self.key.capacity()
            + self.texts.capacity()
            + self.events.capacity() * size_of::<StoredEvent>()
            + self.times.capacity() * size_of::<Time>()
            + self.firsts.capacity() * size_of::<FirstEvent>()
            + self.spans.capacity() * size_of::<SpanEvent>()
            + self.clocks.capacity() * size_of::<Option<(Time, bool)>>()
            + self.unknown.capacity() * size_of::<(usize, usize)>();
        bytes as u64
    }

    /// Removes all contents but keeps the memory.
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
            let StoredEvent { location, letter, place } = self.events[index];
            let trace = &mut session.traces[location.index()];
            if let Some(text) = text {
                let text = text.to_owned();
                session.unknown.push(UnknownEvent { location, position: trace.len(), text });
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

    /// Returns the text of an unknown event.
    pub(super) fn text_of(&self, event: usize) -> Option<&str> {
        let at = self.unknown.binary_search_by_key(&event, |&(event, _)| event).ok()?;
        let start = at.checked_sub(1).map_or(0, |before| self.unknown[before].1);
        Some(&self.texts[start..self.unknown[at].1])
    }
}

//! A session of a log.

use std::hash::BuildHasher as _;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::record::SpanPart;
use super::ties::{Orders, Tie, TimedEvent, ties};
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
    /// The events whose order times leave open; the traces have the order of the log.
    pub(super) ties: Vec<Tie>,
}

impl Session {
    /// Returns the number of events.
    pub fn events(&self) -> usize {
        self.traces.iter().map(Vec::len).sum()
    }

    /// Returns the orders of its events that times allow, if these sort them; `None` if there are more than `most`, or
    /// too many to be counted.
    ///
    /// # Complexity
    /// Linear in `most` times the number of events that are tied, for each order.
    pub fn orders(&self, most: usize) -> Option<Orders> {
        Orders::new(self.ties.iter(), most)
    }

    /// Returns the orders of the events of a location that times allow, as [`Self::orders`] does those of all.
    ///
    /// # Complexity
    /// As that of [`Self::orders`].
    pub fn orders_at(&self, location: LocationId, most: usize) -> Option<Orders> {
        Orders::new(self.ties.iter().filter(|tie| tie.location == location), most)
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
    /// The time of each event, if events are sorted; 0 where nobody set it.
    pub(super) times: Vec<Time>,
    /// The span of each event, 0 without one, if events are sorted.
    pub(super) span_of: Vec<u64>,
    /// The events without a set time, in order, if events are sorted.
    pub(super) unset: Vec<usize>,
    /// The events that come from spans: a repeated one was exported twice.
    pub(super) spans: FxHashSet<SpanEvent>,
    /// If events are sorted, the first event at each location and time.
    firsts: HashTable<usize>,
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
    pub(super) fn tied_with_last(&mut self) -> Option<StoredEvent> {
        let last = self.events.len() - 1;
        let (events, times, spans) = (&self.events, &self.times, &self.span_of);
        let hash = |event: usize| FxBuildHasher.hash_one((events[event].location, times[event]));
        let is_there = |&first: &usize| {
            events[first].location == events[last].location && times[first] == times[last]
        };
        let first =
            *self.firsts.entry(hash(last), is_there, |&first| hash(first)).or_insert(last).get();
        let is_known = events[first].letter == events[last].letter
            || spans[first] == spans[last] && spans[last] != 0;
        (!is_known).then(|| events[first])
    }

    /// Adds the events of the session whose order times leave open; `order` is that of the traces.
    fn add_ties(&self, order: &[usize], ties_of: &mut Vec<Tie>, locations: usize) {
        let mut at = vec![Vec::new(); locations];
        for &index in order {
            let StoredEvent { location, letter, .. } = self.events[index];
            let is_set = self.unset.binary_search(&index).is_err();
            let time = is_set.then(|| self.times[index]);
            at[location.index()].push(TimedEvent { letter, time, span: self.span_of[index] });
        }
        for (location, events) in at.iter().enumerate() {
            ties_of.extend(ties(LocationId::from_index(location), events));
        }
    }

    pub(super) fn heap_bytes(&self) -> u64 {
        let bytes = size_of::<Self>()
            + self.key.capacity()
            + self.texts.capacity()
            + self.events.capacity() * size_of::<StoredEvent>()
            + self.times.capacity() * size_of::<Time>()
            + self.span_of.capacity() * size_of::<u64>()
            + self.firsts.capacity() * size_of::<usize>()
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
        self.span_of.clear();
        self.unset.clear();
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
        session.ties.clear();
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
            for &index in &order {
                add(index, self.text_of(index));
            }
            self.add_ties(&order, &mut session.ties, locations);
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

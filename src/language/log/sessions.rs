//! Gathering of events into sessions.

use std::collections::VecDeque;
use std::hash::BuildHasher as _;

use hashbrown::{HashMap, HashTable};
use rustc_hash::FxBuildHasher;

use super::mapper::Mapper;
use super::record::{LinePart, LineProblem, Record, When};
use super::session::{Ended, OpenSession, Session, StoredEvent};
use super::survey::Survey;
use super::time::Time;
use super::{Elements, LogPlace, codes};
use crate::reading::shortened;
use kernel::base::Id as _;
use model::cfsm::Direction;
use model::trace::{DistributedAlphabet, LocalLetterId, LocationId};

/// Maximum number of ended sessions that are remembered.
const REMEMBERED: usize = 1 << 16;

/// Whether the sessions of a log are interleaved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Grouping {
    /// Sessions are interleaved: a session is open until its end mark, or the end of the logs.
    #[default]
    Mixed,
    /// Sessions are consecutive: a session ends where another begins.
    Grouped,
}

/// The order of the events at a location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// The order of the log; times are only compared.
    #[default]
    AsWritten,
    /// The order of the times, and that of the log for equal times, with a warning; the others that times allow are
    /// those of [`Session::orders`].
    ByTime,
}

/// Options for gathering events.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Gathering {
    /// Whether sessions are mixed.
    pub grouping: Grouping,
    /// The order of events at a location.
    pub order: Order,
    /// Whether sessions continue from one log to the next: an end mark ends only the part of the session in its log.
    pub joined: bool,
}

/// An event that was gathered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seen {
    /// The number of its session.
    pub session: u64,
    /// The location of the event.
    pub location: LocationId,
    /// The letter of the event.
    pub letter: LocalLetterId,
    /// The line of the event.
    pub place: LogPlace,
}

/// The result of gathering a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Gathered {
    /// The location and the letter of the event, if the record has one.
    pub(super) seen: Option<(LocationId, LocalLetterId)>,
    /// Whether it is the first event of its session and location that is earlier than one before.
    pub(super) is_back: bool,
    /// Whether the event comes from a span and was gathered before: exporters may send a span again.
    pub(super) is_repeated: bool,
    /// If events are sorted by time, an earlier event of the same session and location with the same time.
    pub(super) tied: Option<StoredEvent>,
    /// Whether it is the first record with a session while others have none, or the other way round.
    pub(super) is_odd: bool,
}

/// The sessions of one or several logs, as local letters of a model.
///
/// [`LogReader::feed`](super::LogReader::feed) adds events; [`next_closed`](Self::next_closed) returns sessions
/// that are complete. Until then, an event takes 16 bytes; with [`Order::ByTime`] about 70,
/// and one of a span about 80 more.
///
/// Several logs may be gathered into the same sessions, one after the other: each location may have a log file of
/// its own.
#[derive(Clone, Debug)]
pub struct Sessions {
    mapper: Mapper,
    gathering: Gathering,
    /// Open sessions and free slots.
    slots: Vec<Option<OpenSession>>,
    free: Vec<u32>,
    /// Slots of open sessions by the hash of their keys.
    table: HashTable<(u64, u32)>,
    /// The slot of the session of the last event.
    current: Option<u32>,
    closed: VecDeque<(OpenSession, Ended)>,
    /// The reasons why sessions ended, by the hashes of their keys; those in front are forgotten first.
    ended: HashMap<u64, Ended, FxBuildHasher>,
    ended_order: VecDeque<u64>,
    spare_open: Vec<OpenSession>,
    spare: Vec<Session>,
    begun: u64,
    /// Number of ended sessions, and the number after which gathering stops.
    over: u64,
    wanted: u64,
    events: u64,
    /// Whether events are only counted.
    is_counting: bool,
    /// Whether there were records without a session, and records with one.
    keys: [bool; 2],
    now: u64,
    seen: Option<VecDeque<Seen>>,
    /// What the logs hold, if that is all that is asked.
    survey: Option<Survey>,
}

impl Sessions {
    /// Returns the gatherer of sessions over an alphabet.
    pub fn new(alphabet: DistributedAlphabet, elements: Elements, gathering: Gathering) -> Self {
        Self {
            mapper: Mapper::new(alphabet, elements),
            gathering,
            slots: Vec::new(),
            free: Vec::new(),
            table: HashTable::new(),
            current: None,
            closed: VecDeque::new(),
            ended: HashMap::default(),
            ended_order: VecDeque::new(),
            spare_open: Vec::new(),
            spare: Vec::new(),
            begun: 0,
            over: 0,
            wanted: u64::MAX,
            events: 0,
            is_counting: false,
            keys: [false; 2],
            now: 0,
            seen: None,
            survey: None,
        }
    }

    /// Takes what stands behind a point in the messages of the model for types of payloads, which logs may leave out or
    /// put into parentheses.
    #[must_use]
    pub fn with_typed_messages(mut self) -> Self {
        self.mapper.take_points();
        self
    }

    /// Returns a gatherer that counts what logs hold, whatever names they have: there is no model, and no session.
    pub fn surveying() -> Self {
        let none =
            DistributedAlphabet::of_names([], &[]).expect("there are no letters to be placed");
        let survey = Some(Survey::default());
        Self { survey, ..Self::new(none, Elements::Actions, Gathering::default()) }
    }

    /// Returns what the logs hold so far, and begins anew; `None` if that is not counted.
    pub fn take_survey(&mut self) -> Option<Survey> {
        self.survey.as_mut().map(std::mem::take)
    }

    /// Returns `true` if a text is a letter of a location.
    pub(super) fn has_letter(&self, location: &str, text: &str) -> bool {
        self.mapper.has_letter(location, text)
    }

    /// Returns the names of all locations, if there is a model and none of them has this name.
    pub(super) fn others_than(&self, location: &str) -> Option<String> {
        (self.survey.is_none() && !self.mapper.has_location(location)).then(|| self.mapper.names())
    }

    /// Keeps each event for [`next_seen`](Self::next_seen) from now on. The caller has to take all of them, since
    /// they are kept until then.
    #[must_use]
    pub fn watched(mut self) -> Self {
        self.seen = Some(VecDeque::new());
        self
    }

    /// Limits the number of sessions: logs are not read beyond the line that ends the last of them.
    #[must_use]
    pub fn wanting(mut self, number: u64) -> Self {
        self.wanted = number;
        self
    }

    /// Counts events and sessions from now on without keeping events: sessions are empty.
    #[must_use]
    pub fn counting(mut self) -> Self {
        self.is_counting = true;
        self
    }

    /// Returns `true` if the [limit](Self::wanting) on the number of sessions is reached.
    pub fn are_enough(&self) -> bool {
        self.over >= self.wanted
    }

    /// Begins the session without a name, unless it is open: it may stay without events.
    pub fn begin_unnamed(&mut self) {
        let hash = hash_of("");
        if self.find(hash, "").is_none() {
            self.begin(hash, "");
        }
    }

    /// Returns the alphabet.
    pub fn alphabet(&self) -> &DistributedAlphabet {
        self.mapper.alphabet()
    }

    /// Returns the number of sessions that began.
    pub fn begun(&self) -> u64 {
        self.begun
    }

    /// Returns the number of events that were gathered.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Returns the number of sessions that are open.
    pub fn open(&self) -> usize {
        self.table.len()
    }

    /// Returns about how many bytes the open sessions take.
    ///
    /// # Complexity
    /// Linear in the number of open sessions.
    pub fn heap_bytes(&self) -> u64 {
        self.slots.iter().flatten().map(OpenSession::heap_bytes).sum()
    }

    /// Returns the session of an event, until it is taken by [`next_closed`](Self::next_closed).
    fn of(&self, seen: Seen) -> Option<&OpenSession> {
        let closed = self.closed.iter().map(|(open, _)| open);
        self.slots.iter().flatten().chain(closed).find(|open| open.number == seen.session)
    }

    /// Returns the key of the session of an event, until the session is taken.
    ///
    /// # Complexity
    /// Linear in the number of sessions that are open or not taken.
    pub fn key(&self, seen: Seen) -> Option<&str> {
        self.of(seen).map(|open| &*open.key)
    }

    /// Returns the text of an event that is not in the model, as in [`UnknownEvent`](super::UnknownEvent), until
    /// its session is taken.
    ///
    /// # Complexity
    /// That of [`key`](Self::key), and linear in the events of the session.
    pub fn unknown_text(&self, seen: Seen) -> Option<&str> {
        let open = self.of(seen)?;
        let is_it = |event: &StoredEvent| {
            (event.place, event.location, event.letter) == (seen.place, seen.location, seen.letter)
        };
        open.text_of(open.events.iter().position(is_it)?)
    }

    /// Returns the next event that was gathered, in the order of the log, if events are
    /// [kept](Self::watched).
    pub fn next_seen(&mut self) -> Option<Seen> {
        self.seen.as_mut()?.pop_front()
    }

    /// Returns the next session that is complete, in the order in which they ended; those that end with the logs
    /// in the order in which they began.
    ///
    /// # Complexity
    /// Linear in the session and in the number of locations, and a sort with [`Order::ByTime`].
    pub fn next_closed(&mut self) -> Option<Session> {
        let (mut open, ended) = self.closed.pop_front()?;
        let mut session = self.spare.pop().unwrap_or_default();
        open.deliver(&mut session, ended, self.mapper.alphabet().locations().len());
        open.clear();
        self.spare_open.push(open);
        Some(session)
    }

    /// Takes a session back to reuse its memory.
    pub fn recycle(&mut self, session: Session) {
        /// Maximum number of kept sessions; more are rarely in use at once.
        const MAX_SPARE: usize = 256;
        if self.spare.len() < MAX_SPARE {
            self.spare.push(session);
        }
    }

    /// Sets the current time, in any unit, for [`close_quiet`](Self::close_quiet).
    pub fn set_now(&mut self, now: u64) {
        self.now = now;
    }

    /// Ends the sessions whose last event came before a time.
    ///
    /// # Complexity
    /// Linear in the number of open sessions, and a sort of those that end.
    pub fn close_quiet(&mut self, before: u64) {
        self.close_all(Ended::Quiet, |open| open.last < before, Memory::Kept);
    }

    /// Ends all sessions, at the end of the logs, and forgets which sessions ended: other logs may follow.
    pub fn finish(&mut self) {
        self.close_all(Ended::LogEnd, |_| true, Memory::Dropped);
        self.ended.clear();
        self.ended_order.clear();
    }

    fn close_all(&mut self, ended: Ended, which: impl Fn(&OpenSession) -> bool, memory: Memory) {
        let open = self.slots.iter().enumerate();
        let mut chosen: Vec<(u64, u32)> = open
            .filter_map(|(slot, open)| {
                let open = open.as_ref().filter(|open| which(open))?;
                Some((open.number, u32::try_from(slot).expect("places are numbered in 32 bits")))
            })
            .collect();
        chosen.sort_unstable();
        for (_, slot) in chosen {
            self.close(slot, ended, memory);
        }
    }

    fn close(&mut self, slot: u32, ended: Ended, memory: Memory) {
        let Some(open) = self.slots[slot as usize].take() else { return };
        self.free.push(slot);
        if let Ok(entry) = self.table.find_entry(open.hash, |&(_, other)| other == slot) {
            entry.remove();
        }
        if memory == Memory::Kept && self.ended.insert(open.hash, ended).is_none() {
            // The queue never holds more entries, so that its capacity does not double again.
            if self.ended_order.len() == REMEMBERED
                && let Some(oldest) = self.ended_order.pop_front()
            {
                self.ended.remove(&oldest);
            }
            self.ended_order.push_back(open.hash);
        }
        if self.current == Some(slot) {
            self.current = None;
        }
        self.over += 1;
        self.closed.push_back((open, ended));
    }

    /// Adds a record of a line that has `length` bytes.
    pub(super) fn gather(
        &mut self,
        record: &Record<'_>,
        length: usize,
        place: LogPlace,
    ) -> Result<Gathered, LineProblem> {
        let event = record.event.as_ref();
        if let Some(survey) = &mut self.survey {
            survey.note(record);
            self.events += u64::from(event.is_some());
            return Ok(Gathered::default());
        }
        let seen = event.map(|event| self.mapper.map(event, &record.places, length)).transpose()?;
        let by_time = self.gathering.order == Order::ByTime;
        let time = match record.time {
            When::At(time) => Some(time),
            When::Unset => Some(Time(0)),
            When::Unsaid | When::Unreadable if !by_time || seen.is_none() => None,
            wrong => return Err(untimely(wrong, record, length)),
        };
        let mut gathered = Gathered { seen, ..Gathered::default() };
        if event.is_none() && record.is_end && self.is_late(record.session) {
            return Ok(gathered);
        }
        let slot = self.slot(record, length, place)?;
        gathered.is_odd = self.is_odd(record.session);
        let now = self.now;
        let open =
            self.slots[slot as usize].as_mut().expect("the place is that of an open session");
        open.last = now;
        if let (Some(part), Some(time), Some((location, letter))) = (record.span, time, seen)
            && !open.spans.insert((part, time, location, letter))
        {
            gathered.is_repeated = true;
            return Ok(gathered);
        }
        if self.is_counting {
            self.events += u64::from(seen.is_some());
        } else if let (Some((location, letter)), Some(event)) = (seen, event) {
            let alphabet = self.mapper.alphabet();
            let seen_at = &alphabet.locations()[location];
            if letter == seen_at.unknown() {
                let members = seen_at.members();
                // If one of several lifelines acts, the log names it.
                let is_named = members.len() > 1 && members.iter().any(|one| one == event.location);
                let lifeline = if is_named { event.location } else { "" };
                let sign = event.direction.map(Direction::sign);
                open.note_unknown(lifeline, sign, truncated(event.message));
            }
            open.events.push(StoredEvent { location, letter, place });
            match time {
                Some(time) if by_time => {
                    if record.time == When::Unset {
                        open.unset.push(open.times.len());
                    }
                    open.times.push(time);
                    open.span_of.push(record.span.map_or(0, |part| part.span));
                    gathered.tied = open.tied_with_last();
                }
                Some(time) => {
                    let locations = alphabet.locations().len();
                    gathered.is_back = open.goes_back(location, time, locations);
                }
                None => {}
            }
            self.events += 1;
            if let Some(queue) = &mut self.seen {
                queue.push_back(Seen { session: open.number, location, letter, place });
            }
        }
        if record.is_end {
            self.end(slot, Ended::Mark);
        }
        Ok(gathered)
    }

    /// Returns `true` if a record is the first with a session while others have none, or the other way round.
    fn is_odd(&mut self, key: &str) -> bool {
        let [this, other] = if key.is_empty() { [0, 1] } else { [1, 0] };
        !std::mem::replace(&mut self.keys[this], true) && self.keys[other]
    }

    /// Ends a session, or the part of it in the log of its last event.
    fn end(&mut self, slot: u32, ended: Ended) {
        if !self.gathering.joined {
            self.close(slot, ended, Memory::Kept);
        } else if let Some(open) = &mut self.slots[slot as usize] {
            open.over = Some(open.log);
            self.current = None;
        }
    }

    /// Returns `true` once if the end mark of a session comes after the session was closed as quiet: the mark is then
    /// redundant.
    fn is_late(&mut self, key: &str) -> bool {
        let ended = self.ended.get_mut(&hash_of(key));
        ended.is_some_and(|ended| std::mem::replace(ended, Ended::Mark) == Ended::Quiet)
    }

    /// Returns the slot of the session of a record; the session begins if it is not open.
    #[inline]
    fn slot(
        &mut self,
        record: &Record<'_>,
        length: usize,
        place: LogPlace,
    ) -> Result<u32, LineProblem> {
        let key = record.session;
        if let Some(current) = self.current
            && let Some(open) = &self.slots[current as usize]
            && open.log == place.log()
            && open.key == key
        {
            return Ok(current);
        }
        let hash = hash_of(key);
        let found = self.find(hash, key);
        let is_over = match found.and_then(|slot| self.slots[slot as usize].as_ref()) {
            Some(open) => open.over == Some(place.log()),
            None => self.ended.contains_key(&hash),
        };
        if is_over {
            return Err(self.ended_before(record, length));
        }
        let slot = found.unwrap_or_else(|| self.begin(hash, key));
        self.turn_to(slot, place);
        Ok(slot)
    }

    /// Returns the slot of an open session.
    #[inline]
    fn find(&self, hash: u64, key: &str) -> Option<u32> {
        let is_it = |&(_, slot): &(u64, u32)| {
            self.slots[slot as usize].as_ref().is_some_and(|open| open.key == key)
        };
        self.table.find(hash, is_it).map(|&(_, slot)| slot)
    }

    /// Begins a session, and returns its slot.
    fn begin(&mut self, hash: u64, key: &str) -> u32 {
        let mut open = self.spare_open.pop().unwrap_or_default();
        open.key.push_str(key);
        open.hash = hash;
        open.number = self.begun;
        open.last = self.now;
        self.begun += 1;
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            u32::try_from(self.slots.len() - 1).expect("fewer than 2^32 sessions are open")
        });
        self.slots[slot as usize] = Some(open);
        self.table.insert_unique(hash, (hash, slot), |&(hash, _)| hash);
        slot
    }

    /// Makes a session the current one: in a grouped log the previous one ends.
    fn turn_to(&mut self, slot: u32, place: LogPlace) {
        if self.gathering.grouping == Grouping::Grouped
            && let Some(before) = self.current.filter(|&before| before != slot)
        {
            self.end(before, Ended::NextBegan);
        }
        if let Some(open) = &mut self.slots[slot as usize] {
            open.log = place.log();
        }
        self.current = Some(slot);
    }

    fn ended_before(&self, record: &Record<'_>, length: usize) -> LineProblem {
        let place = record.places.of(LinePart::Session, &(0..length));
        let key = shortened(record.session);
        let message = match key.as_str() {
            "" => "the session without a name ended before".to_owned(),
            key => format!("the session `{key}` ended before"),
        };
        let help = match self.gathering.grouping {
            Grouping::Grouped => {
                "in a grouped log a session ends where another begins: this one is mixed"
            }
            Grouping::Mixed if self.gathering.joined => {
                "the end mark of a session is its last line in a log"
            }
            Grouping::Mixed => {
                "the end mark of a session is its last line, and no key is used again"
            }
        };
        LineProblem::new(codes::CLOSED_SESSION, place, message).help(help)
    }
}

/// Whether the end of a session is remembered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    Kept,
    Dropped,
}

fn hash_of(key: &str) -> u64 {
    FxBuildHasher.hash_one(key)
}

/// Returns the part of the message of an unknown event that is kept.
fn truncated(message: &str) -> &str {
    /// Maximum number of bytes of a message that are kept.
    const LONGEST: usize = 200;
    let mut end = message.len().min(LONGEST);
    while !message.is_char_boundary(end) {
        end -= 1;
    }
    &message[..end]
}

fn untimely(when: When, record: &Record<'_>, length: usize) -> LineProblem {
    let place = record.places.of(LinePart::Time, &(0..length));
    match when {
        When::Unsaid => {
            let help = "events are sorted by time: each has one";
            LineProblem::new(codes::MISSING_PART, place, "there is no time").help(help)
        }
        _ => {
            let help = "a time is a number, or a text as in `2024-05-17T09:30:00.25Z`";
            LineProblem::new(codes::WRONG_VALUE, place, "the time cannot be read").help(help)
        }
    }
}

impl OpenSession {
    /// Returns `true` if the event is earlier than the latest one before, for the first time at its location.
    fn goes_back(&mut self, location: LocationId, time: Time, locations: usize) -> bool {
        self.clocks.resize(locations, None);
        let (latest, is_said) = self.clocks[location.index()].get_or_insert((time, false));
        if time < *latest {
            return !std::mem::replace(is_said, true);
        }
        *latest = time;
        false
    }
}

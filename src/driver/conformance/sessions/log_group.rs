//! Groups of logs that are read together, piece by piece.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use super::log_options::{LogOptions, LogSource, elements, title};
use crate::conformance::model::plan::{PROPERTY, Plan};
use crate::{AnswerSubject, Host};
use kernel::base::Limit;
use kernel::verdict::Reason;
use language::log::{Format, LogReader, Order, Sessions, codes};
use model::trace::DistributedAlphabet;

/// Number of pieces of a log between two measurements of the memory of open sessions.
const MEASURED: u64 = 64;

/// Maximum number of reasons that are kept for parts left out of a log without events.
const REASONS: usize = 3;

kernel::words! {
    /// Reason for which the reading of logs stops before their end.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Stop {
        /// A session fails, and the user asked to stop at the first failure.
        Failure = "failure",
        /// The number of sessions to be checked was reached.
        Enough = "limit",
        /// The user, or the system, interrupted the run.
        Interrupted = "interrupted",
        /// The time limit was reached.
        Timeout = "timeout",
        /// The memory limit was reached.
        Memory = "memory",
        /// The rest of a log cannot be read, so that its sessions may have more events.
        Unread = "unread",
    }
}

impl Stop {
    /// Returns `true` if the sessions that ended before still get answers.
    pub fn leaves_answers(self) -> bool {
        matches!(self, Self::Enough | Self::Timeout | Self::Unread)
    }

    /// Returns `true` if the run reads no other logs either.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Failure | Self::Enough | Self::Interrupted)
    }

    /// Returns the reason for which the remaining sessions have no verdict, if they were to have one.
    pub fn reason(self) -> Option<Reason> {
        match self {
            Self::Failure | Self::Enough | Self::Unread => None,
            Self::Interrupted => Some(Reason::Interrupted),
            Self::Timeout => Some(Reason::Timeout),
            Self::Memory => Some(Reason::Memory),
        }
    }
}

/// An error in a log as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFault {
    /// The log is not written in its language.
    WrongLanguage,
    /// The log has bad lines.
    BadLines {
        /// Number of bad lines.
        count: u64,
        /// Whether reading stopped after the last of them.
        is_stopped: bool,
    },
}

/// A log from which no event was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmptyLog {
    /// The name of the log.
    pub name: String,
    /// Number of lines of the log.
    pub lines: u64,
    /// Number of bad lines.
    pub bad_lines: u64,
    /// The most frequent reasons for parts that are no events, with the numbers of these parts.
    pub left_out: Vec<(String, u64)>,
}

/// A group of logs, while they are read together.
///
/// [`LogReading::read`](crate::conformance::LogReading::read) reads them.
#[derive(Debug)]
pub struct LogGroup<'r> {
    host: &'r dyn Host,
    /// Options for reading logs.
    pub options: &'r LogOptions,
    /// The logs.
    pub sources: &'r [LogSource],
    /// Name of the group in reports.
    pub title: String,
    /// Number of the log that is being read.
    number: usize,
    /// The sessions of the logs.
    pub sessions: Sessions,
    /// Reason for which reading stops before the end of the logs, if it does.
    pub stop: Option<Stop>,
    /// Point at which reading stopped: name of the log, and number of its lines read.
    pub place: Option<(&'r str, u64)>,
    /// Number of parts of exports that are no events though no rule leaves them out.
    pub missed: u64,
    /// Number of events whose times do not determine their order.
    pub unordered: u64,
    /// Logs from which no event was read.
    empty: Vec<EmptyLog>,
    /// Whether every log and every line was read, except those that are to be left out.
    pub is_all_read: bool,
    deadline: Option<Instant>,
    began: Instant,
    /// Number of pieces read so far.
    pieces: u64,
    /// Number of sessions when the current log was opened.
    begun: u64,
    /// Number of events whose original text is kept.
    samples: usize,
}

impl<'r> LogGroup<'r> {
    /// Begins to read logs whose events are letters of an alphabet.
    pub fn new(
        host: &'r dyn Host,
        plan: &Plan<'_>,
        options: &'r LogOptions,
        sources: &'r [LogSource],
        alphabet: &DistributedAlphabet,
    ) -> Self {
        let gathering = options.gathering(sources);
        let sessions = Sessions::new(alphabet.clone(), elements(plan.model), gathering);
        let sessions =
            if plan.model.has_typed_messages() { sessions.with_typed_messages() } else { sessions };
        Self::of_sessions(host, options, sources, sessions)
    }

    /// Begins to read logs whose contents are counted, without a model.
    pub fn surveying(
        host: &'r dyn Host,
        options: &'r LogOptions,
        sources: &'r [LogSource],
    ) -> Self {
        Self::of_sessions(host, options, sources, Sessions::surveying())
    }

    fn of_sessions(
        host: &'r dyn Host,
        options: &'r LogOptions,
        sources: &'r [LogSource],
        sessions: Sessions,
    ) -> Self {
        let name = sources.first().map_or("", |source| source.name.as_str());
        host.begin(&AnswerSubject::of_property(name, PROPERTY));
        Self {
            host,
            options,
            sources,
            title: title(sources),
            number: 0,
            sessions,
            stop: None,
            place: None,
            missed: 0,
            unordered: 0,
            empty: Vec::new(),
            is_all_read: true,
            deadline: host.deadline(0),
            began: Instant::now(),
            pieces: 0,
            begun: 0,
            samples: 0,
        }
    }

    /// Keeps the original text of the first events of each log.
    #[must_use]
    pub fn sampling(mut self, samples: usize) -> Self {
        self.samples = samples;
        self
    }

    /// Returns `true` if the events of a location are taken in the order in which they are written.
    pub fn is_as_written(&self) -> bool {
        self.options.gathering(self.sources).order == Order::AsWritten
    }

    /// Returns the number of the log that is being read.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the name of the log that is being read.
    pub fn name(&self) -> &'r str {
        &self.sources[self.number].name
    }

    /// Returns the logs if no event was read from any of them although all were read to their ends.
    pub fn all_empty(&self) -> Option<&[EmptyLog]> {
        let is_empty = self.stop.is_none() && self.is_all_read && self.sessions.begun() == 0;
        is_empty.then_some(&self.empty)
    }

    /// Returns `true` if the run is interrupted, or its time limit is reached.
    pub fn is_over(&self) -> bool {
        self.host.is_interrupted() || self.is_late()
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Begins to read a log, and returns its reader.
    pub(in crate::conformance) fn open(&mut self, number: usize) -> LogReader {
        self.number = number;
        self.begun = self.sessions.begun();
        self.options.reader(&self.sources[number], number).sampling(self.samples)
    }

    /// Reads a piece of the current log.
    pub(in crate::conformance) fn feed(&mut self, reader: &mut LogReader, bytes: &[u8]) {
        self.pieces += 1;
        self.sessions.set_now(self.now());
        reader.feed(bytes, &mut self.sessions);
        self.close_idle();
    }

    /// Ends the sessions that had no event for the idle timeout of the options.
    pub(in crate::conformance) fn close_idle(&mut self) {
        let timeout = self.options.idle_timeout.map(milliseconds);
        if let Some(before) = timeout.and_then(|timeout| self.now().checked_sub(timeout)) {
            self.sessions.close_quiet(before);
        }
    }

    /// Stops reading if a limit is reached.
    pub(in crate::conformance) fn check_limits(&mut self) {
        if self.stop.is_some() {
            return;
        }
        if self.host.is_interrupted() {
            self.stop = Some(Stop::Interrupted);
        } else if self.is_late() {
            self.stop = Some(Stop::Timeout);
        } else if self.host.reached() == Some(Limit::Memory)
            || self.pieces % MEASURED == MEASURED - 1
                && self.host.memory().is_some_and(|most| self.sessions.heap_bytes() > most)
        {
            self.stop = Some(Stop::Memory);
        }
    }

    /// Handles the end of the current log: a pipe may end because the run is interrupted.
    pub(in crate::conformance) fn end(&mut self) {
        if self.host.is_interrupted() {
            self.stop = Some(Stop::Interrupted);
        }
    }

    /// Records that the current log cannot be read, or not to its end.
    pub(in crate::conformance) fn fail(&mut self) {
        self.is_all_read = false;
        self.stop.get_or_insert(Stop::Unread);
    }

    /// Closes the current log, and returns its error as a whole, if there is one.
    pub(in crate::conformance) fn close(&mut self, reader: &LogReader) -> Option<LogFault> {
        if self.stop.is_some() {
            self.place = Some((self.name(), reader.lines()));
        }
        let fault = self.fault(reader);
        self.is_all_read &= fault.is_none();
        self.missed += reader.mapping().missed();
        self.unordered += reader.mapping().unordered();
        if self.sessions.begun() == self.begun {
            self.empty.push(empty(self.name(), reader));
        }
        fault
    }

    /// Ends all open sessions, since all logs are read.
    pub(in crate::conformance) fn finish(&mut self) {
        let are_plain = self.sources.iter().all(|source| source.format == Format::Plain);
        if self.sessions.begun() == 0 && are_plain {
            // A run without events is one session, in which each location has the empty trace.
            self.sessions.begin_unnamed();
        }
        self.sessions.finish();
    }

    /// Returns the milliseconds since the beginning.
    fn now(&self) -> u64 {
        milliseconds(self.began.elapsed())
    }

    fn fault(&self, reader: &LogReader) -> Option<LogFault> {
        let count = reader.findings().errors();
        let mut kinds = reader.findings().counts();
        let is_wrong_language = kinds.any(|(kind, _)| {
            matches!(kind, codes::NOT_TEXT | codes::WRONG_HEADER | codes::UNKNOWN_FORM)
        });
        if count == 0 || self.options.skips_bad_lines() && !is_wrong_language {
            return None;
        }
        Some(if is_wrong_language {
            LogFault::WrongLanguage
        } else {
            LogFault::BadLines { count, is_stopped: reader.is_stopped() }
        })
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn empty(name: &str, reader: &LogReader) -> EmptyLog {
    let mut left_out: Vec<(&str, u64)> = reader.mapping().left_out().collect();
    left_out.sort_by_key(|&(_, count)| Reverse(count));
    let left_out = left_out.into_iter().take(REASONS);
    EmptyLog {
        name: name.to_owned(),
        lines: reader.lines(),
        bad_lines: reader.findings().errors(),
        left_out: left_out.map(|(reason, count)| (reason.to_owned(), count)).collect(),
    }
}

//! Logs that belong together, read piece by piece.

use std::cmp::Reverse;
use std::time::Instant;

use super::complaints::{Complaints, lines};
use super::inputs::LogInput;
use super::log_plan::LogPlan;
use super::plan::PROPERTY;
use crate::cli::answers::Desk;
use crate::cli::feed::{Feed, Next, PATIENCE};
use crate::cli::input::printable;
use crate::cli::models::{cannot_be_had, unreadable};
use crate::cli::output::Failure;
use crate::cli::report_writer::manner;
use crate::cli::reporter::Reporter;
use scm_check::kernel::base::Limit;
use scm_check::kernel::base::grouped;
use scm_check::language::log::{LogReader, Mistake, Order, Sessions};
use scm_check::model::trace::DistributedAlphabet;
use scm_check::render::sentences::number_of;

/// What is asked for memory after so many pieces of a log.
const MEASURED: u64 = 64;

/// Why reading logs ends before their end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// A session fails, and that is enough.
    Failure,
    /// There were enough sessions.
    Enough,
    /// The user, or the system, asked for it.
    Interrupted,
    /// The time is over.
    Timeout,
    /// The memory is used up.
    Memory,
    /// The rest of a log cannot be read: nobody knows what else its sessions have.
    Unread,
}

impl Stop {
    /// Tells whether the sessions that ended before are still answered for.
    pub(super) fn leaves_answers(self) -> bool {
        matches!(self, Self::Enough | Self::Timeout | Self::Unread)
    }

    /// Tells whether nothing else is read either, in this run.
    pub(super) fn is_final(self) -> bool {
        matches!(self, Self::Failure | Self::Enough | Self::Interrupted)
    }
}

/// Who hears what logs bring.
pub(super) trait Listener {
    /// Hears of what was read since the last time; of nothing, where nothing came for some time.
    ///
    /// # Errors
    /// If what comes of it cannot be written.
    fn hear(&mut self, logs: &mut LogGroup<'_>) -> Result<(), Failure>;

    /// Hears that a log is read, to its end or as far as it is; `wrong` says what of it cannot be read, if that is
    /// an error. What is said of the log as a whole stands behind its sessions.
    ///
    /// # Errors
    /// If what comes of it cannot be written.
    fn close(
        &mut self,
        logs: &mut LogGroup<'_>,
        reader: &LogReader,
        wrong: Option<String>,
    ) -> Result<(), Failure>;

    /// Hears that a log cannot be had, or not to its end: why.
    ///
    /// # Errors
    /// If what comes of it cannot be written.
    fn miss(&mut self, logs: &mut LogGroup<'_>, why: &str) -> Result<(), Failure>;
}

/// Logs that belong together, while they are read.
pub(super) struct LogGroup<'r> {
    pub(super) plan: LogPlan<'r>,
    pub(super) desk: &'r Desk<'r>,
    pub(super) reporter: &'r mut Reporter,
    inputs: &'r [&'r LogInput],
    /// What they are called.
    pub(super) names: &'r [String],
    /// The number of the one that is read.
    number: usize,
    pub(super) sessions: Sessions,
    pub(super) complaints: Complaints<'r>,
    pub(super) stop: Option<Stop>,
    /// Where reading stopped.
    pub(super) place: Option<String>,
    /// How many parts of exports are no events though no rule leaves them out.
    pub(super) missed: u64,
    /// How many events have times that do not tell their order.
    pub(super) unordered: u64,
    /// Why nothing was read, log by log where that is so.
    blanks: Vec<String>,
    /// Whether no log and no line was bad, but those that are to be left out.
    pub(super) is_all_read: bool,
    deadline: Option<Instant>,
    began: Instant,
    /// How many pieces were read.
    pieces: u64,
    /// How many events are kept as they were read, for people to see.
    samples: usize,
}

impl<'r> LogGroup<'r> {
    /// Begins to read logs, whose events are letters of an alphabet.
    pub(super) fn new(
        plan: LogPlan<'r>,
        desk: &'r Desk<'r>,
        reporter: &'r mut Reporter,
        (inputs, names): (&'r [&'r LogInput], &'r [String]),
        alphabet: &DistributedAlphabet,
    ) -> Self {
        let gathering = plan.gathering(inputs);
        let name = names.first().map_or("", String::as_str);
        desk.watch.begin_model(name);
        desk.watch.begin(name, Some(PROPERTY));
        Self {
            plan,
            desk,
            reporter,
            inputs,
            names,
            number: 0,
            sessions: Sessions::new(alphabet.clone(), plan.elements(), gathering),
            complaints: Complaints::new(desk, plan.log),
            stop: None,
            place: None,
            missed: 0,
            unordered: 0,
            blanks: Vec::new(),
            is_all_read: true,
            deadline: desk.watch.deadline(),
            began: Instant::now(),
            pieces: 0,
            samples: 0,
        }
    }

    /// Keeps the first events of each log as they were read.
    pub(super) fn sampling(mut self, samples: usize) -> Self {
        self.samples = samples;
        self
    }

    /// Tells whether what a location saw is taken in the order in which it is written.
    pub(super) fn is_as_written(&self) -> bool {
        self.plan.gathering(self.inputs).order == Order::AsWritten
    }

    /// Returns the log that is read, with its name.
    pub(super) fn current(&self) -> (&'r LogInput, &'r str) {
        (self.inputs[self.number], &self.names[self.number])
    }

    /// Returns why nothing was read, if that is so though all logs were read.
    pub(super) fn blank(&self) -> Option<String> {
        if self.stop.is_some() || !self.is_all_read || self.sessions.begun() > 0 {
            return None;
        }
        let mut named = self.names.iter().zip(&self.blanks);
        Some(match (named.next(), self.blanks.len()) {
            (Some((_, why)), 1) => why.clone(),
            (Some((name, why)), more) => {
                format!("{name}: {why}; and nothing of {} others", grouped(more as u64 - 1))
            }
            (None, _) => "there is no log".to_owned(),
        })
    }

    /// Tells whether the user stopped the run, or its time is over.
    pub(super) fn is_over(&self) -> bool {
        self.desk.watch.is_raised() || self.is_late()
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Reads the logs to their ends, or as far as they are wanted.
    ///
    /// # Errors
    /// If something that comes of it cannot be written.
    pub(super) fn read(&mut self, listener: &mut dyn Listener) -> Result<(), Failure> {
        for number in 0..self.inputs.len() {
            self.number = number;
            self.one(listener)?;
            if self.stop.is_some() {
                return Ok(());
            }
        }
        if self.sessions.begun() == 0 && self.inputs.iter().all(|input| input.is_plain()) {
            // The locations of a run in which nothing happened: there is one, whatever they saw.
            self.sessions.begin_unnamed();
        }
        self.sessions.finish();
        listener.hear(self)
    }

    /// Reads one log.
    fn one(&mut self, listener: &mut dyn Listener) -> Result<(), Failure> {
        let (input, name) = self.current();
        let (mut feed, size) = match Feed::open(&input.input) {
            Ok(opened) => opened,
            Err(why) => return self.miss(&why, listener),
        };
        let reading = self.desk.display.read(name, size);
        let mut reader = self.plan.reader(input, name, self.number).sampling(self.samples);
        let (before, begun) = (self.sessions.events(), self.sessions.begun());
        loop {
            self.ask_limits();
            if self.stop.is_some() {
                break;
            }
            match feed.next(PATIENCE) {
                Err(why) => {
                    self.miss(&why, listener)?;
                    break;
                }
                Ok(Next::End) => {
                    // A pipe may end because everybody is to stop.
                    if self.desk.watch.is_raised() {
                        self.stop = Some(Stop::Interrupted);
                    }
                    break;
                }
                Ok(Next::Silence) => {
                    self.close_quiet();
                    listener.hear(self)?;
                }
                Ok(Next::Piece(bytes)) => {
                    self.pieces += 1;
                    self.sessions.set_now(self.now());
                    reader.feed(bytes, &mut self.sessions);
                    self.close_quiet();
                    listener.hear(self)?;
                    reading.went_on(bytes.len(), self.sessions.events() - before);
                }
            }
            self.complaints.tell(&mut reader, self.reporter);
            if reader.is_stopped() {
                self.stop.get_or_insert(Stop::Unread);
                break;
            }
        }
        if self.stop.is_none() {
            reader.finish(&mut self.sessions);
            listener.hear(self)?;
            self.complaints.tell(&mut reader, self.reporter);
        }
        if self.stop.is_some() {
            self.place = Some(format!("{name}:{}", reader.lines()));
        }
        drop(reading);
        let wrong = self.wrong(&reader);
        self.is_all_read &= wrong.is_none();
        self.missed += reader.mapping().missed();
        self.unordered += reader.mapping().unordered();
        if self.sessions.begun() == begun {
            self.blanks.push(blank(&reader));
        }
        listener.close(self, &reader, wrong)
    }

    /// Returns the milliseconds since the beginning.
    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Ends the sessions of which nothing was seen for long.
    fn close_quiet(&mut self) {
        let silence = self.plan.log.silence;
        let silence = silence.and_then(|span| u64::try_from(span.0.as_millis()).ok());
        if let Some(before) = silence.and_then(|silence| self.now().checked_sub(silence)) {
            self.sessions.close_quiet(before);
        }
    }

    fn ask_limits(&mut self) {
        if self.stop.is_some() {
            return;
        }
        if self.desk.watch.is_raised() {
            self.stop = Some(Stop::Interrupted);
        } else if self.is_late() {
            self.stop = Some(Stop::Timeout);
        } else if self.desk.watch.reached() == Some(Limit::Memory)
            || self.pieces % MEASURED == MEASURED - 1
                && self.desk.memory().is_some_and(|most| self.sessions.heap_bytes() > most)
        {
            self.stop = Some(Stop::Memory);
        }
    }

    /// Tells that a log cannot be had, or not to its end.
    fn miss(&mut self, why: &str, listener: &mut dyn Listener) -> Result<(), Failure> {
        let (_, name) = self.current();
        self.desk.display.hide();
        unreadable(name, why, manner(self.desk.report).colour);
        self.reporter.note(&[cannot_be_had(name, why)]);
        self.is_all_read = false;
        self.stop.get_or_insert(Stop::Unread);
        listener.miss(self, why)
    }

    /// Returns what of a log cannot be read, if that is an error.
    fn wrong(&self, reader: &LogReader) -> Option<String> {
        let errors = reader.findings().errors();
        let is_foreign = is_foreign(reader);
        if errors == 0 || self.plan.log.skip_bad_lines && !is_foreign {
            return None;
        }
        if is_foreign {
            return Some("this is no log in this format, nothing read".to_owned());
        }
        let end = if reader.is_stopped() { ", and reading stopped there" } else { "" };
        Some(format!("{}{end}; --skip-bad-lines leaves them out", lines(errors)))
    }
}

/// Returns why nothing was read of a log.
fn blank(reader: &LogReader) -> String {
    /// So many reasons are told.
    const FEW: usize = 3;
    let mut left_out: Vec<(&str, u64)> = reader.mapping().left_out().collect();
    left_out.sort_by_key(|&(_, count)| Reverse(count));
    let bad_lines = reader.findings().errors();
    let mut reasons = Vec::new();
    if bad_lines > 0 {
        reasons.push(format!("{} left out", lines(bad_lines)));
    }
    reasons.extend(left_out.iter().take(FEW).map(|&(reason, count)| {
        let times = number_of(usize::try_from(count).unwrap_or(usize::MAX), "time");
        format!("left out, {times}: {}", printable(reason))
    }));
    match (reasons.is_empty(), reader.lines()) {
        (true, 0) => "the log is empty".to_owned(),
        (true, _) => "no line has an event".to_owned(),
        (false, _) => reasons.join("; "),
    }
}

/// Tells whether a log is none of its language: there are no lines to leave out.
fn is_foreign(reader: &LogReader) -> bool {
    let mut counts = reader.findings().counts();
    counts.any(|(mistake, _)| matches!(mistake, Mistake::NotText | Mistake::WrongHeader))
}

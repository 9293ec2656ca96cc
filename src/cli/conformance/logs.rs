//! Sessions of logs held against a model, as they end.

use std::time::Instant;

use super::answer_object::cut;
use super::checkpoint::{Checkpoint, Known, Recorded};
use super::complaints::{Complaints, lines};
use super::engines::Engine;
use super::feed::{Feed, Next};
use super::inputs::LogInput;
use super::judge::{Case, Judge, Judged, Origin, Outcome, SessionLimits};
use super::log_plan::LogPlan;
use super::monitor::Monitor;
use super::pool::Pool;
use super::session_rows::SessionRows;
use super::tally::Tally;
use crate::check::conformance::Question;
use crate::cli::answers::Desk;
use crate::cli::args;
use crate::cli::input::Input;
use crate::cli::models::{cannot_be_had, unreadable};
use crate::cli::output::Failure;
use crate::cli::reporter::{Reporter, Size, manner};
use crate::cli::session::PATIENCE;
use crate::kernel::report::Row;
use crate::language::log::{LogReader, Mistake, Order, Session, Sessions};

/// Sessions with so many events, or so many of them, go to a thread together.
const BATCH_EVENTS: usize = 4_096;
const BATCH_SESSIONS: usize = 256;

/// What is asked for memory after so many pieces of a log.
const MEASURED: u64 = 64;

/// So many failing sessions are explained to people, and to programs.
const EXPLAINED: u64 = 3;
const EXPLAINED_TO_PROGRAMS: u64 = 100;

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
    fn leaves_answers(self) -> bool {
        matches!(self, Self::Timeout | Self::Unread)
    }
}

/// Logs that belong together, while they are read.
pub(super) struct LogRun<'r> {
    pub(super) log_plan: LogPlan<'r>,
    pub(super) desk: &'r Desk<'r>,
    pub(super) reporter: &'r mut Reporter,
    /// The first log, after which files of witnesses are named.
    first: &'r Input,
    pub(super) rows: SessionRows<'r>,
    pub(super) tally: Tally,
    pub(super) checkpoint: &'r mut Option<Checkpoint>,
    /// How many sessions are still wanted.
    pub(super) left: &'r mut u64,
    pub(super) stop: Option<Stop>,
    deadline: Option<Instant>,
    began: Instant,
    monitor: Option<Monitor>,
    pub(super) failing: u64,
    /// How many of them are not explained.
    pub(super) unexplained: u64,
    pub(super) complaints: Complaints<'r>,
    /// How many sessions were not checked again.
    pub(super) reused: u64,
    /// How many parts of exports are no events though no rule leaves them out.
    pub(super) missed: u64,
    /// Whether no log and no line was bad, but those that are to be left out.
    pub(super) is_all_read: bool,
    /// How many pieces of logs were read.
    pieces: u64,
    /// Cases on their way to the pool.
    batch: Vec<Case>,
    batch_events: usize,
}

impl<'r> LogRun<'r> {
    /// Begins to read logs.
    pub(super) fn new(
        log_plan: LogPlan<'r>,
        desk: &'r Desk<'r>,
        reporter: &'r mut Reporter,
        first: &'r Input,
        rows: SessionRows<'r>,
        checkpoint: &'r mut Option<Checkpoint>,
        left: &'r mut u64,
    ) -> Self {
        let locations = rows.alphabet.locations().len();
        let size = Size { participants: locations, channels: 0 };
        reporter.model(&[], Some(size));
        Self {
            log_plan,
            desk,
            reporter,
            first,
            rows,
            tally: Tally::new(locations),
            checkpoint,
            left,
            stop: None,
            deadline: desk.deadline(),
            began: Instant::now(),
            monitor: None,
            failing: 0,
            unexplained: 0,
            complaints: Complaints::new(desk, log_plan.log),
            reused: 0,
            missed: 0,
            is_all_read: true,
            pieces: 0,
            batch: Vec::new(),
            batch_events: 0,
        }
    }

    /// Reads logs to their end and answers for their sessions.
    ///
    /// # Errors
    /// If the report or the checkpoint cannot be written.
    pub(super) fn run(
        mut self,
        inputs: &[&LogInput],
        engine: &Engine,
    ) -> Result<Option<Stop>, Failure> {
        let gathering = self.log_plan.gathering(inputs);
        let alphabet = self.rows.alphabet.clone();
        let mut sessions = Sessions::new(alphabet, self.log_plan.elements(), gathering);
        let follows = self.log_plan.log.follow;
        // A slice may begin anywhere: no first event is wrong.
        // Where events are sorted by time, none comes too early.
        let is_ordered = gathering.order == Order::AsWritten;
        if follows && is_ordered && self.log_plan.plan.question != Some(Question::Slice) {
            self.monitor = Monitor::new(engine);
        }
        if self.monitor.is_some() {
            sessions = sessions.watched();
        }
        let limits = SessionLimits {
            states: self.desk.search.max_states.map(|count| count.0),
            bytes: self.desk.memory(),
            time: self.log_plan.log.session_timeout.map(|span| span.0),
            deadline: self.deadline,
        };
        // Who follows wants each answer at once.
        let jobs = if follows { 1 } else { self.desk.jobs() };
        let judge =
            |thread| Judge::new(engine, &self.log_plan.plan, limits, self.desk.interrupt, thread);
        let judges: Vec<Judge> = (1..=jobs.max(1)).map(judge).collect();
        let names = self.rows.names;
        let read = std::thread::scope(|scope| {
            let mut pool = Pool::start(scope, judges);
            let mut place = None;
            let mut done = Ok(());
            for (number, input) in inputs.iter().enumerate() {
                done =
                    self.one(input, &names[number], number, &mut sessions, &mut pool, &mut place);
                if done.is_err() || self.stop.is_some() {
                    break;
                }
            }
            if self.stop.is_none() && done.is_ok() {
                sessions.finish();
                done = self.collect(&mut sessions, &mut pool);
            }
            if done.is_ok() {
                done = self.drain(&mut sessions, &mut pool);
            }
            if done.is_err() || self.stop.is_some() {
                pool.abandon();
                self.desk.interrupt.stop();
            }
            drop(pool);
            done.map(|()| (place, sessions.begun().saturating_sub(self.tally.sessions)))
        });
        let (place, open) = read?;
        let stop = self.stop;
        self.close(&inputs[0].input, place, open)?;
        Ok(stop)
    }

    /// Reads one log.
    fn one(
        &mut self,
        input: &LogInput,
        name: &str,
        number: usize,
        sessions: &mut Sessions,
        pool: &mut Pool<Judge>,
        place: &mut Option<String>,
    ) -> Result<(), Failure> {
        let (mut feed, size) = match Feed::open(&input.input) {
            Ok(opened) => opened,
            Err(why) => return self.unread(&input.input, name, &why),
        };
        let reading = self.desk.display.read(name, size);
        let mut reader = self.log_plan.reader(input, name, number);
        let before = sessions.events();
        loop {
            self.ask_limits(sessions);
            if self.stop.is_some() {
                break;
            }
            match feed.next(PATIENCE) {
                Err(why) => {
                    self.unread(&input.input, name, &why)?;
                    break;
                }
                Ok(Next::End) => {
                    // A pipe may end because everybody is to stop.
                    if self.desk.interrupt.is_raised() {
                        self.stop = Some(Stop::Interrupted);
                    }
                    break;
                }
                Ok(Next::Silence) => {
                    self.close_quiet(sessions);
                    self.collect(sessions, pool)?;
                    let judged = pool.ready();
                    self.emit(judged, sessions)?;
                }
                Ok(Next::Piece(bytes)) => {
                    self.pieces += 1;
                    sessions.set_now(self.now());
                    reader.feed(bytes, sessions);
                    self.close_quiet(sessions);
                    self.watch(sessions)?;
                    self.collect(sessions, pool)?;
                    reading.went_on(bytes.len(), sessions.events() - before);
                }
            }
            self.complaints.tell(&mut reader, self.reporter);
            if reader.is_stopped() {
                self.stop.get_or_insert(Stop::Unread);
                break;
            }
        }
        if self.stop.is_none() {
            reader.finish(sessions);
            self.watch(sessions)?;
            self.collect(sessions, pool)?;
            self.complaints.tell(&mut reader, self.reporter);
        } else {
            *place = Some(format!("{name}:{}", reader.lines()));
        }
        drop(reading);
        // What is said of a log as a whole stands behind its sessions, however many threads there are.
        self.drain(sessions, pool)?;
        match self.stop {
            // How far others had read by then is nobody's business.
            Some(Stop::Failure | Stop::Enough) => Ok(()),
            _ => self.bad_lines(&input.input, &reader),
        }
    }

    /// Returns the milliseconds since the beginning.
    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Ends the sessions of which nothing was seen for long.
    fn close_quiet(&self, sessions: &mut Sessions) {
        let silence = self.log_plan.log.silence;
        let silence = silence.and_then(|span| u64::try_from(span.0.as_millis()).ok());
        if let Some(before) = silence.and_then(|silence| self.now().checked_sub(silence)) {
            sessions.close_quiet(before);
        }
    }

    /// Tells what is wrong at a location as soon as it is seen.
    fn watch(&mut self, sessions: &mut Sessions) -> Result<(), Failure> {
        let Some(monitor) = &mut self.monitor else { return Ok(()) };
        let locations = self.rows.alphabet.locations().len();
        let mut rows = Vec::new();
        while let Some(seen) = sessions.next_seen() {
            if let Some(error) = monitor.see(seen, locations) {
                rows.push(self.rows.early(sessions, seen, error));
            }
        }
        self.stream(rows)
    }

    fn stream(&mut self, rows: Vec<Row>) -> Result<(), Failure> {
        if rows.is_empty() {
            return Ok(());
        }
        self.desk.display.hide();
        self.reporter.stream(rows)
    }

    /// Sends the sessions that ended to the pool, and shows what is answered.
    fn collect(&mut self, sessions: &mut Sessions, pool: &mut Pool<Judge>) -> Result<(), Failure> {
        while let Some(session) = sessions.next_closed() {
            let name = self.rows.title;
            let known = match self.checkpoint.as_mut() {
                Some(checkpoint) => checkpoint.known(name, || Recorded::session(&session))?,
                None => Known::Nothing,
            };
            if let Some(monitor) = &mut self.monitor {
                monitor.forget(session.number);
            }
            self.batch_events += session.events();
            self.batch.push(Case { session, known });
            let is_full = self.batch_events >= BATCH_EVENTS || self.batch.len() >= BATCH_SESSIONS;
            if is_full || self.log_plan.log.follow {
                self.batch_events = 0;
                pool.submit(std::mem::take(&mut self.batch));
                let judged = pool.ready();
                self.emit(judged, sessions)?;
                if self.stop.is_some() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Waits for the answers that are under way, and shows them.
    fn drain(&mut self, sessions: &mut Sessions, pool: &mut Pool<Judge>) -> Result<(), Failure> {
        if self.stop.is_none_or(|stop| stop == Stop::Unread) {
            self.batch_events = 0;
            pool.submit(std::mem::take(&mut self.batch));
        }
        while self.stop.is_none_or(Stop::leaves_answers) {
            let judged = pool.rest();
            if judged.is_empty() {
                break;
            }
            self.emit(judged, sessions)?;
        }
        Ok(())
    }

    /// Shows what became of sessions, as far as anybody wants to know.
    fn emit(&mut self, judged: Vec<Judged>, sessions: &mut Sessions) -> Result<(), Failure> {
        let mut rows = Vec::new();
        let has_judged = !judged.is_empty();
        for Judged { session, outcome, origin } in judged {
            if self.stop.is_some_and(|stop| !stop.leaves_answers()) || self.is_cut(&outcome) {
                break;
            }
            if let Some(row) = self.judged(&session, &outcome, origin)? {
                rows.push(row);
            }
            sessions.recycle(session);
        }
        self.stream(rows)?;
        match self.checkpoint.as_mut() {
            Some(checkpoint) if has_judged => checkpoint.flush(),
            _ => Ok(()),
        }
    }

    /// Tells whether the user stopped the run before a session was answered for.
    fn is_cut(&mut self, outcome: &Outcome) -> bool {
        let is_cut = match outcome {
            Outcome::LeftOut => true,
            Outcome::Answered(answer) => {
                answer.verdict == Err(crate::kernel::base::Limit::Interrupted)
            }
            Outcome::Broken(_) => false,
        };
        if is_cut {
            self.stop.get_or_insert(Stop::Interrupted);
        }
        is_cut
    }

    fn judged(
        &mut self,
        session: &Session,
        outcome: &Outcome,
        origin: Origin,
    ) -> Result<Option<Row>, Failure> {
        self.tally.count(outcome, session.events());
        self.reused += u64::from(origin == Origin::Known);
        if let Some(checkpoint) = self.checkpoint.as_mut() {
            // What the whole run had no time for may have it when the run goes on.
            let is_over = self.desk.interrupt.is_raised()
                || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let answer = match outcome {
                Outcome::Answered(answer)
                    if !is_over || answer.verdict.is_ok() && !checkpoint.lacks(answer) =>
                {
                    answer
                }
                Outcome::Answered(_) | Outcome::Broken(_) | Outcome::LeftOut => &cut(),
            };
            checkpoint.record(self.rows.title, Recorded::session(session), answer, origin)?;
        }
        let holds = matches!(outcome, Outcome::Answered(answer) if answer.verdict == Ok(true));
        *self.left -= 1;
        if *self.left == 0 {
            // Whatever else ended the reading before.
            self.stop = Some(Stop::Enough);
        }
        if holds {
            let is_shown = self.reporter.wants_all();
            return Ok(is_shown.then(|| self.shown(session, outcome, false)));
        }
        self.failing += 1;
        if self.log_plan.log.fail_fast {
            self.stop = Some(Stop::Failure);
        }
        let is_explained = is_explained(self.failing, self.desk, self.reporter);
        self.unexplained += u64::from(!is_explained);
        Ok(Some(self.shown(session, outcome, is_explained)))
    }

    /// Returns the row of a session, of which the witness is kept.
    fn shown(&mut self, session: &Session, outcome: &Outcome, is_explained: bool) -> Row {
        let (desk, first) = (self.desk, self.first);
        self.rows.shown(desk, self.reporter, first, session, outcome, is_explained)
    }

    fn ask_limits(&mut self, sessions: &Sessions) {
        if self.stop.is_some() {
            return;
        }
        if self.desk.interrupt.is_raised() {
            self.stop = Some(Stop::Interrupted);
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.stop = Some(Stop::Timeout);
        } else if exceeds(self.desk, sessions, self.pieces) {
            self.stop = Some(Stop::Memory);
        }
    }

    /// Reports how many lines of a log were bad, if that is an error.
    fn bad_lines(&mut self, input: &Input, reader: &LogReader) -> Result<(), Failure> {
        let errors = reader.findings().errors();
        let is_foreign = is_foreign(reader);
        self.complaints.close(reader);
        self.missed += reader.mapping().missed();
        if errors == 0 || self.log_plan.log.skip_bad_lines && !is_foreign {
            return Ok(());
        }
        self.is_all_read = false;
        let end = if reader.is_stopped() { ", and reading stopped there" } else { "" };
        let message = if is_foreign {
            "this is no log in this format, nothing read".to_owned()
        } else {
            format!("{}{end}; --skip-bad-lines leaves them out", lines(errors))
        };
        self.reporter.row(input, Row::unreadable(reader.findings().name(), message))
    }

    fn unread(&mut self, input: &Input, name: &str, why: &str) -> Result<(), Failure> {
        self.desk.display.hide();
        unreadable(name, why, manner(self.desk.report).colour);
        self.reporter.note(&[cannot_be_had(name, why)]);
        self.is_all_read = false;
        self.stop.get_or_insert(Stop::Unread);
        let message = format!("{why}, nothing checked");
        self.reporter.row(input, Row::unreadable(name, message))
    }
}

/// Tells whether open sessions take more memory than they may, once in a while.
pub(super) fn exceeds(desk: &Desk<'_>, sessions: &Sessions, pieces: u64) -> bool {
    pieces % MEASURED == MEASURED - 1
        && desk.memory().is_some_and(|most| sessions.heap_bytes() > most)
}

/// Tells whether a log is none of its language: there are no lines to leave out.
pub(super) fn is_foreign(reader: &LogReader) -> bool {
    let mut counts = reader.findings().counts();
    counts.any(|(mistake, _)| matches!(mistake, Mistake::NotText | Mistake::WrongHeader))
}

/// Tells whether a failing session is explained, the one with a number from 1.
pub(super) fn is_explained(number: u64, desk: &Desk<'_>, reporter: &Reporter) -> bool {
    let report = desk.report;
    let is_for_people = reporter.is_for_people() || report.format == args::Format::Html;
    let most = if is_for_people { EXPLAINED } else { EXPLAINED_TO_PROGRAMS };
    report.verbose || (!report.quiet && number <= most)
}

/// Tells whether a stop is one of the whole run.
pub(super) fn is_final(stop: Option<Stop>) -> bool {
    match stop {
        None | Some(Stop::Timeout | Stop::Memory | Stop::Unread) => false,
        Some(Stop::Failure | Stop::Enough | Stop::Interrupted) => true,
    }
}

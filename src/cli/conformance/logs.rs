//! Sessions of logs held against a model, as they end.

use super::answer_object::cut;
use super::checkpoint::{Checkpoint, Known, Recorded};
use super::engines::Engine;
use super::judge::{Case, Judge, Judged, SessionLimits};
use super::log_group::{Listener, LogGroup, Stop};
use super::log_plan::LogPlan;
use super::monitor::Monitor;
use super::outcome::{Origin, Outcome};
use super::pool::Pool;
use super::session_rows::SessionRows;
use super::tally::Tally;
use crate::cli::answers::Desk;
use crate::cli::input::Input;
use crate::cli::option_groups::Format;
use crate::cli::output::{Failure, tell};
use crate::cli::report_writer::manner;
use crate::cli::reporter::Reporter;
use scm_check::check::conformance::Question;
use scm_check::kernel::base::Limit;
use scm_check::language::log::{LogReader, Session};
use scm_check::render::report::ModelSize as Size;
use scm_check::render::report::Row;

/// Sessions with so many events, or so many of them, go to a thread together.
const BATCH_EVENTS: usize = 4_096;
const BATCH_SESSIONS: usize = 256;

/// So many failing sessions are explained to people, and to programs.
const EXPLAINED: u64 = 3;
const EXPLAINED_TO_PROGRAMS: u64 = 100;

/// Answers for the sessions of logs that belong together, as they end.
pub(super) struct LogRun<'r> {
    pub(super) desk: &'r Desk<'r>,
    /// The first log, after which files of witnesses are named.
    pub(super) first: &'r Input,
    pub(super) rows: SessionRows<'r>,
    pub(super) tally: Tally,
    checkpoint: &'r mut Option<Checkpoint>,
    /// How many sessions are still wanted in this run.
    left: &'r mut u64,
    /// How many more of them are to be asked for.
    wanted: u64,
    pool: Pool<Judge>,
    monitor: Option<Monitor>,
    pub(super) failing: u64,
    /// How many of them are not explained.
    pub(super) unexplained: u64,
    /// How many sessions were not checked again.
    pub(super) reused: u64,
    /// Cases on their way to the pool.
    batch: Vec<Case>,
    batch_events: usize,
}

/// Reads logs to their end and answers for their sessions. Returns why reading stopped, if it did.
///
/// # Errors
/// If the report or the checkpoint cannot be written.
pub(super) fn conform<'r>(
    mut logs: LogGroup<'r>,
    engine: &Engine,
    rows: SessionRows<'r>,
    first: &'r Input,
    (checkpoint, left): (&'r mut Option<Checkpoint>, &'r mut u64),
) -> Result<Option<Stop>, Failure> {
    let LogPlan { plan, log, .. } = logs.plan;
    let desk = logs.desk;
    let locations = engine.alphabet().locations().len();
    logs.reporter.model(&[], Some(Size { participants: locations, channels: 0 }));
    // A slice may begin anywhere: no first event is wrong.
    // Where events are sorted by time, none comes too early.
    let is_watched = log.follow && logs.is_as_written() && plan.question != Some(Question::Slice);
    let monitor = if is_watched { Monitor::new(engine) } else { None };
    if monitor.is_some() {
        logs.sessions = logs.sessions.watched();
    } else if log.follow && !desk.report.quiet {
        let why = if !logs.is_as_written() {
            "events are sorted by time"
        } else if is_watched {
            "the model is followed as a term"
        } else {
            "a slice may begin anywhere"
        };
        let text = format!(
            "\x1b[1;33mwarning:\x1b[0m nothing is told of a session before it ends: {why}\n"
        );
        tell(manner(desk.report).colour, &text);
    }
    logs.sessions = logs.sessions.wanting(*left);
    let limits = SessionLimits::of(log, desk);
    // Who follows wants each answer at once.
    let jobs = if log.follow { 1 } else { desk.jobs() };
    let judge = |thread| Judge::new(engine, &plan, limits, desk.watch, thread);
    let judges: Vec<Judge> = (1..=jobs.max(1)).map(judge).collect();
    std::thread::scope(|scope| {
        let mut run = LogRun {
            desk,
            first,
            rows,
            tally: Tally::new(locations),
            checkpoint,
            wanted: *left,
            left,
            pool: Pool::start(scope, judges),
            monitor,
            failing: 0,
            unexplained: 0,
            reused: 0,
            batch: Vec::new(),
            batch_events: 0,
        };
        let read = logs.read(&mut run).and_then(|()| run.drain(&mut logs));
        if read.is_err() || logs.stop.is_some() {
            run.pool.abandon();
            desk.watch.stop();
        }
        read?;
        let stop = logs.stop;
        run.sum_up(logs)?;
        Ok(stop)
    })
}

impl Listener for LogRun<'_> {
    fn hear(&mut self, logs: &mut LogGroup<'_>) -> Result<(), Failure> {
        self.watch(logs)?;
        self.collect(logs)?;
        let judged = self.pool.ready();
        self.emit(judged, logs)
    }

    fn close(
        &mut self,
        logs: &mut LogGroup<'_>,
        reader: &LogReader,
        wrong: Option<String>,
    ) -> Result<(), Failure> {
        // However many threads there are.
        self.drain(logs)?;
        if logs.stop == Some(Stop::Failure) {
            // How far others had read by then is nobody's business.
            logs.is_all_read = true;
            return Ok(());
        }
        logs.complaints.close(reader);
        let row = |message| Row::unreadable(reader.findings().name(), message);
        wrong.map_or(Ok(()), |message| logs.reporter.row(&logs.current().0.input, row(message)))
    }

    fn miss(&mut self, logs: &mut LogGroup<'_>, why: &str) -> Result<(), Failure> {
        let (input, name) = logs.current();
        let row = Row::unreadable(name, format!("{why}, nothing checked"));
        logs.reporter.row(&input.input, row)
    }
}

impl LogRun<'_> {
    /// Tells what is wrong at a location as soon as it is seen.
    fn watch(&mut self, logs: &mut LogGroup<'_>) -> Result<(), Failure> {
        let Some(monitor) = &mut self.monitor else { return Ok(()) };
        let locations = self.rows.alphabet.locations().len();
        let mut rows = Vec::new();
        while let Some(seen) = logs.sessions.next_seen() {
            if let Some(error) = monitor.see(seen, locations) {
                rows.push(self.rows.early(&logs.sessions, seen, error));
            }
        }
        self.stream(logs, rows)
    }

    fn stream(&self, logs: &mut LogGroup<'_>, rows: Vec<Row>) -> Result<(), Failure> {
        if rows.is_empty() {
            return Ok(());
        }
        self.desk.display.hide();
        logs.reporter.stream(rows)
    }

    /// Sends the sessions that ended to the pool, as many as are wanted, and shows what is answered.
    fn collect(&mut self, logs: &mut LogGroup<'_>) -> Result<(), Failure> {
        while self.wanted > 0
            && let Some(session) = logs.sessions.next_closed()
        {
            self.wanted -= 1;
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
            if is_full || logs.plan.log.follow {
                self.batch_events = 0;
                self.pool.submit(std::mem::take(&mut self.batch));
                let judged = self.pool.ready();
                self.emit(judged, logs)?;
                if logs.stop.is_some() {
                    return Ok(());
                }
            }
        }
        if self.wanted == 0 {
            // Whatever else ended the reading before.
            logs.stop = Some(Stop::Enough);
        }
        Ok(())
    }

    /// Waits for the answers that are under way, and shows them.
    fn drain(&mut self, logs: &mut LogGroup<'_>) -> Result<(), Failure> {
        if matches!(logs.stop, None | Some(Stop::Enough | Stop::Unread)) {
            self.batch_events = 0;
            self.pool.submit(std::mem::take(&mut self.batch));
        }
        while logs.stop.is_none_or(Stop::leaves_answers) {
            let judged = self.pool.rest();
            if judged.is_empty() {
                break;
            }
            self.emit(judged, logs)?;
        }
        Ok(())
    }

    /// Shows what became of sessions, as far as anybody wants to know.
    fn emit(&mut self, judged: Vec<Judged>, logs: &mut LogGroup<'_>) -> Result<(), Failure> {
        let mut rows = Vec::new();
        let has_judged = !judged.is_empty();
        for Judged { session, outcome, origin } in judged {
            if logs.stop.is_some_and(|stop| !stop.leaves_answers()) {
                break;
            }
            if is_cut(&outcome) {
                logs.stop = Some(Stop::Interrupted);
                break;
            }
            if let Some(row) = self.judged(logs, &session, &outcome, origin)? {
                rows.push(row);
            }
            logs.sessions.recycle(session);
        }
        self.stream(logs, rows)?;
        match self.checkpoint.as_mut() {
            Some(checkpoint) if has_judged => checkpoint.flush(),
            _ => Ok(()),
        }
    }

    fn judged(
        &mut self,
        logs: &mut LogGroup<'_>,
        session: &Session,
        outcome: &Outcome,
        origin: Origin,
    ) -> Result<Option<Row>, Failure> {
        self.tally.count(outcome, session.events());
        self.reused += u64::from(origin == Origin::Known);
        if let Some(checkpoint) = self.checkpoint.as_mut() {
            // What the whole run had no time for may have it when the run goes on.
            let is_over = logs.is_over();
            let answer = match outcome {
                Outcome::Answered(answer) if !is_over || answer.limit.is_none() => answer,
                Outcome::Answered(_) | Outcome::Broken(_) | Outcome::LeftOut => &cut(),
            };
            checkpoint.record(self.rows.title, Recorded::session(session), answer, origin)?;
        }
        let verdict = match outcome {
            Outcome::Answered(answer) => answer.verdict.ok(),
            Outcome::Broken(_) | Outcome::LeftOut => None,
        };
        *self.left -= 1;
        if verdict == Some(true) {
            let is_shown = logs.reporter.wants_all();
            return Ok(is_shown.then(|| self.shown(logs, session, outcome, false)));
        }
        self.failing += 1;
        if verdict == Some(false) && logs.plan.log.fail_fast {
            logs.stop = Some(Stop::Failure);
        }
        let is_explained = is_explained(self.failing, self.desk, logs.reporter);
        self.unexplained += u64::from(!is_explained);
        Ok(Some(self.shown(logs, session, outcome, is_explained)))
    }

    /// Returns the row of a session, of which the witness is kept.
    fn shown(
        &mut self,
        logs: &mut LogGroup<'_>,
        session: &Session,
        outcome: &Outcome,
        is_explained: bool,
    ) -> Row {
        let (desk, first) = (self.desk, self.first);
        self.rows.shown(desk, logs.reporter, first, session, outcome, is_explained)
    }
}

/// Tells whether the user stopped the run before a session was answered for.
fn is_cut(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::LeftOut => true,
        Outcome::Answered(answer) => answer.verdict == Err(Limit::Interrupted),
        Outcome::Broken(_) => false,
    }
}

/// Tells whether a failing session is explained, the one with a number from 1.
pub(super) fn is_explained(number: u64, desk: &Desk<'_>, reporter: &Reporter) -> bool {
    let report = desk.report;
    let is_for_people = reporter.is_for_people() || report.format() == Format::Html;
    let most = if is_for_people { EXPLAINED } else { EXPLAINED_TO_PROGRAMS };
    report.verbose || (!report.quiet && number <= most)
}

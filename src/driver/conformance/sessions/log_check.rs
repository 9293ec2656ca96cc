//! Checks sessions of logs against a model as they end.

use std::io;
use std::thread::Scope;

use super::checkpoint::{Checkpoint, Known, Recorded, Storage};
use super::log_group::{LogGroup, Stop};
use super::monitor::Monitor;
use super::pool::Pool;
use super::session_worker::{SessionJob, SessionResult, SessionWorker};
use super::tally::Tally;
use crate::Host;
use crate::conformance::model::answer_object::interrupted;
use crate::conformance::model::engines::Engine;
use crate::conformance::model::outcome::{Origin, Outcome, SessionReport};
use crate::conformance::model::plan::Plan;
use check::conformance::{LocalError, Question};
use language::log::Seen;

/// Number of events, or of sessions, that are sent to a thread together.
const BATCH_EVENTS: usize = 4_096;
const BATCH_SESSIONS: usize = 256;

/// Checks the sessions of a group of logs as they end.
#[derive(Debug)]
pub struct LogCheck<'r, S: Storage> {
    plan: Plan<'r>,
    locations: usize,
    /// Counts of the sessions by result.
    pub tally: Tally,
    checkpoint: Option<&'r mut Checkpoint<S>>,
    /// Number of sessions that are still to be checked in this run.
    left: &'r mut u64,
    /// Number of these sessions that are not yet taken from the logs.
    wanted: u64,
    pool: Pool<SessionWorker<'r>>,
    monitor: Option<Monitor>,
    /// Number of sessions that do not conform or have no verdict.
    pub failing: u64,
    /// Number of failing sessions without an explanation.
    pub unexplained: u64,
    /// Number of sessions whose answers are taken from the checkpoint.
    pub reused: u64,
    /// Sessions that will be sent to the pool.
    batch: Vec<SessionJob>,
    batch_events: usize,
}

/// Reason for which nothing is reported about a session before it ends, although its log is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoEarlyErrors {
    /// Events are sorted by time, so that a later line may come before them.
    SortedByTime,
    /// There is no automaton for local checks.
    Term,
    /// A slice may begin anywhere, so that every first event is allowed.
    Slice,
}

/// An event that is wrong at its location, in an open session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EarlyError {
    /// The key of the session.
    pub session: String,
    /// The event.
    pub seen: Seen,
    /// Text of the event, if the model does not have its letter.
    pub unknown: Option<String>,
    /// The error.
    pub error: LocalError,
}

impl<'r, S: Storage> LogCheck<'r, S> {
    /// Begins to check the sessions of logs, on as many threads as the host has. `left` sessions of the whole run are
    /// still to be checked.
    pub fn new<'scope>(
        scope: &'scope Scope<'scope, '_>,
        host: &'r dyn Host,
        plan: &Plan<'r>,
        engine: &Engine,
        mut logs: LogGroup<'r>,
        (checkpoint, left): (Option<&'r mut Checkpoint<S>>, &'r mut u64),
    ) -> (Self, LogGroup<'r>, Option<NoEarlyErrors>)
    where
        'r: 'scope,
    {
        let (monitor, refused) = monitor(plan, engine, &logs);
        logs.sessions = logs.sessions.wanting(*left);
        if monitor.is_some() {
            logs.sessions = logs.sessions.watched();
        }
        let deadline = host.deadline(0);
        // A user who follows a log needs each answer at once.
        let threads = if logs.options.follows { 1 } else { host.threads().max(1) };
        let worker = |thread| SessionWorker::new(engine, plan, deadline, host, thread);
        let locations = engine.alphabet().locations().len();
        let check = Self {
            plan: *plan,
            locations,
            tally: Tally::new(locations),
            checkpoint,
            wanted: *left,
            left,
            pool: Pool::start(scope, (1..=threads).map(worker).collect()),
            monitor,
            failing: 0,
            unexplained: 0,
            reused: 0,
            batch: Vec::new(),
            batch_events: 0,
        };
        (check, logs, refused)
    }

    /// Returns the errors at locations of open sessions since the last call.
    pub fn early_errors(&mut self, logs: &mut LogGroup<'_>) -> Vec<EarlyError> {
        let Some(monitor) = &mut self.monitor else { return Vec::new() };
        let mut errors = Vec::new();
        while let Some(seen) = logs.sessions.next_seen() {
            if let Some(error) = monitor.see(seen, self.locations) {
                let session = logs.sessions.key(seen).unwrap_or_default().to_owned();
                let unknown = logs.sessions.unknown_text(seen).map(str::to_owned);
                errors.push(EarlyError { session, seen, unknown, error });
            }
        }
        errors
    }

    /// Sends ended sessions to the pool, up to a full batch and the number of sessions to be checked. Returns `false`
    /// if there are no more for now.
    ///
    /// # Errors
    /// If the checkpoint cannot be read or written.
    pub fn collect(&mut self, logs: &mut LogGroup<'_>) -> io::Result<bool> {
        while self.wanted > 0
            && let Some(session) = logs.sessions.next_closed()
        {
            self.wanted -= 1;
            let known = match &mut self.checkpoint {
                Some(checkpoint) => {
                    checkpoint.known(&logs.title, || Recorded::session(&session))?
                }
                None => Known::Nothing,
            };
            if let Some(monitor) = &mut self.monitor {
                monitor.forget(session.number);
            }
            self.batch_events += session.events();
            self.batch.push(SessionJob { session, known });
            let is_full = self.batch_events >= BATCH_EVENTS || self.batch.len() >= BATCH_SESSIONS;
            if is_full || logs.options.follows {
                self.submit();
                return Ok(true);
            }
        }
        if self.wanted == 0 {
            // This reason replaces any earlier one.
            logs.stop = Some(Stop::Enough);
        }
        Ok(false)
    }

    fn submit(&mut self) {
        self.batch_events = 0;
        self.pool.submit(std::mem::take(&mut self.batch));
    }

    /// Returns the reports about finished sessions, in order.
    ///
    /// # Errors
    /// If the checkpoint cannot be written.
    pub fn ready(&mut self, logs: &mut LogGroup<'_>) -> io::Result<Vec<SessionReport>> {
        let done = self.pool.ready();
        self.reports(done, logs)
    }

    /// Sends the remaining sessions to the pool, if their answers are still wanted.
    pub fn submit_rest(&mut self, logs: &LogGroup<'_>) {
        if matches!(logs.stop, None | Some(Stop::Enough | Stop::Unread)) {
            self.submit();
        }
    }

    /// Waits for sessions in the pool, and returns the reports about them; `None` if no wanted answers remain.
    ///
    /// # Errors
    /// If the checkpoint cannot be written.
    pub fn rest(&mut self, logs: &mut LogGroup<'_>) -> io::Result<Option<Vec<SessionReport>>> {
        if logs.stop.is_some_and(|stop| !stop.leaves_answers()) {
            return Ok(None);
        }
        let done = self.pool.rest();
        if done.is_empty() {
            return Ok(None);
        }
        self.reports(done, logs).map(Some)
    }

    /// Abandons the sessions in the pool: their answers are no longer wanted.
    pub fn abandon(&mut self) {
        self.pool.abandon();
    }

    /// Writes the recorded entries of the checkpoint.
    ///
    /// # Errors
    /// If the checkpoint cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.checkpoint.as_mut().map_or(Ok(()), |checkpoint| checkpoint.flush())
    }

    fn reports(
        &mut self,
        done: Vec<SessionResult>,
        logs: &mut LogGroup<'_>,
    ) -> io::Result<Vec<SessionReport>> {
        let mut reports = Vec::new();
        for result in done {
            if logs.stop.is_some_and(|stop| !stop.leaves_answers()) {
                break;
            }
            if result.outcome.is_interrupted() {
                logs.stop = Some(Stop::Interrupted);
                break;
            }
            reports.extend(self.report(result, logs)?);
        }
        Ok(reports)
    }

    fn report(
        &mut self,
        SessionResult { session, outcome, origin }: SessionResult,
        logs: &mut LogGroup<'_>,
    ) -> io::Result<Option<SessionReport>> {
        self.tally.count(&outcome, session.events());
        self.reused += u64::from(origin == Origin::Known);
        if let Some(checkpoint) = &mut self.checkpoint {
            // Sessions that ran out of the time of the whole run may be checked when the run is continued.
            let is_over = logs.is_over();
            let answer = match &outcome {
                Outcome::Answered { answer, .. } if !is_over || answer.limit.is_none() => answer,
                Outcome::Answered { .. }
                | Outcome::Unordered(_)
                | Outcome::Crashed(_)
                | Outcome::LeftOut => &interrupted(),
            };
            checkpoint.record(&logs.title, Recorded::session(&session), answer, origin)?;
        }
        *self.left -= 1;
        if outcome.holds() == Some(true) {
            if !self.plan.reports_all {
                logs.sessions.recycle(session);
                return Ok(None);
            }
            return Ok(Some(SessionReport { session, outcome, is_explained: false }));
        }
        self.failing += 1;
        if outcome.holds() == Some(false) && logs.options.fail_fast {
            logs.stop = Some(Stop::Failure);
        }
        let is_explained = self.failing <= self.plan.explained_sessions;
        self.unexplained += u64::from(!is_explained);
        Ok(Some(SessionReport { session, outcome, is_explained }))
    }
}

/// Returns a monitor of open sessions if logs are followed and can be monitored; else the reason why not.
fn monitor(
    plan: &Plan<'_>,
    engine: &Engine,
    logs: &LogGroup<'_>,
) -> (Option<Monitor>, Option<NoEarlyErrors>) {
    if !logs.options.follows {
        return (None, None);
    }
    if !logs.is_as_written() {
        return (None, Some(NoEarlyErrors::SortedByTime));
    }
    if plan.question == Some(Question::Slice) {
        return (None, Some(NoEarlyErrors::Slice));
    }
    let monitor = Monitor::new(engine);
    let refused = monitor.is_none().then_some(NoEarlyErrors::Term);
    (monitor, refused)
}

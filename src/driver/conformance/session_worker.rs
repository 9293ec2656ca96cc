//! The worker of one thread that checks sessions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::answer_object::fits;
use super::checkpoint::Known;
use super::engines::Engine;
use super::outcome::{Origin, Outcome};
use super::plan::Plan;
use super::pool::Worker;
use crate::{Host, Panic, isolated};
use check::conformance::{Answer, Procedure, Question};
use kernel::base::{Control, Id as _};
use language::log::Session;

/// Limits for the check of a session.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SessionLimits {
    /// Number of configurations that searches store.
    states: Option<u64>,
    /// Memory for stored configurations, in bytes.
    bytes: Option<u64>,
    /// Time limit of one session.
    pub(super) time: Option<Duration>,
    /// Moment at which the time for the log is over.
    deadline: Option<Instant>,
}

impl SessionLimits {
    /// Returns the limits for each session of a log that begins now.
    pub(super) fn new(plan: &Plan<'_>, host: &dyn Host) -> Self {
        Self {
            states: plan.max_states,
            bytes: host.memory(),
            time: plan.session_timeout,
            deadline: host.deadline(0),
        }
    }

    /// Returns the control of a session that begins now, on the thread with a number, from 1; 0 is the main thread.
    pub(super) fn control(&self, host: &dyn Host, thread: usize) -> Arc<Control> {
        let own = self.time.and_then(|time| Instant::now().checked_add(time));
        let control = Arc::new(Control {
            max_states: self.states,
            max_bytes: self.bytes,
            deadline: own.into_iter().chain(self.deadline).min(),
            ..Control::unlimited()
        });
        host.watch(thread, &control);
        control
    }
}

/// A session, with its recorded result if there is one.
#[derive(Debug)]
pub(super) struct SessionJob {
    pub(super) session: Session,
    pub(super) known: Known,
}

/// A session with its result.
#[derive(Debug)]
pub(super) struct SessionResult {
    pub(super) session: Session,
    pub(super) outcome: Outcome,
    pub(super) origin: Origin,
}

/// Maximum number of letters of a multitrace whose answer is cached.
const LONGEST: usize = 4_096;

/// Maximum memory of the cached multitraces in bytes; beyond it, the cache is emptied.
const MAX_BYTES: usize = 1 << 25;

/// Checks sessions, one after the other. Of identical sessions, only the first is checked.
///
/// A cache of the verdicts of single traces would not pay: reading a trace on its projection is one look-up per letter,
/// 0.7 % of the time for five million events in which each location has 25 traces, and hashing the trace costs more.
#[derive(Debug)]
pub(super) struct SessionWorker<'h> {
    host: &'h dyn Host,
    engine: Engine,
    /// A copy of the engine in a consistent state, to restore it after a panic.
    backup: Engine,
    question: Option<Question>,
    procedure: Procedure,
    limits: SessionLimits,
    /// The number of the thread, from 1.
    thread: usize,
    control: Arc<Control>,
    known: FxHashMap<Box<[u32]>, Answer>,
    bytes: usize,
    key: Vec<u32>,
}

impl Worker for SessionWorker<'_> {
    type Job = SessionJob;
    type Done = SessionResult;

    fn work(&mut self, SessionJob { session, known }: SessionJob) -> SessionResult {
        let (outcome, origin) = match known {
            Known::Answer(answer) if fits(&answer, self.engine.alphabet()) => {
                (Outcome::Answered(answer), Origin::Known)
            }
            Known::Answer(_) | Known::Open => (self.check(&session), Origin::FoundAgain),
            Known::Nothing => (self.check(&session), Origin::Found),
        };
        SessionResult { session, outcome, origin }
    }

    fn leave(&mut self, job: SessionJob) -> SessionResult {
        let SessionJob { session, .. } = job;
        SessionResult { session, outcome: Outcome::LeftOut, origin: Origin::Found }
    }
}

impl<'h> SessionWorker<'h> {
    /// Returns the worker of a thread with a number.
    pub(super) fn new(
        engine: &Engine,
        plan: &Plan<'_>,
        limits: SessionLimits,
        host: &'h dyn Host,
        thread: usize,
    ) -> Self {
        Self {
            host,
            engine: engine.clone(),
            backup: engine.clone(),
            question: plan.question,
            procedure: plan.procedure,
            limits,
            thread,
            control: limits.control(host, thread),
            known: FxHashMap::default(),
            bytes: 0,
            key: Vec::new(),
        }
    }

    fn check(&mut self, session: &Session) -> Outcome {
        self.key.clear();
        let letters: usize = session.traces.iter().map(Vec::len).sum();
        if letters <= LONGEST {
            for trace in &session.traces {
                let short = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
                self.key.push(short(trace.len()));
                self.key.extend(trace.iter().map(|letter| short(letter.index())));
            }
            if let Some(answer) = self.known.get(self.key.as_slice()) {
                return Outcome::Answered(answer.clone());
            }
        }
        if self.limits.time.is_some() {
            self.control = self.limits.control(self.host, self.thread);
        }
        let (question, procedure) = (self.question, self.procedure);
        let (engine, control) = (&mut self.engine, &self.control);
        let answer = isolated(|| engine.check(&session.traces, question, procedure, control));
        match answer {
            Ok(answer) => {
                if letters <= LONGEST && answer.limit.is_none() {
                    self.keep(&answer);
                }
                Outcome::Answered(answer)
            }
            Err(Panic(message)) => {
                self.engine = self.backup.clone();
                Outcome::Crashed(message)
            }
        }
    }

    fn keep(&mut self, answer: &Answer) {
        let bytes = size_of::<Answer>() + 4 * self.key.len() + 64;
        if self.bytes + bytes > MAX_BYTES {
            self.known.clear();
            self.bytes = 0;
        }
        self.bytes += bytes;
        self.known.insert(self.key.as_slice().into(), answer.clone());
    }
}

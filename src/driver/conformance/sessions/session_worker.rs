//! The worker of one thread that checks sessions.

use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashMap;

use super::checkpoint::Known;
use super::pool::Worker;
use crate::conformance::model::answer_object::fits;
use crate::conformance::model::engines::Engine;
use crate::conformance::model::outcome::{MAX_ORDERS, Origin, Outcome, Unordered};
use crate::conformance::model::plan::Plan;
use crate::{Host, Panic, isolated};
use check::conformance::Answer;
use kernel::base::{Control, Id as _};
use language::log::{Orders, Session};
use model::trace::LocalLetterId;

/// A session, with its recorded result if there is one.
#[derive(Debug)]
pub(in crate::conformance) struct SessionJob {
    pub(in crate::conformance) session: Session,
    pub(in crate::conformance) known: Known,
}

/// A session with its result.
#[derive(Debug)]
pub(in crate::conformance) struct SessionResult {
    pub(in crate::conformance) session: Session,
    pub(in crate::conformance) outcome: Outcome,
    pub(in crate::conformance) origin: Origin,
}

/// Maximum number of letters of a multitrace whose answer is cached.
const LONGEST: usize = 4_096;

/// Maximum memory of the cached multitraces in bytes; beyond it, the cache is emptied.
const MAX_BYTES: usize = 1 << 25;

/// Checks sessions on the thread of the caller.
#[derive(Debug)]
pub struct SessionChecker<'h>(SessionWorker<'h>);

impl<'h> SessionChecker<'h> {
    /// Returns the checker by an engine, without a deadline.
    pub fn new(engine: &Engine, plan: &Plan<'h>, host: &'h dyn Host) -> Self {
        Self(SessionWorker::new(engine, plan, None, host, 1))
    }

    /// Returns the outcome of a session, which is checked in each order that the times of its events allow.
    pub fn outcome(&mut self, session: &Session) -> Outcome {
        self.0.check_orders(session, session.orders(MAX_ORDERS).as_ref())
    }
}

/// Checks sessions, one after the other. Of identical sessions, only the first is checked.
///
/// A cache of the verdicts of single traces would not pay: reading a trace on its projection is one look-up per letter,
/// 0.7 % of the time for five million events in which each location has 25 traces, and hashing the trace costs more.
#[derive(Debug)]
pub(in crate::conformance) struct SessionWorker<'h> {
    host: &'h dyn Host,
    engine: Engine,
    /// A copy of the engine in a consistent state, to restore it after a panic.
    backup: Engine,
    plan: Plan<'h>,
    /// Moment at which the time for the log is over.
    deadline: Option<Instant>,
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
        let orders = session.orders(MAX_ORDERS);
        let is_ordered = orders.as_ref().is_some_and(|orders| orders.count() == 1);
        let (outcome, origin) = match known {
            // How many orders have the answer is not recorded.
            Known::Answer(answer) if is_ordered && fits(&answer, self.engine.alphabet()) => {
                (Outcome::Answered { answer, orders: 1 }, Origin::Known)
            }
            Known::Answer(_) | Known::Open => {
                (self.check_orders(&session, orders.as_ref()), Origin::FoundAgain)
            }
            Known::Nothing => (self.check_orders(&session, orders.as_ref()), Origin::Found),
        };
        SessionResult { session, outcome, origin }
    }

    fn leave(&mut self, SessionJob { session, .. }: SessionJob) -> SessionResult {
        SessionResult { session, outcome: Outcome::LeftOut, origin: Origin::Found }
    }
}

impl<'h> SessionWorker<'h> {
    /// Returns the worker of a thread with a number.
    pub(in crate::conformance) fn new(
        engine: &Engine,
        plan: &Plan<'h>,
        deadline: Option<Instant>,
        host: &'h dyn Host,
        thread: usize,
    ) -> Self {
        Self {
            host,
            engine: engine.clone(),
            backup: engine.clone(),
            plan: *plan,
            deadline,
            thread,
            control: plan.session_control(host, thread, deadline),
            known: FxHashMap::default(),
            bytes: 0,
            key: Vec::new(),
        }
    }

    /// Checks a session in each of its orders; `None` are too many.
    fn check_orders(&mut self, session: &Session, orders: Option<&Orders>) -> Outcome {
        let Some(orders) = orders else { return Outcome::Unordered(Unordered::TooMany) };
        let mut first = match self.check(&session.traces) {
            Outcome::Answered { answer, .. } if answer.verdict.is_ok() => answer,
            other => return other,
        };
        let mut traces = if orders.count() > 1 { session.traces.clone() } else { Vec::new() };
        for number in 1..orders.count() {
            orders.apply(number, &mut traces);
            let answer = match self.check(&traces) {
                Outcome::Answered { answer, .. } => answer,
                other => return other,
            };
            if answer.verdict.is_err() {
                return Outcome::Answered { answer, orders: number + 1 };
            }
            if answer.verdict != first.verdict {
                return Outcome::Unordered(Unordered::Disagree(number + 1));
            }
            if first.class != answer.class {
                first.class = None;
            }
        }
        Outcome::Answered { answer: first, orders: orders.count() }
    }

    /// Checks a multitrace.
    fn check(&mut self, traces: &[Vec<LocalLetterId>]) -> Outcome {
        self.key.clear();
        let letters: usize = traces.iter().map(Vec::len).sum();
        if letters <= LONGEST {
            for trace in traces {
                let short = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
                self.key.push(short(trace.len()));
                self.key.extend(trace.iter().map(|letter| short(letter.index())));
            }
            if let Some(answer) = self.known.get(self.key.as_slice()) {
                return Outcome::Answered { answer: answer.clone(), orders: 1 };
            }
        }
        if self.plan.session_timeout.is_some() {
            self.control = self.plan.session_control(self.host, self.thread, self.deadline);
        }
        let Plan { question, procedure, .. } = self.plan;
        let (engine, control) = (&mut self.engine, &self.control);
        let answer = isolated(|| engine.check(traces, question, procedure, control));
        match answer {
            Ok(answer) => {
                if letters <= LONGEST && answer.limit.is_none() {
                    self.keep(&answer);
                }
                Outcome::Answered { answer, orders: 1 }
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

//! One thread's means to answer for sessions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::answer_object::fits;
use super::checkpoint::Known;
use super::engines::Engine;
use super::outcome::{Origin, Outcome};
use super::plan::Plan;
use super::pool::Worker;
use crate::cli::answers::Desk;
use crate::cli::conform_args::LogArguments;
use crate::cli::watch::Watch;
use scm_check::check::conformance::{Answer, Procedure, Question};
use scm_check::driver::isolated;
use scm_check::kernel::base::{Control, Id as _};
use scm_check::language::log::Session;

/// What a session may cost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SessionLimits {
    /// Configurations that searches store.
    pub(super) states: Option<u64>,
    /// Bytes of these.
    pub(super) bytes: Option<u64>,
    /// Time for one session.
    pub(super) time: Option<Duration>,
    /// When the time for the log is over.
    pub(super) deadline: Option<Instant>,
}

impl SessionLimits {
    /// Returns what options grant each session of a log that is begun now.
    pub(super) fn of(log: &LogArguments, desk: &Desk<'_>) -> Self {
        Self {
            states: desk.search.max_states.map(|count| count.0),
            bytes: desk.memory(),
            time: log.session_timeout.map(|span| span.0),
            deadline: desk.watch.deadline(),
        }
    }

    /// Returns the control of a session that is begun now, on a thread with a number, from 1; 0 is the main one.
    pub(super) fn control(&self, watch: &Watch, thread: usize) -> Arc<Control> {
        let own = self.time.and_then(|time| Instant::now().checked_add(time));
        let control = Arc::new(Control {
            max_states: self.states,
            max_bytes: self.bytes,
            deadline: own.into_iter().chain(self.deadline).min(),
            ..Control::unlimited()
        });
        watch.watch_at(thread, &control);
        control
    }
}

/// A session, with what is known of it already.
pub(super) struct Case {
    pub(super) session: Session,
    pub(super) known: Known,
}

/// A session and what became of it.
pub(super) struct Judged {
    pub(super) session: Session,
    pub(super) outcome: Outcome,
    pub(super) origin: Origin,
}

/// Longer multitraces are not kept.
const LONGEST: usize = 4_096;

/// So many bytes of multitraces are kept; then all are forgotten.
const MOST_BYTES: usize = 1 << 25;

/// Answers for sessions, one after the other. Of identical ones, the first is checked.
///
/// A cache of the verdicts of single traces would not pay: reading a trace on its projection is one look-up a letter,
/// 0.7 % of the time for five million events in which each location has 25 traces, and hashing it costs more.
pub(super) struct Judge {
    engine: Engine,
    /// An engine that nothing has broken.
    pristine: Engine,
    question: Option<Question>,
    procedure: Procedure,
    limits: SessionLimits,
    watch: Watch,
    /// The number of the thread, from 1.
    thread: usize,
    control: Arc<Control>,
    known: FxHashMap<Box<[u32]>, Answer>,
    bytes: usize,
    key: Vec<u32>,
}

impl Worker for Judge {
    type Case = Case;
    type Judged = Judged;

    fn work(&mut self, Case { session, known }: Case) -> Judged {
        let (outcome, origin) = match known {
            Known::Answer(answer) if fits(&answer, self.engine.alphabet()) => {
                (Outcome::Answered(answer), Origin::Known)
            }
            Known::Answer(_) | Known::Open => (self.judge(&session), Origin::FoundAgain),
            Known::Nothing => (self.judge(&session), Origin::Found),
        };
        Judged { session, outcome, origin }
    }

    fn leave(&mut self, case: Case) -> Judged {
        Judged { session: case.session, outcome: Outcome::LeftOut, origin: Origin::Found }
    }
}

impl Judge {
    /// Returns a judge for a thread with a number.
    pub(super) fn new(
        engine: &Engine,
        plan: &Plan<'_>,
        limits: SessionLimits,
        watch: &Watch,
        thread: usize,
    ) -> Self {
        let mut judge = Self {
            engine: engine.clone(),
            pristine: engine.clone(),
            question: plan.question,
            procedure: plan.procedure.procedure(),
            limits,
            watch: watch.clone(),
            thread,
            control: Arc::default(),
            known: FxHashMap::default(),
            bytes: 0,
            key: Vec::new(),
        };
        judge.renew();
        judge
    }

    /// Makes the control of the searches to come.
    fn renew(&mut self) {
        self.control = self.limits.control(&self.watch, self.thread);
    }

    /// Answers for a session.
    fn judge(&mut self, session: &Session) -> Outcome {
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
            self.renew();
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
            Err(panic) => {
                self.engine = self.pristine.clone();
                Outcome::Broken(panic.0)
            }
        }
    }

    fn keep(&mut self, answer: &Answer) {
        let bytes = size_of::<Answer>() + 4 * self.key.len() + 64;
        if self.bytes + bytes > MOST_BYTES {
            self.known.clear();
            self.bytes = 0;
        }
        self.bytes += bytes;
        self.known.insert(self.key.as_slice().into(), answer.clone());
    }
}

//! Who watches over the limits of the process: its time, its memory, and the first signal.
//!
//! Searches and other long loops ask a [`Control`] themselves, and whoever asked them goes on with what they found. What
//! cannot ask, such as the wait for a pipe that nobody writes to or the layout of a picture, is ended from outside: a
//! thread sees how long the current question takes and what memory the process has, stops all controls when a limit is
//! reached, and ends the process a little later if that was of no use. What is known by then is printed before.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::draft::discard_all;
use super::machine::{granted_memory, memory_in_use};
use super::option_groups::Colour;
use super::output::tell;
use scm_check::driver::Limits;
use scm_check::kernel::base::{Control, Limit};
use scm_check::kernel::verdict::{ExitStatus, Verdict};
use scm_check::render::report::Row;
use scm_check::render::sentences;

/// The time between a limit and the end of what does not ask for it.
const GRACE: Duration = Duration::from_millis(600);

/// The same after a signal: whoever is in a hurry sends another one. Without a report nothing is lost.
const AFTER_SIGNAL: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(5)];

/// The memory beyond the limit at which what does not ask for it ends at once.
const EXCESS: u64 = 32 << 20;

/// A process is not stopped for less memory than this, whatever the limit: the searches count their own to the byte, and
/// this is what everything else takes.
const LEAST: u64 = 24 << 20;

/// What the program takes before it does anything.
const OWN: u64 = 10 << 20;

/// What a process can fill in a millisecond, to look at its memory in time.
const BYTES_A_MILLISECOND: u64 = 4 << 20;

/// The times between two looks at the memory.
const LOOKS: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(250)];

/// Watches over the limits of the process.
#[derive(Clone)]
pub(crate) struct Watch {
    shared: Arc<Shared>,
}

struct Shared {
    limits: Limits,
    /// The memory that the process may have, in bytes, where anybody knows.
    memory: Option<u64>,
    /// Whether there was a signal.
    raised: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// What runs: the search of the main thread, then those of others.
    running: Vec<Option<Arc<Control>>>,
    stage: Stage,
    /// The memory in use at the last look, in bytes.
    memory: u64,
    /// When the time of the model is over.
    model_deadline: Option<Instant>,
    /// What ends the process instead of [`stopped`], where there is a report.
    last_words: Option<Box<LastWords>>,
}

/// Prints what is known, and returns the exit code; `None` while that is being printed anyway.
pub(crate) type LastWords = dyn FnMut(Limit, &Stage) -> Option<u8> + Send;

/// What the process does now.
#[derive(Clone, Default)]
pub(crate) struct Stage {
    /// The model that it is about.
    pub(crate) model: String,
    /// The property that is asked for; none while the model is read.
    pub(crate) property: Option<String>,
    /// The answer, once it is known and not printed yet.
    pub(crate) known: Option<Box<Row>>,
    deadline: Option<Instant>,
    /// The memory in use at its beginning, in bytes.
    memory: u64,
    /// The limit that was reached, and when.
    reached: Option<(Limit, Instant)>,
}

impl State {
    /// Stops whatever runs.
    fn cut(&self, limit: Limit) {
        self.running.iter().flatten().for_each(|control| control.cut(limit));
    }

    /// Returns the time between a limit and the end of what does not ask for it.
    fn grace(&self, limit: Limit) -> Duration {
        match limit {
            Limit::Interrupted => AFTER_SIGNAL[usize::from(self.last_words.is_some())],
            Limit::Timeout | Limit::Memory | Limit::States => GRACE,
        }
    }
}

impl Watch {
    /// Starts to watch: the time of the process begins.
    pub(crate) fn start(limits: Limits) -> Self {
        let memory =
            granted_memory(limits.memory).map(|granted| granted.max(LEAST).saturating_add(OWN));
        let (raised, changed) = (AtomicBool::new(false), Condvar::new());
        let shared = Shared { limits, memory, raised, state: Mutex::default(), changed };
        let watch = Self { shared: Arc::new(shared) };
        watch.begin_model("");
        let heard = Arc::clone(&watch.shared);
        // Without a handler a signal ends the program at once: worse, but not wrong.
        let _ = ctrlc::set_handler(move || heard.signal());
        let watching = Arc::clone(&watch.shared);
        // Without a thread only those who ask for limits notice them.
        let _ = std::thread::Builder::new().name("watch".into()).spawn(move || watching.watch());
        watch
    }

    /// Begins the time of a model, and that of reading it.
    pub(crate) fn begin_model(&self, model: &str) {
        self.shared.lock().model_deadline = after(self.shared.limits.model_timeout);
        self.begin(model, None);
    }

    /// Begins the time of a question, or of reading a model.
    pub(crate) fn begin(&self, model: &str, property: Option<&str>) {
        self.stage(Stage {
            model: model.to_owned(),
            property: property.map(str::to_owned),
            deadline: self.time_from_now(),
            ..Stage::default()
        });
    }

    /// Begins what has no time of its own: what others are doing has.
    pub(crate) fn begin_untimed(&self) {
        self.stage(Stage::default());
    }

    fn stage(&self, stage: Stage) {
        let mut state = self.shared.lock();
        let is_timed = stage.deadline.is_some();
        state.stage = Stage { memory: state.memory, ..stage };
        drop(state);
        if is_timed {
            self.shared.changed.notify_one();
        }
    }

    /// Returns when the time of the question is over.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.shared.lock().stage.deadline
    }

    /// Returns when the time is over of a question that begins now, beside others.
    pub(crate) fn time_from_now(&self) -> Option<Instant> {
        let own = after(self.shared.limits.timeout);
        own.into_iter().chain(self.shared.lock().model_deadline).min()
    }

    /// Keeps the answer to the question, to print it even if its explanation is cut.
    pub(crate) fn know(&self, row: &Row) {
        self.shared.lock().stage.known = Some(Box::new(row.bare()));
    }

    /// Forgets the answer to the question: it goes where it is printed, whole or cut.
    pub(crate) fn hand_over(&self) {
        self.shared.lock().stage.known = None;
    }

    /// Has what is known printed by `last_words`, if there are any, where the process must end.
    pub(crate) fn on_end(&self, last_words: Option<Box<LastWords>>) {
        let before = std::mem::replace(&mut self.shared.lock().last_words, last_words);
        // It may hold files.
        drop(before);
    }

    /// Returns the limits that options name.
    pub(crate) fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    /// Returns the memory that is granted to searches, in bytes, where anybody knows.
    pub(crate) fn memory(&self) -> Option<u64> {
        granted_memory(self.shared.limits.memory)
    }

    /// Returns a control of what the main thread does now, which ends with the question.
    pub(crate) fn control(&self, max_states: Option<u64>) -> Arc<Control> {
        let control = Arc::new(Control {
            deadline: self.shared.lock().stage.deadline,
            max_states,
            max_bytes: self.memory(),
            ..Control::unlimited()
        });
        self.watch(&control);
        control
    }

    /// Stops whatever runs.
    pub(crate) fn stop(&self) {
        self.shared.lock().cut(Limit::Interrupted);
    }

    /// Returns the limit that ends what is being done, if one is reached.
    pub(crate) fn reached(&self) -> Option<Limit> {
        let state = self.shared.lock();
        let known = state.stage.reached.map(|(limit, _)| limit);
        known.or_else(|| self.shared.reached(&state.stage, Instant::now(), None))
    }

    /// Returns `true` if so many bytes more are within the memory of the process.
    pub(crate) fn has_room(&self, bytes: u64) -> bool {
        // What is little is not worth a look.
        let left =
            |limit_bytes: u64| limit_bytes.saturating_sub(memory_in_use().unwrap_or_default());
        bytes < LEAST / 4 || self.shared.memory.is_none_or(|limit_bytes| bytes <= left(limit_bytes))
    }

    /// Returns `true` if there was a signal.
    pub(crate) fn is_raised(&self) -> bool {
        self.shared.raised.load(Ordering::SeqCst)
    }

    /// Makes `control` the one that is stopped when a limit is reached.
    pub(crate) fn watch(&self, control: &Arc<Control>) {
        self.watch_at(0, control);
    }

    /// The same for one of several threads, by its number from 1; 0 is the main thread.
    pub(crate) fn watch_at(&self, thread: usize, control: &Arc<Control>) {
        let mut state = self.shared.lock();
        if state.running.len() <= thread {
            state.running.resize(thread + 1, None);
        }
        state.running[thread] = Some(Arc::clone(control));
        if let Some((limit, _)) = state.stage.reached {
            control.cut(limit);
        }
        drop(state);
        if self.is_raised() {
            control.interrupt();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn signal(&self) {
        if self.raised.swap(true, Ordering::SeqCst) {
            discard_all();
            std::process::exit(i32::from(ExitStatus::Interrupted.exit_code()));
        }
        self.lock().cut(Limit::Interrupted);
        self.changed.notify_one();
    }

    /// Looks at the limits as long as the process lives.
    fn watch(&self) {
        let mut state = self.lock();
        // Most runs are over before.
        let (mut wait, mut due) = (LOOKS[0], Instant::now() + LOOKS[0]);
        loop {
            let woken = self.changed.wait_timeout(state, wait);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
            let now = Instant::now();
            // Each question with a time wakes this thread, and many are over at once.
            if now >= due {
                state.memory = memory_in_use().unwrap_or_default();
                due = now + LOOKS[0];
            }
            let memory = self.memory.map(|limit_bytes| (state.memory, limit_bytes));
            if state.stage.reached.is_none()
                && let Some(limit) = self.reached(&state.stage, now, memory)
            {
                state.stage.reached = Some((limit, now));
                state.cut(limit);
            }
            wait = match (state.stage.reached, memory) {
                (Some((limit, since)), _) if now >= since + state.grace(limit) => {
                    self.end(&mut state, limit);
                    LOOKS[0]
                }
                (_, Some((used, limit_bytes))) if used > limit_bytes + EXCESS => {
                    self.end(&mut state, Limit::Memory);
                    LOOKS[0]
                }
                (Some(_), _) => LOOKS[0],
                (None, memory) => {
                    let left = memory
                        .map_or(u64::MAX, |(used, limit_bytes)| limit_bytes.saturating_sub(used));
                    let look = Duration::from_millis(left / BYTES_A_MILLISECOND);
                    let over = state.stage.deadline.map(|deadline| deadline - now);
                    look.clamp(LOOKS[0], LOOKS[1]).min(over.unwrap_or(LOOKS[1]))
                }
            };
        }
    }

    /// Returns the limit that is reached at a stage.
    fn reached(&self, stage: &Stage, now: Instant, memory: Option<(u64, u64)>) -> Option<Limit> {
        if self.raised.load(Ordering::SeqCst) {
            Some(Limit::Interrupted)
        } else if stage.deadline.is_some_and(|deadline| now >= deadline) {
            Some(Limit::Timeout)
        } else {
            // What earlier stages took is not given back at once: it is there to be used again.
            let (used, limit_bytes) = memory?;
            (used > limit_bytes.max(stage.memory + LEAST / 4)).then_some(Limit::Memory)
        }
    }

    /// Ends the process, unless what is known is being printed.
    fn end(&self, state: &mut State, limit: Limit) {
        let stage = state.stage.clone();
        let code = match &mut state.last_words {
            Some(last_words) => last_words(limit, &stage),
            None => Some(stopped(limit, &self.limits)),
        };
        if let Some(code) = code {
            discard_all();
            std::process::exit(i32::from(code));
        }
    }
}

/// Tells which limit ended a command without a report, and returns the exit code.
pub(crate) fn stopped(limit: Limit, limits: &Limits) -> u8 {
    let why = sentences::reached(limit, limits);
    tell(Colour::Auto, &format!("\x1b[1;31merror:\x1b[0m {why}, nothing was made\n"));
    ExitStatus::from_verdict(Verdict::Unknown(limit.into()), None).exit_code()
}

/// Returns the moment after so much time.
fn after(time: Option<Duration>) -> Option<Instant> {
    time.and_then(|time| Instant::now().checked_add(time))
}

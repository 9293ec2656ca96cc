//! Monitors the limits of the process: its time, its memory, and the first signal.
//!
//! Searches and other long loops check a [`Control`] themselves, and their callers continue with the results so far.
//! Operations that cannot check, such as waiting for a pipe without data or the layout of a picture, are ended from
//! outside: a thread measures the time of the current question and the memory of the process, stops all controls when a
//! limit is reached, and ends the process a little later if it has not stopped. The results so far are printed before.

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

/// Time between reaching a limit and the end of operations that do not check it.
const GRACE: Duration = Duration::from_millis(600);

/// Time between a signal and the end of operations that do not check it, without and with a report: a user in a hurry
/// can send another signal, and without a report no results are lost.
const AFTER_SIGNAL: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(5)];

/// Memory beyond the limit at which operations that do not check it end at once.
const EXCESS: u64 = 32 << 20;

/// Minimum memory for which a process is stopped, whatever the limit: searches count their own memory exactly, and this
/// amount covers everything else.
const LEAST: u64 = 24 << 20;

/// Memory that the program takes at its start.
const OWN: u64 = 10 << 20;

/// Memory that a process can fill in a millisecond, which determines the time of the next measurement.
const BYTES_A_MILLISECOND: u64 = 4 << 20;

/// Minimum and maximum time between two measurements of the memory.
const LOOKS: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(250)];

/// Monitor of the limits of the process.
#[derive(Clone)]
pub(crate) struct Watch {
    shared: Arc<Shared>,
}

struct Shared {
    limits: Limits,
    /// The memory limit of the process in bytes, if it is known.
    memory: Option<u64>,
    /// Whether a signal was received.
    raised: AtomicBool,
    state: Mutex<WatchState>,
    changed: Condvar,
}

#[derive(Default)]
struct WatchState {
    /// The running searches: that of the main thread, then those of other threads.
    running: Vec<Option<Arc<Control>>>,
    stage: Stage,
    /// The memory in use at the last measurement, in bytes.
    memory: u64,
    /// Moment at which the time for the model is over.
    model_deadline: Option<Instant>,
    /// Callback that ends the process instead of [`stopped`], if there is a report.
    last_words: Option<Box<LastWords>>,
}

/// Prints the results so far, and returns the exit code; `None` while another thread prints them.
pub(crate) type LastWords = dyn FnMut(Limit, &Stage) -> Option<u8> + Send;

/// The current activity of the process.
#[derive(Clone, Default)]
pub(crate) struct Stage {
    /// The current model.
    pub(crate) model: String,
    /// The property in question; `None` while the model is read.
    pub(crate) property: Option<String>,
    /// The answer, if it is known and not printed yet.
    pub(crate) known: Option<Box<Row>>,
    deadline: Option<Instant>,
    /// The memory in use at the beginning of the activity, in bytes.
    memory: u64,
    /// The limit that was reached, with the time.
    reached: Option<(Limit, Instant)>,
}

impl WatchState {
    /// Stops all running searches.
    fn cut(&self, limit: Limit) {
        self.running.iter().flatten().for_each(|control| control.cut(limit));
    }

    /// Returns the time between reaching a limit and the end of operations that do not check it.
    fn grace(&self, limit: Limit) -> Duration {
        match limit {
            Limit::Interrupted => AFTER_SIGNAL[usize::from(self.last_words.is_some())],
            Limit::Timeout | Limit::Memory | Limit::States => GRACE,
        }
    }
}

impl Watch {
    /// Starts the monitor: the time of the process begins.
    pub(crate) fn start(limits: Limits) -> Self {
        let memory =
            granted_memory(limits.memory).map(|granted| granted.max(LEAST).saturating_add(OWN));
        let (raised, changed) = (AtomicBool::new(false), Condvar::new());
        let shared = Shared { limits, memory, raised, state: Mutex::default(), changed };
        let watch = Self { shared: Arc::new(shared) };
        watch.begin_model("");
        let heard = Arc::clone(&watch.shared);
        // Without a handler a signal ends the program at once, which loses results but is not wrong.
        let _ = ctrlc::set_handler(move || heard.signal());
        let watching = Arc::clone(&watch.shared);
        // Without the thread, limits are noticed only by operations that check them.
        let _ = std::thread::Builder::new().name("watch".into()).spawn(move || watching.watch());
        watch
    }

    /// Begins the time for a model, and the time for reading it.
    pub(crate) fn begin_model(&self, model: &str) {
        self.shared.lock().model_deadline = after(self.shared.limits.model_timeout);
        self.begin(model, None);
    }

    /// Begins the time for a question, or for reading a model.
    pub(crate) fn begin(&self, model: &str, property: Option<&str>) {
        self.stage(Stage {
            model: model.to_owned(),
            property: property.map(str::to_owned),
            deadline: self.time_from_now(),
            ..Stage::default()
        });
    }

    /// Begins an activity without a time limit: the other threads have their own limits.
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

    /// Returns the moment at which the time for the question is over.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.shared.lock().stage.deadline
    }

    /// Returns the moment at which the time is over for a question that begins now, on another thread.
    pub(crate) fn time_from_now(&self) -> Option<Instant> {
        let own = after(self.shared.limits.timeout);
        own.into_iter().chain(self.shared.lock().model_deadline).min()
    }

    /// Keeps the answer to the question, to print it even if its explanation is cut short.
    pub(crate) fn know(&self, row: &Row) {
        self.shared.lock().stage.known = Some(Box::new(row.bare()));
    }

    /// Removes the kept answer to the question: it is printed by the caller, whole or cut.
    pub(crate) fn hand_over(&self) {
        self.shared.lock().stage.known = None;
    }

    /// Registers `last_words`, if there are any, to print the results so far when the process must end.
    pub(crate) fn on_end(&self, last_words: Option<Box<LastWords>>) {
        let before = std::mem::replace(&mut self.shared.lock().last_words, last_words);
        // The callback may own files.
        drop(before);
    }

    /// Returns the limits that options name.
    pub(crate) fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    /// Returns the memory limit of searches in bytes, if it is known.
    pub(crate) fn memory(&self) -> Option<u64> {
        granted_memory(self.shared.limits.memory)
    }

    /// Returns a control for the current activity of the main thread, which ends with the question.
    pub(crate) fn control(&self, max_states: Option<u64>) -> Arc<Control> {
        let control = Arc::new(Control {
            deadline: self.shared.lock().stage.deadline,
            max_states,
            max_bytes: self.memory(),
            ..Control::unlimited()
        });
        self.watch(0, &control);
        control
    }

    /// Stops all running searches.
    pub(crate) fn stop(&self) {
        self.shared.lock().cut(Limit::Interrupted);
    }

    /// Returns the limit that ends the current activity, if one is reached.
    pub(crate) fn reached(&self) -> Option<Limit> {
        let state = self.shared.lock();
        let known = state.stage.reached.map(|(limit, _)| limit);
        known.or_else(|| self.shared.reached(&state.stage, Instant::now(), None))
    }

    /// Returns `true` if `bytes` more bytes are within the memory limit of the process.
    pub(crate) fn has_room(&self, bytes: u64) -> bool {
        // Small amounts are not measured.
        let left =
            |limit_bytes: u64| limit_bytes.saturating_sub(memory_in_use().unwrap_or_default());
        bytes < LEAST / 4 || self.shared.memory.is_none_or(|limit_bytes| bytes <= left(limit_bytes))
    }

    /// Returns `true` if a signal was received.
    pub(crate) fn is_raised(&self) -> bool {
        self.shared.raised.load(Ordering::SeqCst)
    }

    /// Registers `control` for the thread with a number, from 1, to be stopped when a limit is reached; 0 is the main
    /// thread.
    pub(crate) fn watch(&self, thread: usize, control: &Arc<Control>) {
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
    fn lock(&self) -> MutexGuard<'_, WatchState> {
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

    /// Checks the limits as long as the process lives.
    fn watch(&self) {
        let mut state = self.lock();
        // Most runs end before the first measurement.
        let (mut wait, mut due) = (LOOKS[0], Instant::now() + LOOKS[0]);
        loop {
            let woken = self.changed.wait_timeout(state, wait);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
            let now = Instant::now();
            // Each question with a time limit wakes this thread, and many end at once.
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

    /// Returns the limit that is reached in an activity.
    fn reached(&self, stage: &Stage, now: Instant, memory: Option<(u64, u64)>) -> Option<Limit> {
        if self.raised.load(Ordering::SeqCst) {
            Some(Limit::Interrupted)
        } else if stage.deadline.is_some_and(|deadline| now >= deadline) {
            Some(Limit::Timeout)
        } else {
            // The memory of earlier activities is not released at once: it can be used again.
            let (used, limit_bytes) = memory?;
            (used > limit_bytes.max(stage.memory + LEAST / 4)).then_some(Limit::Memory)
        }
    }

    /// Ends the process, unless the results so far are being printed.
    fn end(&self, state: &mut WatchState, limit: Limit) {
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

/// Reports which limit ended a command without a report, and returns the exit code.
pub(crate) fn stopped(limit: Limit, limits: &Limits) -> u8 {
    let why = sentences::reached(limit, limits);
    tell(Colour::Auto, &format!("\x1b[1;31merror:\x1b[0m {why}, nothing was made\n"));
    ExitStatus::from_verdict(Verdict::Unknown(limit.into()), None).exit_code()
}

/// Returns the moment after `time`.
fn after(time: Option<Duration>) -> Option<Instant> {
    time.and_then(|time| Instant::now().checked_add(time))
}

//! Monitors the limits of the process: its time, its memory, and the first signal.
//!
//! Searches and other long loops check a [`Control`] themselves, and their callers continue with the results so far.
//! Operations that cannot check, such as waiting for a pipe without data or the layout of a picture, are ended from
//! outside: a thread measures the time of the current question and the memory of the process, and stops all controls when
//! a limit is reached. An input that has not stopped when its [`Grace`] is over is left behind, and the others go on. If
//! that is not possible the process ends. The results so far are printed before.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::draft::discard_all;
use super::grace::{Grace, Work};
use super::machine::{granted_memory, memory_in_use, process_time, processors, this_thread};
use super::option_groups::Colour;
use super::output::tell;
use scm_check::internals::driver::{AnswerSubject, Limits};
use scm_check::internals::kernel::base::{Control, Limit};
use scm_check::internals::kernel::verdict::{ExitStatus, Verdict};
use scm_check::internals::render::report::Row;
use scm_check::internals::render::sentences;

/// One in so many bytes of the memory that an input shares with others is not granted to its searches.
const SHARE_SLACK: u64 = 64;

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

/// Monitor of the limits of the process, for one of the inputs that are in progress at the same time.
#[derive(Clone)]
pub(crate) struct Watch {
    shared: Arc<Shared>,
    /// Number of the input, from 1; 0 where there is one after the other.
    place: usize,
}

struct Shared {
    limits: Limits,
    /// The memory limit of the process in bytes, if it is known.
    memory: Option<u64>,
    /// Whether a signal was received.
    raised: AtomicBool,
    /// Whether no result is wanted any more.
    abandoned: AtomicBool,
    /// Number of inputs that share the processors and the memory.
    sharing: AtomicUsize,
    /// Processor time for a model in milliseconds, if there is such a limit.
    processor_time: AtomicU64,
    state: Mutex<WatchState>,
    changed: Condvar,
}

#[derive(Default)]
struct WatchState {
    /// The inputs in progress, by their numbers.
    inputs: BTreeMap<usize, InputState>,
    /// Number of inputs that have begun.
    begun: usize,
    /// The memory in use at the last measurement, in bytes.
    memory: u64,
    /// When the memory is measured again, if it was measured.
    due: Option<Instant>,
    /// Callback that ends the process instead of [`stopped`], if there is a report.
    last_words: Option<Box<LastWords>>,
    /// Callback that is told of an input that is left behind, where that is possible.
    leave: Option<Box<Leave>>,
    /// The inputs that were left behind and whose threads have not ended, by their numbers.
    left: BTreeMap<usize, InputState>,
    /// The thread of the monitor.
    own_thread: Option<u64>,
}

/// Prints the results so far, and returns the exit code; `None` while another thread prints them. It gets the limit that
/// ends the process, the activities by the numbers of their inputs, and the number of inputs that have begun.
pub(crate) type LastWords = dyn FnMut(Limit, &[(usize, Stage)], usize) -> Option<u8> + Send;

/// Takes the number of an input that is left behind, the limit that it does not notice, and its activity.
pub(crate) type Leave = dyn Fn(usize, Limit, Stage) + Send;

/// The state of an input in progress.
#[derive(Default)]
struct InputState {
    /// The thread of the input, if the system gives it a number.
    thread: Option<u64>,
    /// The running searches: that of the input's thread, then those of other threads.
    running: Vec<Option<Arc<Control>>>,
    stage: Stage,
    /// Moment at which the time for the model is over.
    model_deadline: Option<Instant>,
    /// The memory in use at the beginning of the model, in bytes.
    memory: u64,
    /// Processor time of the process at which the time for the model is over.
    processor_deadline: Option<Duration>,
    /// What is used of the time after a limit was reached.
    grace: Option<Grace>,
}

/// The current activity for an input.
#[derive(Clone, Default)]
pub(crate) struct Stage {
    /// The current model.
    pub(crate) model: String,
    /// The questions that are asked at the same time; none while the model is read.
    pub(crate) asked: Vec<AnswerSubject>,
    /// The questions about the model that come after them, the next one last.
    pub(crate) later: Vec<AnswerSubject>,
    /// Answers that are known and may not be printed yet.
    pub(crate) known: Vec<Row>,
    deadline: Option<Instant>,
    /// The memory in use at the beginning of the activity, in bytes.
    memory: u64,
    /// The limit that was reached, with the time.
    pub(crate) reached: Option<(Limit, Instant)>,
}

impl Stage {
    /// Returns `true` if the questions about the model are known, at least those that are asked now.
    pub(crate) fn is_read(&self) -> bool {
        !self.asked.is_empty() || !self.later.is_empty()
    }

    /// Returns the limit that was reached, if one was.
    pub(crate) fn limit(&self) -> Option<Limit> {
        self.reached.map(|(limit, _)| limit)
    }
}

impl InputState {
    /// Stops the running searches.
    fn cut(&self, limit: Limit) {
        self.running.iter().flatten().for_each(|control| control.cut(limit));
    }

    /// Returns the memory that the running searches use, in bytes.
    fn bytes(&self) -> u64 {
        self.running.iter().flatten().map(|control| control.progress.bytes()).sum()
    }
}

impl WatchState {
    /// Measures the memory, unless it was measured a moment ago: many questions end at once.
    fn measure(&mut self, now: Instant) {
        if self.due.is_none_or(|due| now >= due) {
            self.memory = memory_in_use().unwrap_or_default();
            self.due = Some(now + LOOKS[0]);
        }
    }

    /// Stops all running searches.
    fn cut(&self, limit: Limit) {
        self.inputs.values().for_each(|input| input.cut(limit));
    }

    /// Returns the limit that was reached first, if one was, with the time.
    fn reached(&self) -> Option<(Limit, Instant)> {
        let reached = self.inputs.values().filter_map(|input| input.stage.reached);
        reached.min_by_key(|(_, since)| *since)
    }

    /// Returns the number of the first input that was to stop and has had the time for it.
    fn overdue(&mut self, now: Instant) -> Option<usize> {
        self.reached()?;
        let work = Work::now();
        let threads: Vec<(usize, Option<u64>)> = self
            .inputs
            .iter()
            .chain(&self.left)
            .map(|(&place, input)| (place, input.thread))
            .collect();
        let after_signal = AFTER_SIGNAL[usize::from(self.last_words.is_some())];
        let own = self.own_thread;
        let is_overdue = |(&place, input): (&usize, &mut InputState)| {
            let (limit, since) = input.stage.reached?;
            if limit == Limit::Interrupted {
                return (now >= since + after_signal).then_some(place);
            }
            let others = threads.iter().filter(|(other, _)| *other != place);
            let others: Vec<u64> = others.filter_map(|(_, thread)| *thread).chain(own).collect();
            let thread = input.thread;
            let grace = input.grace.get_or_insert_with(|| Grace::new(now, &work, thread, &others));
            grace.is_over(now, &work, thread, &others).then_some(place)
        };
        self.inputs.iter_mut().find_map(is_overdue)
    }
}

impl Watch {
    /// Starts the monitor: the time of the process begins.
    pub(crate) fn start(limits: Limits) -> Self {
        let memory =
            granted_memory(limits.memory).map(|granted| granted.max(LEAST).saturating_add(OWN));
        let (raised, changed) = (AtomicBool::new(false), Condvar::new());
        let (sharing, state) = (AtomicUsize::new(1), Mutex::default());
        let shared = Shared {
            limits,
            memory,
            raised,
            abandoned: AtomicBool::new(false),
            sharing,
            processor_time: AtomicU64::new(u64::MAX),
            state,
            changed,
        };
        let watch = Self { shared: Arc::new(shared), place: 0 };
        watch.begin_model("");
        let heard = Arc::clone(&watch.shared);
        // Without a handler a signal ends the program at once, which loses results but is not wrong.
        let _ = ctrlc::set_handler(move || heard.signal());
        let watching = Arc::clone(&watch.shared);
        // Without the thread, limits are noticed only by operations that check them.
        let _ = std::thread::Builder::new().name("watch".into()).spawn(move || watching.watch());
        watch
    }

    /// Returns the monitor for the input with a number, from 1, which is in progress at the same time as others.
    pub(crate) fn of_input(&self, place: usize) -> Self {
        Self { shared: Arc::clone(&self.shared), place }
    }

    /// Ends the monitoring of the input. Returns `false` if it was left behind: its results are not wanted any more.
    pub(crate) fn end_input(&self) -> bool {
        let mut state = self.shared.lock();
        state.inputs.remove(&self.place);
        state.left.remove(&self.place).is_none()
    }

    /// Registers `leave`, if inputs can be left behind.
    pub(crate) fn on_leave(&self, leave: Option<Box<Leave>>) {
        self.shared.lock().leave = leave;
    }

    /// Sets the number of inputs that share the processors and the memory.
    pub(crate) fn share(&self, inputs: usize) {
        self.shared.sharing.store(inputs, Ordering::Relaxed);
    }

    /// Records that one input less shares the processors and the memory.
    pub(crate) fn share_with_one_less(&self) {
        self.shared.sharing.fetch_sub(1, Ordering::Relaxed);
    }

    /// Returns the number of inputs that share the processors and the memory, at least 1.
    pub(crate) fn sharing(&self) -> usize {
        self.shared.sharing.load(Ordering::Relaxed).max(1)
    }

    /// Limits the processor time for each model from now on to `time`, unless its wall time is not longer.
    pub(crate) fn limit_models(&self, time: Duration) {
        let is_short = self.shared.limits.model_timeout.is_none_or(|whole| time < whole);
        let time = u64::try_from(time.as_millis()).ok().filter(|_| is_short);
        self.shared.processor_time.store(time.unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Records that all inputs of a run have begun, and that their results are reported as they come.
    pub(crate) fn begin_all(&self) {
        self.shared.lock().begun = usize::MAX;
    }

    /// Records that the first inputs of a run, of which there are so many, were done by another process.
    pub(crate) fn skip(&self, inputs: usize) {
        self.shared.lock().begun += inputs;
    }

    /// Begins the time for the next input of a run, and the time for reading it.
    pub(crate) fn begin_input(&self, name: &str) {
        self.shared.lock().begun += 1;
        self.begin_model(name);
    }

    /// Begins the time for a model, and the time for reading it.
    pub(crate) fn begin_model(&self, model: &str) {
        let most = self.shared.processor_time.load(Ordering::Relaxed);
        let processor_deadline =
            (most < u64::MAX).then(|| process_time() + Duration::from_millis(most));
        let model_deadline = after(self.shared.limits.model_timeout);
        let thread = this_thread();
        let mut state = self.shared.lock();
        let memory = state.memory;
        let input = state.inputs.entry(self.place).or_default();
        *input = InputState {
            thread,
            model_deadline,
            memory,
            processor_deadline,
            ..std::mem::take(input)
        };
        drop(state);
        let (model, deadline) = (model.to_owned(), self.time_from_now());
        self.stage(Stage { model, deadline, ..Stage::default() });
    }

    /// Records the questions about the model that are asked from now on, in order: if the process must end, those that
    /// have not begun get their rows, too.
    pub(crate) fn plan(&self, mut questions: Vec<AnswerSubject>) {
        questions.reverse();
        self.with_input(|input| input.stage.later = questions);
    }

    /// Begins the time for a question, planned or not.
    pub(crate) fn begin_question(&self, subject: &AnswerSubject) {
        let (mut later, known) = self.with_input(|input| {
            let Stage { asked, later, known, .. } = &mut input.stage;
            // The answers to the questions before are printed.
            known.retain(|row| asked.iter().all(|before| row.answer.subject.key() != before.key()));
            (std::mem::take(later), std::mem::take(known))
        });
        later.pop_if(|planned| planned == subject);
        self.stage(Stage {
            model: subject.model.clone(),
            asked: vec![subject.clone()],
            later,
            known,
            deadline: self.time_from_now(),
            ..Stage::default()
        });
    }

    /// Records that these questions are asked at the same time, in the time that has begun.
    pub(crate) fn ask(&self, questions: Vec<AnswerSubject>) {
        self.with_input(|input| input.stage.asked = questions);
    }

    /// Begins an activity without a time limit: the other threads have their own limits.
    pub(crate) fn begin_untimed(&self) {
        self.with_input(|input| input.processor_deadline = None);
        self.stage(Stage::default());
    }

    /// Returns the result of `work` on the state of the input.
    fn with_input<T>(&self, work: impl FnOnce(&mut InputState) -> T) -> T {
        work(self.shared.lock().inputs.entry(self.place).or_default())
    }

    fn stage(&self, stage: Stage) {
        let mut state = self.shared.lock();
        let is_timed = stage.deadline.is_some();
        let stage = Stage { memory: state.memory, ..stage };
        let input = state.inputs.entry(self.place).or_default();
        input.stage = stage;
        input.grace = None;
        let is_timed = is_timed || input.processor_deadline.is_some();
        drop(state);
        if is_timed {
            self.shared.changed.notify_one();
        }
    }

    /// Returns the moment at which the time for the question is over.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.with_input(|input| input.stage.deadline)
    }

    /// Returns the moment at which the time is over for a question that begins now, on another thread.
    pub(crate) fn time_from_now(&self) -> Option<Instant> {
        let own = after(self.shared.limits.timeout);
        own.into_iter().chain(self.with_input(|input| input.model_deadline)).min()
    }

    /// Keeps the answer to a question, to print it even if its explanation is cut short. It replaces an earlier one.
    pub(crate) fn know(&self, row: &Row) {
        let row = row.bare();
        self.with_input(|input| {
            input
                .stage
                .known
                .retain(|known| known.answer.subject.key() != row.answer.subject.key());
            input.stage.known.push(row);
        });
    }

    /// Removes the kept answers: they are printed by the caller, whole or cut.
    pub(crate) fn hand_over(&self) {
        self.with_input(|input| input.stage.known.clear());
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

    /// Returns the memory limit of searches in bytes, if it is known: inputs in progress at the same time share the
    /// memory. A share is a little less than its part, since a search may exceed its limit by some states.
    pub(crate) fn memory(&self) -> Option<u64> {
        let inputs = self.sharing() as u64;
        let slack = if inputs > 1 { SHARE_SLACK } else { u64::MAX };
        let left: u64 = self.shared.lock().left.values().map(InputState::bytes).sum();
        granted_memory(self.shared.limits.memory)
            .map(|memory| memory.saturating_sub(left))
            .map(|memory| memory / inputs - memory / inputs / slack)
    }

    /// Returns a control for the current activity of the input's thread, which ends with the question.
    pub(crate) fn control(&self, max_states: Option<u64>) -> Arc<Control> {
        let control = Arc::new(Control {
            deadline: self.deadline(),
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

    /// Stops all running searches, and those that begin later.
    pub(crate) fn abandon(&self) {
        self.shared.abandoned.store(true, Ordering::SeqCst);
        self.stop();
    }

    /// Returns the limit that ends the current activity, if one is reached.
    pub(crate) fn reached(&self) -> Option<Limit> {
        let now = Instant::now();
        let mut state = self.shared.lock();
        // The monitor may have got no processor since the answers before.
        state.measure(now);
        let WatchState { inputs, memory: used, .. } = &mut *state;
        let is_alone = inputs.len() <= 1;
        let input = inputs.entry(self.place).or_default();
        // Each question is short, and the answers are kept. Of several inputs nobody knows which one has the memory.
        let is_full = || {
            let most = self.shared.memory.unwrap_or(u64::MAX);
            is_alone && *used > most.max(input.memory + LEAST / 4)
        };
        let limit = input.stage.limit().or_else(|| self.shared.reached(input, now));
        limit.or_else(|| is_full().then_some(Limit::Memory))
    }

    /// Returns `true` if `bytes` more bytes are within the memory limit of the process.
    pub(crate) fn has_room(&self, bytes: u64) -> bool {
        // Small amounts are not measured.
        let left =
            |limit_bytes: u64| limit_bytes.saturating_sub(memory_in_use().unwrap_or_default());
        let bytes = bytes.saturating_mul(self.sharing() as u64);
        bytes < LEAST / 4 || self.shared.memory.is_none_or(|limit_bytes| bytes <= left(limit_bytes))
    }

    /// Returns `true` if a signal was received.
    pub(crate) fn is_raised(&self) -> bool {
        self.shared.raised.load(Ordering::SeqCst)
    }

    /// Registers `control` for the thread with a number, from 1, to be stopped when a limit is reached; 0 is the thread
    /// of the input.
    pub(crate) fn watch(&self, thread: usize, control: &Arc<Control>) {
        self.with_input(|input| {
            if input.running.len() <= thread {
                input.running.resize(thread + 1, None);
            }
            input.running[thread] = Some(Arc::clone(control));
            if let Some(limit) = input.stage.limit() {
                control.cut(limit);
            }
        });
        if self.is_raised() || self.shared.abandoned.load(Ordering::SeqCst) {
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
        state.own_thread = this_thread();
        // Most runs end before the first measurement.
        let mut wait = LOOKS[0];
        state.due = Some(Instant::now() + LOOKS[0]);
        loop {
            let woken = self.changed.wait_timeout(state, wait);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
            let now = Instant::now();
            // Each question with a time limit wakes this thread.
            state.measure(now);
            let memory = self.memory.map(|limit_bytes| (state.memory, limit_bytes));
            self.stop_at_limits(&mut state, now);
            wait = match (state.overdue(now), memory) {
                (_, Some((used, limit_bytes))) if used > limit_bytes + EXCESS => {
                    self.end(&mut state, Limit::Memory);
                    LOOKS[0]
                }
                (Some(place), _) => {
                    self.leave(&mut state, place);
                    LOOKS[0]
                }
                (None, _) if state.reached().is_some() => LOOKS[0],
                (None, memory) => {
                    let left = memory
                        .map_or(u64::MAX, |(used, limit_bytes)| limit_bytes.saturating_sub(used));
                    let look = Duration::from_millis(left / BYTES_A_MILLISECOND);
                    let deadlines = state.inputs.values().filter_map(|input| input.stage.deadline);
                    let over = deadlines.min().map(|deadline| deadline - now);
                    let times = state.inputs.values().filter_map(|input| input.processor_deadline);
                    let most = u32::try_from(processors()).unwrap_or(u32::MAX);
                    let soonest =
                        times.min().map(|time| time.saturating_sub(process_time()) / most);
                    look.min(soonest.unwrap_or(look))
                        .clamp(LOOKS[0], LOOKS[1])
                        .min(over.unwrap_or(LOOKS[1]))
                }
            };
        }
    }

    /// Stops the searches of all inputs that have reached a limit. Beyond the memory limit the input with the largest
    /// searches is stopped, and no other until that one has ended.
    fn stop_at_limits(&self, state: &mut WatchState, now: Instant) {
        let WatchState { inputs, memory: used, .. } = state;
        let stop = |input: &mut InputState, limit| {
            input.stage.reached = Some((limit, now));
            input.cut(limit);
        };
        for input in inputs.values_mut().filter(|input| input.stage.reached.is_none()) {
            if let Some(limit) = self.reached(input, now) {
                stop(input, limit);
            }
        }
        // The memory of earlier activities is not released at once: it can be used again.
        let is_over = |stage: &Stage| {
            self.memory.is_some_and(|most| *used > most.max(stage.memory + LEAST / 4))
        };
        if inputs.values().all(|input| input.stage.limit() != Some(Limit::Memory)) {
            let running = inputs.values_mut().filter(|input| input.stage.reached.is_none());
            let over = running.filter(|input| is_over(&input.stage));
            if let Some(input) = over.max_by_key(|input| input.bytes()) {
                stop(input, Limit::Memory);
            }
        }
    }

    /// Returns the limit other than the memory limit that is reached in the activity for an input.
    fn reached(&self, input: &InputState, now: Instant) -> Option<Limit> {
        if self.raised.load(Ordering::SeqCst) {
            return Some(Limit::Interrupted);
        }
        let is_late = input.stage.deadline.is_some_and(|deadline| now >= deadline)
            || input.processor_deadline.is_some_and(|deadline| process_time() >= deadline);
        is_late.then_some(Limit::Timeout)
    }

    /// Leaves an input behind that does not stop, if that is possible; else ends the process.
    fn leave(&self, state: &mut WatchState, place: usize) {
        let limit = state.inputs.get(&place).and_then(|input| input.stage.limit());
        let Some(limit) = limit else { return };
        match state.leave.as_ref().filter(|_| limit != Limit::Interrupted) {
            Some(leave) => {
                let input = state.inputs.remove(&place).unwrap_or_default();
                leave(place, limit, input.stage.clone());
                state.left.insert(place, input);
            }
            None => self.end(state, limit),
        }
    }

    /// Ends the process, unless the results so far are being printed.
    fn end(&self, state: &mut WatchState, limit: Limit) {
        let stages: Vec<(usize, Stage)> =
            state.inputs.iter().map(|(&place, input)| (place, input.stage.clone())).collect();
        let begun = state.begun;
        let code = match &mut state.last_words {
            Some(last_words) => last_words(limit, &stages, begun),
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns the subject of the answer to a question about a model.
    pub(crate) fn question(model: &str, property: &str) -> AnswerSubject {
        AnswerSubject::of_property(model, property)
    }

    #[test]
    fn planned_questions_are_known_until_they_begin() {
        let watch = Watch::start(Limits::default());
        let [first, second, third] = ["a", "b", "c"].map(|property| question("model", property));
        let later = || watch.with_input(|input| input.stage.later.clone());
        watch.begin_model("model");
        watch.plan(vec![first.clone(), second.clone(), third.clone()]);
        watch.begin_question(&first);
        watch.begin_question(&question("model", "not planned"));
        assert_eq!(later(), [third.clone(), second.clone()]);
        watch.begin_question(&second);
        assert_eq!(later(), [third]);
        watch.begin_model("next");
        assert_eq!(later(), []);
    }
}

//! The order in which the models of a library are asked, and what is reported of each.

use std::cell::Cell;
use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::time::{Duration, Instant};

use clap::ValueEnum as _;

use super::cache::{Cache, Key};
use super::outcome::Outcome;
use super::pool::{Answered, Lost, Pool, Task};
use super::protocol::Job;
use super::resume::Kept;
use crate::cli::batch_args::BatchArguments;
use crate::cli::failure::Failure;
use crate::cli::machine::{granted_memory, processors};
use crate::cli::option_groups::{Format, ProgressChoice};
use crate::cli::progress::{Display, ModelProgress};
use crate::cli::reporter::Reporter;
use crate::cli::run_options::RunOptions;
use crate::cli::watch::Watch;
use scm_check::internals::driver::{AnswerSubject, Limits};
use scm_check::internals::kernel::base::Limit;
use scm_check::internals::kernel::diagnostics::Severity;
use scm_check::internals::kernel::verdict::{Reason, Verdict};
use scm_check::internals::render::report::{Note, Row};

/// Time for a model, unless the user says another.
const MODEL_TIMEOUT: Duration = Duration::from_secs(60);

/// Processor time for which each model is tried before any model may take its whole time.
const FIRST_TIME: Duration = Duration::from_millis(300);

/// Time after which a second worker is started, and more: small libraries need one.
const ALONE: Duration = Duration::from_millis(20);

/// Interval between two looks at signals.
const LOOK: Duration = Duration::from_millis(50);

/// A library whose models are asked.
pub(super) struct Library<'a> {
    pub(super) arguments: &'a BatchArguments,
    pub(super) options: &'a RunOptions,
    /// The places of the inputs in the whole library.
    pub(super) places: &'a [usize],
    pub(super) cache: Cache,
    pub(super) reporter: &'a Reporter,
    pub(super) watch: &'a Watch,
    /// Number of models with warnings so far.
    pub(super) warned: Cell<usize>,
}

/// The models that are asked still.
struct Queue {
    /// Those that were not tried yet.
    first: VecDeque<usize>,
    /// Those that were cut when they were tried.
    second: VecDeque<usize>,
    /// Those that are not reported yet.
    open: BTreeSet<usize>,
    /// Time for a model, at first and then.
    times: [Duration; 2],
}

impl Queue {
    /// Returns the next model, with its time.
    fn take(&mut self) -> Option<Task> {
        let [trial, whole] = self.times;
        let first = self.first.pop_front().map(|model| (model, trial));
        first.or_else(|| Some((self.second.pop_front()?, whole)))
    }

    /// Puts back what was taken and not begun.
    fn put_back(&mut self, (model, time): Task) {
        let queue = if time == self.times[0] { &mut self.first } else { &mut self.second };
        queue.push_front(model);
    }
}

impl Library<'_> {
    /// Asks all models, and reports the answers; `kept` are those that the output has already.
    ///
    /// # Errors
    /// If the output cannot be written, or no worker can be started.
    pub(super) fn answer_all(&self, mut kept: Kept, display: &Display) -> Result<(), Failure> {
        let inputs = &self.options.inputs;
        for row in kept.take_rows() {
            self.reporter.add(row);
        }
        let whole = self.watch.limits().model_timeout.unwrap_or(MODEL_TIMEOUT);
        let limits = Limits { model_timeout: Some(whole), ..*self.watch.limits() };
        let first = first_time();
        let trial = if first * 3 < whole { first } else { whole };
        let mut keys: Vec<Option<Key>> = Vec::new();
        let mut queue = Queue {
            first: VecDeque::new(),
            second: VecDeque::new(),
            open: BTreeSet::new(),
            times: [trial, whole],
        };
        let progress = display.models(inputs.len());
        for (model, input) in inputs.iter().enumerate() {
            let is_kept = kept.has(model);
            let key = if is_kept { None } else { self.cache.key(input) };
            let known = key.as_ref().and_then(Key::find);
            keys.push(key.filter(|_| known.is_none()));
            match known {
                Some(outcome) => self.report(model, outcome, &kept, &progress)?,
                None if is_kept => self.end(model, &progress)?,
                None => {
                    queue.open.insert(model);
                    queue.first.push_back(model);
                }
            }
        }
        let mut pool = Pool::new(self.worker_words(&limits, queue.open.len()));
        let answered = self.ask(&mut queue, &mut pool, &limits, |model, outcome| {
            if let Some(key) = &keys[model]
                && let Some(text) = self.cache.keep(key, &outcome)
            {
                self.reporter.tell(format!("\x1b[1;33mwarning:\x1b[0m {text}\n"));
            }
            self.report(model, outcome, &kept, &progress)
        });
        answered?;
        // Only a signal leaves models open.
        let mut begun = pool.stop();
        for model in queue.open {
            let place = begun.iter().position(|(other, _)| *other == model);
            let outcome = place.map(|place| begun.swap_remove(place).1).unwrap_or_default();
            let is_whole = outcome.end.is_some() && !outcome.is_cut();
            let outcome =
                if is_whole { outcome } else { self.interrupted(model, outcome, &limits) };
            self.report(model, outcome, &kept, &progress)?;
        }
        Ok(())
    }

    /// Asks the models of the queue until all are answered, or somebody stops it.
    fn ask(
        &self,
        queue: &mut Queue,
        pool: &mut Pool,
        limits: &Limits,
        mut report: impl FnMut(usize, Outcome) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut most = self.workers(queue.open.len());
        let began = Instant::now();
        while !queue.open.is_empty() && !self.watch.is_raised() {
            // What a worker has not begun is given to another one.
            for task in pool.take_returned()? {
                queue.put_back(task);
            }
            let is_alone = began.elapsed() < ALONE;
            let wanted = (queue.first.len() + queue.second.len() + pool.len()).min(most);
            while pool.len() < if is_alone { 1 } else { wanted } {
                if let Err(why) = pool.grow() {
                    // Fewer workers do, too.
                    most = pool.len();
                    if most == 0 {
                        return Err(why);
                    }
                    break;
                }
            }
            // A worker that has little to do can be given more; one that is at work for long cannot.
            while pool.is_free(if queue.first.is_empty() { 1 } else { usize::MAX }) {
                let Some(task) = queue.take() else { break };
                pool.give(task, &Job::new(&self.options.inputs[task.0], task.1));
            }
            let look = if is_alone && most > 1 { ALONE } else { LOOK };
            let Some(answered) = pool.next(look) else { continue };
            let Answered { task: (model, time), mut outcome, lost } = answered;
            if time < queue.times[1] && (lost.is_some() || outcome.is_cut()) {
                queue.second.push_back(model);
                continue;
            }
            // A worker that is stopped by a limit says all before it ends.
            if let Some(lost) = lost.filter(|_| outcome.end.is_none()) {
                outcome.rows.push(self.lost(model, &lost, limits));
            }
            queue.open.remove(&model);
            report(model, outcome)?;
        }
        Ok(())
    }

    /// Reports what is said about a model: without rows that the output has already.
    fn report(
        &self,
        model: usize,
        outcome: Outcome,
        kept: &Kept,
        progress: &ModelProgress<'_>,
    ) -> Result<(), Failure> {
        let input = &self.options.inputs[model];
        let end = outcome.end.unwrap_or_default();
        let in_turn = self.in_turn(model);
        let reporter = in_turn.as_ref().unwrap_or(self.reporter);
        let place = self.places[model] + 1;
        for text in outcome.told {
            reporter.tell(text);
        }
        let is_warning = |(note, _): &(Note, String)| note.severity <= Severity::Warning;
        if end.size.is_some() && end.notes.iter().any(is_warning) {
            self.warned.set(self.warned.get() + 1);
        }
        let notes = end.notes.into_iter().map(|(note, label)| Note { label, ..note });
        reporter.model(notes.collect(), end.size.map(|size| size.size()));
        reporter.record(move |writer| writer.report.place(place));
        for row in outcome.rows {
            if !kept.has_row(&row) {
                reporter.row(input, row)?;
            }
        }
        for text in outcome.remarks {
            reporter.remark(&text)?;
        }
        if !end.undecided.is_empty() {
            let name = input.name(self.options.loading.naming);
            reporter.undecided(&name, &end.undecided)?;
        }
        for lacking in end.lacking {
            reporter.lacking(lacking);
        }
        for fault in end.faults {
            reporter.fault(&Failure::Usage(fault));
        }
        reporter.end_model()?;
        self.end(model, progress)
    }

    /// Ends the results of a model.
    fn end(&self, model: usize, progress: &ModelProgress<'_>) -> Result<(), Failure> {
        progress.went_on();
        self.in_turn(model).map_or(Ok(()), |reporter| reporter.end_input())
    }

    /// Returns the reporter that writes the results of a model in the order of the inputs, unless they are written as they
    /// come.
    fn in_turn(&self, model: usize) -> Option<Reporter> {
        let is_stream = matches!(self.options.report.format(), Format::Ndjson | Format::Github);
        (!is_stream).then(|| self.reporter.of_input(model + 1))
    }

    /// Returns the row of a model whose worker is lost.
    fn lost(&self, model: usize, lost: &Lost, limits: &Limits) -> Row {
        let name = self.options.inputs[model].name(self.options.loading.naming);
        match lost {
            Lost::Late => {
                let row = Row::cut(&AnswerSubject::of_model(name), None, Limit::Timeout, limits);
                Row { message: format!("{}, and its worker did not stop", row.message), ..row }
            }
            Lost::Ended(how) => {
                let message = format!("its worker ended {how}");
                let verdict = Verdict::Unknown(Reason::Crashed);
                Row::unchecked(AnswerSubject::of_model(name), verdict, message)
            }
        }
    }

    /// Returns what is said about a model when somebody stops the run.
    fn interrupted(&self, model: usize, mut outcome: Outcome, limits: &Limits) -> Outcome {
        let name = self.options.inputs[model].name(self.options.loading.naming);
        let mut row = match outcome.rows.as_slice() {
            [] => Row::not_read(name, Limit::Interrupted, limits),
            [..] => Row::cut(&AnswerSubject::of_model(name), None, Limit::Interrupted, limits),
        };
        row.text.hint = None;
        outcome.rows.push(row);
        outcome
    }

    /// Returns the number of workers for so many models.
    fn workers(&self, models: usize) -> usize {
        self.options.jobs.unwrap_or_else(processors).clamp(1, models.max(1))
    }

    /// Returns the arguments of a worker: the limits are those of this process, of which the workers share the memory.
    fn worker_words(&self, limits: &Limits, models: usize) -> Vec<OsString> {
        let workers = self.workers(models);
        let threads = self.options.jobs.unwrap_or_else(processors) / workers;
        let mut words: Vec<OsString> = vec!["batch".into(), "--worker".into()];
        words.extend(self.arguments.asked_words());
        let mut say = |name: &str, value: String| words.push(format!("{name}={value}").into());
        let milliseconds = |time: Duration| format!("{}ms", time.as_millis());
        if let Some(time) = limits.model_timeout {
            say("--model-timeout", milliseconds(time));
        }
        if let Some(time) = limits.timeout {
            say("--timeout", milliseconds(time));
        }
        if let Some(memory) = granted_memory(limits.memory) {
            say("--memory", format!("{}B", memory / workers as u64));
        }
        say("--jobs", threads.max(1).to_string());
        if let Some(none) = ProgressChoice::None.to_possible_value() {
            say("--progress", none.get_name().to_owned());
        }
        words
    }
}

/// Returns the processor time for which each model is tried before any model may take its whole time.
fn first_time() -> Duration {
    #[cfg(debug_assertions)]
    if let Some(time) = crate::cli::test_faults::time("SCM_CHECK_TEST_FIRST") {
        return time;
    }
    FIRST_TIME
}

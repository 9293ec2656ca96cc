//! Worker processes, each of which answers one model after the other.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use super::outcome::Outcome;
use super::protocol::Job;
#[cfg(debug_assertions)]
use super::test_pauses::pause;
use crate::cli::failure::{Failure, reason};
use scm_check::internals::render::report::Record;

/// Time beyond that of a model after which a worker that does not end is stopped from outside.
const PATIENCE: Duration = Duration::from_secs(5);

/// Number of models that a worker has at most: those behind the first one wait, which saves the worker from waiting.
const AHEAD: usize = 4;

/// Longest interval between two looks at the workers that counts as a whole: this process may have got no processor.
const LONGEST: Duration = Duration::from_millis(200);

/// Number of workers that may end one after the other before any begins a model.
const MOST_UNBEGUN: usize = 8;

/// A model with the time that a worker has for it.
pub(super) type Task = (usize, Duration);

/// What a worker answered about a model.
pub(super) struct Answered {
    pub(super) task: Task,
    pub(super) outcome: Outcome,
    /// Why the worker has ended, if it has, at this model.
    pub(super) lost: Option<Lost>,
}

/// Why a worker has ended at a model.
#[derive(Debug)]
pub(super) enum Lost {
    /// It was stopped, since it did not stop itself when the time for the model was over.
    Late,
    /// It ended, as these words say.
    Ended(String),
}

/// Worker processes.
pub(super) struct Pool {
    /// The words of the command that a worker is.
    words: Vec<OsString>,
    workers: Vec<Worker>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    /// Number of workers so far, which numbers them.
    count: u64,
    /// What workers that have ended had not begun.
    returned: Vec<Task>,
    /// Number of workers that have ended since one began a model.
    unbegun: usize,
    /// The last look at the time that the workers use.
    looked: Instant,
}

/// A worker process.
struct Worker {
    number: u64,
    child: Child,
    input: ChildStdin,
    /// The models that it has, the first of which it answers.
    models: VecDeque<Task>,
    /// What it has said about the first of them, if it has begun with it.
    begun: Option<Outcome>,
    /// The time for which it has had the first of them.
    used: Duration,
    /// Whether it was stopped from outside.
    is_late: bool,
}

/// A record of a worker; `None` if there are no more.
type Event = (u64, Option<Record>);

impl Pool {
    /// Returns a pool without workers, each of which will be this program with `words` as arguments.
    pub(super) fn new(words: Vec<OsString>) -> Self {
        let (sender, events) = mpsc::channel();
        let (workers, returned) = Default::default();
        let looked = Instant::now();
        Self { words, workers, events, sender, count: 0, returned, unbegun: 0, looked }
    }

    /// Returns the number of workers.
    pub(super) fn len(&self) -> usize {
        self.workers.len()
    }

    /// Starts another worker.
    ///
    /// # Errors
    /// If no process can be started.
    pub(super) fn grow(&mut self) -> Result<(), Failure> {
        let failure = |error: &io::Error| {
            Failure::Usage(format!("no worker can be started: {}", reason(error)))
        };
        let worker = self.start().map_err(|error| failure(&error))?;
        self.workers.push(worker);
        Ok(())
    }

    fn start(&mut self) -> io::Result<Worker> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(&self.words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for this process, which decides what it means for its workers.
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            command.process_group(0);
        }
        let mut child = command.spawn()?;
        let closed = || io::Error::other("it has no pipes");
        let input = child.stdin.take().ok_or_else(closed)?;
        let output = child.stdout.take().ok_or_else(closed)?;
        self.count += 1;
        let (number, sender) = (self.count, self.sender.clone());
        std::thread::Builder::new()
            .name("worker".into())
            .spawn(move || listen(number, output, &sender))?;
        let (models, begun, used) = Default::default();
        Ok(Worker { number, child, input, models, begun, used, is_late: false })
    }

    /// Returns `true` if a worker can be given a model; `most` is the number of models that one has at most.
    pub(super) fn is_free(&self, most: usize) -> bool {
        self.workers.iter().any(|worker| worker.models.len() < most.min(AHEAD))
    }

    /// Gives a model to the worker with the fewest, with the time for it.
    pub(super) fn give(&mut self, task: Task, job: &Job) {
        let least = self.workers.iter_mut().min_by_key(|worker| worker.models.len());
        let Some(worker) = least else { return };
        worker.models.push_back(task);
        let mut line = serde_json::to_vec(job).expect("a job is text and numbers");
        line.push(b'\n');
        // A worker that reads no more has ended, which is seen when its output ends.
        let _ = worker.input.write_all(&line).and_then(|()| worker.input.flush());
    }

    /// Returns what workers that have ended had not begun.
    ///
    /// # Errors
    /// If workers end before they begin with anything.
    pub(super) fn take_returned(&mut self) -> Result<Vec<Task>, Failure> {
        if self.unbegun >= MOST_UNBEGUN {
            let why = "no worker can be started: each ends before it begins with a model";
            return Err(Failure::usage(why));
        }
        Ok(std::mem::take(&mut self.returned))
    }

    /// Waits for the next answer, at most for `time`. A worker that is late is stopped. Returns `None` if there is no
    /// answer, or a worker has ended besides.
    pub(super) fn next(&mut self, time: Duration) -> Option<Answered> {
        let end = Instant::now() + time;
        loop {
            self.stop_late();
            let left = end.saturating_duration_since(Instant::now());
            let (number, record) = self.events.recv_timeout(left).ok()?;
            #[cfg(debug_assertions)]
            pause("event");
            if let Some(answered) = self.take(number, record) {
                return Some(answered);
            }
            if !self.returned.is_empty() {
                return None;
            }
        }
    }

    /// Stops workers that have not stopped in time.
    fn stop_late(&mut self) {
        let now = Instant::now();
        let passed = now.saturating_duration_since(self.looked).min(LONGEST);
        self.looked = now;
        for worker in &mut self.workers {
            let Some((_, time)) = worker.models.front() else { continue };
            worker.used += passed;
            if !worker.is_late && worker.used > time.saturating_add(PATIENCE) {
                worker.is_late = true;
                // Its output ends.
                let _ = worker.child.kill();
            }
        }
    }

    /// Takes a record of a worker, and returns what it answered about a model if that is the last one.
    fn take(&mut self, number: u64, record: Option<Record>) -> Option<Answered> {
        let place = self.workers.iter().position(|worker| worker.number == number)?;
        let worker = &mut self.workers[place];
        match record {
            Some(Record::Begun) => {
                self.unbegun = 0;
                worker.begun = Some(Outcome::default());
                return None;
            }
            Some(Record::Done) => {
                let outcome = worker.begun.take()?;
                let task = worker.models.pop_front()?;
                worker.used = Duration::ZERO;
                return Some(Answered { task, outcome, lost: None });
            }
            Some(record) => {
                // What comes behind the end are the last words of a process that is stopped, which repeat it.
                let outcome = worker.begun.as_mut()?;
                if outcome.end.is_some() || outcome.add(record) {
                    return None;
                }
            }
            None => {}
        }
        let mut worker = self.workers.swap_remove(place);
        // It has ended, or speaks another language.
        let _ = worker.child.kill();
        let status = worker.child.wait();
        let begun = worker.begun.and_then(|outcome| Some((worker.models.pop_front()?, outcome)));
        self.unbegun += usize::from(begun.is_none() && !worker.models.is_empty());
        self.returned.extend(worker.models);
        let (task, outcome) = begun?;
        let lost = if worker.is_late { Lost::Late } else { Lost::Ended(status_words(status)) };
        Some(Answered { task, outcome, lost: Some(lost) })
    }

    /// Stops all workers, and returns what they have said about the models that they began.
    pub(super) fn stop(mut self) -> Vec<(usize, Outcome)> {
        let mut outcomes = Vec::new();
        // What has arrived counts.
        while let Ok((number, record)) = self.events.try_recv() {
            let answered = self.take(number, record);
            outcomes.extend(answered.map(|answered| (answered.task.0, answered.outcome)));
        }
        for worker in &mut self.workers {
            let _ = worker.child.kill();
            let _ = worker.child.wait();
            let begun = worker.begun.take();
            outcomes
                .extend(begun.and_then(|outcome| Some((worker.models.pop_front()?.0, outcome))));
        }
        outcomes
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            // Workers without a model end by themselves when their pipes close; nobody waits for the others.
            if !worker.models.is_empty() {
                let _ = worker.child.kill();
                let _ = worker.child.wait();
            }
        }
    }
}

/// Passes on what a worker says, until its output ends.
fn listen(number: u64, output: ChildStdout, sender: &Sender<Event>) {
    let mut output = BufReader::with_capacity(1 << 16, output);
    let mut line = Vec::new();
    loop {
        line.clear();
        let is_whole = output.read_until(b'\n', &mut line).is_ok() && line.ends_with(b"\n");
        let record = if is_whole { serde_json::from_slice(&line).ok() } else { None };
        #[cfg(debug_assertions)]
        pause("record");
        let is_last = record.is_none();
        if sender.send((number, record)).is_err() || is_last {
            return;
        }
    }
}

/// Returns how a process has ended.
fn status_words(status: io::Result<ExitStatus>) -> String {
    let Ok(status) = status else { return "it cannot be asked how".to_owned() };
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        if let Some(signal) = status.signal() {
            return format!("by signal {signal}");
        }
    }
    status.code().map_or("in an unknown way".to_owned(), |code| format!("with exit code {code}"))
}

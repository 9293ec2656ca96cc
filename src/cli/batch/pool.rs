//! Worker processes, each of which answers one model after the other.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::outcome::Outcome;
use super::protocol::Job;
use crate::cli::failure::{Failure, reason};
use scm_check::render::report::Record;

/// Time beyond that of a model after which a worker that does not end is stopped from outside.
const PATIENCE: Duration = Duration::from_secs(5);

/// Number of models that a worker has at most: those behind the first one wait, which saves the worker from waiting.
const AHEAD: usize = 4;

/// What a worker answered about a model.
pub(super) struct Answered {
    /// Number of the model.
    pub(super) model: usize,
    /// The time that the worker had for it.
    pub(super) time: Duration,
    pub(super) outcome: Outcome,
    /// Why there is no more, if the worker did not come to the end of the model.
    pub(super) lost: Option<Lost>,
}

/// Why a worker did not come to the end of a model.
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
}

/// A worker process.
struct Worker {
    number: u64,
    child: Child,
    input: ChildStdin,
    /// The models that it has, the first of which it answers.
    models: VecDeque<(usize, Duration)>,
    /// When it began with the first of them.
    since: Instant,
    /// What it has said about the first of them.
    outcome: Outcome,
    /// Whether it was stopped from outside.
    is_late: bool,
}

/// A record of a worker; `None` if there are no more.
type Event = (u64, Option<Record>);

impl Pool {
    /// Returns a pool without workers, each of which will be this program with `words` as arguments.
    pub(super) fn new(words: Vec<OsString>) -> Self {
        let (sender, events) = mpsc::channel();
        Self { words, workers: Vec::new(), events, sender, count: 0 }
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
        let (models, outcome) = Default::default();
        Ok(Worker { number, child, input, models, since: Instant::now(), outcome, is_late: false })
    }

    /// Returns `true` if a worker can be given a model; `most` is the number of models that one has at most.
    pub(super) fn is_free(&self, most: usize) -> bool {
        self.workers.iter().any(|worker| worker.models.len() < most.min(AHEAD))
    }

    /// Gives a model to the worker with the fewest, with the time for it.
    pub(super) fn give(&mut self, model: usize, job: &Job, time: Duration) {
        let least = self.workers.iter_mut().min_by_key(|worker| worker.models.len());
        let Some(worker) = least else { return };
        if worker.models.is_empty() {
            worker.since = Instant::now();
        }
        worker.models.push_back((model, time));
        let mut line = serde_json::to_vec(job).expect("a job is text and numbers");
        line.push(b'\n');
        // A worker that reads no more has ended, which is seen when its output ends.
        let _ = worker.input.write_all(&line).and_then(|()| worker.input.flush());
    }

    /// Waits for the next answer, at most for `time`. A worker that is late is stopped. Returns `None` if there is no
    /// answer; what a worker had besides a lost model comes back in `returned`.
    pub(super) fn next(&mut self, time: Duration, returned: &mut Vec<usize>) -> Option<Answered> {
        let end = Instant::now() + time;
        loop {
            self.stop_late();
            let left = end.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok((number, record)) => {
                    if let Some(answered) = self.take(number, record, returned) {
                        return Some(answered);
                    }
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Stops workers that have not stopped in time.
    fn stop_late(&mut self) {
        for worker in &mut self.workers {
            let Some((_, time)) = worker.models.front() else { continue };
            if !worker.is_late && worker.since.elapsed() > time.saturating_add(PATIENCE) {
                worker.is_late = true;
                // Its output ends.
                let _ = worker.child.kill();
            }
        }
    }

    /// Takes a record of a worker, and returns what it answered about a model if that is the last one.
    fn take(
        &mut self,
        number: u64,
        record: Option<Record>,
        returned: &mut Vec<usize>,
    ) -> Option<Answered> {
        let place = self.workers.iter().position(|worker| worker.number == number)?;
        let worker = &mut self.workers[place];
        let is_known = match record {
            Some(record) => {
                let is_end = matches!(record, Record::End(_));
                let is_known = worker.outcome.add(record);
                if is_known && !is_end {
                    return None;
                }
                is_known
            }
            None => false,
        };
        if is_known {
            let (model, time) = worker.models.pop_front()?;
            worker.since = Instant::now();
            let outcome = std::mem::take(&mut worker.outcome);
            return Some(Answered { model, time, outcome, lost: None });
        }
        let mut worker = self.workers.swap_remove(place);
        // It has ended, or speaks another language.
        let _ = worker.child.kill();
        let status = worker.child.wait();
        let first = worker.models.pop_front();
        returned.extend(worker.models.iter().map(|(model, _)| *model));
        let lost = if worker.is_late { Lost::Late } else { Lost::Ended(status_words(status)) };
        let (model, time) = first?;
        Some(Answered { model, time, outcome: worker.outcome, lost: Some(lost) })
    }

    /// Stops all workers, and returns what they have said about the models that they answered.
    pub(super) fn stop(mut self) -> Vec<(usize, Outcome)> {
        let (mut outcomes, mut returned) = (Vec::new(), Vec::new());
        // What has arrived counts.
        while let Ok((number, record)) = self.events.try_recv() {
            let answered = self.take(number, record, &mut returned);
            outcomes.extend(answered.map(|answered| (answered.model, answered.outcome)));
        }
        for worker in &mut self.workers {
            let _ = worker.child.kill();
            let _ = worker.child.wait();
            if let Some((model, _)) = worker.models.pop_front() {
                outcomes.push((model, std::mem::take(&mut worker.outcome)));
            }
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

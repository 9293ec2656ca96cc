//! What the process that makes the report and its workers say to each other: a JSON value a line.

use std::ffi::OsString;
use std::io::{self, BufRead as _, Write as _};
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::cli::draft::discard_all;
use crate::cli::input::{Input, block_inputs};
use crate::cli::markdown::{block_name, named};
use scm_check::internals::render::report::{Record, record_line};

/// A model to ask.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct Job {
    path: OsString,
    /// Why there is no file, if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nowhere: Option<String>,
    /// What is said of the diagrams of the same file that are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
    /// The time for the model in milliseconds.
    milliseconds: u64,
}

impl Job {
    /// Returns the job to ask a model within a time, which is that of the worker or less. A library has files only.
    pub(super) fn new(input: &Input, time: Duration) -> Self {
        let (path, nowhere) = match input {
            Input::File(path) => (path.clone().into(), None),
            Input::Block(path, block) => (named(path, block.number).into(), None),
            Input::Nowhere(path, why) => (path.clone().into(), Some(why.clone())),
            Input::Standard | Input::Text(_) => ("-".into(), Some("no file".to_owned())),
        };
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let left_out = input.left_out().map(str::to_owned);
        Self { path, nowhere, left_out, milliseconds }
    }

    /// Returns the model.
    pub(crate) fn input(&self) -> Input {
        let path = PathBuf::from(&self.path);
        match &self.nowhere {
            None => match block_name(&path).filter(|_| !path.exists()) {
                Some((file, number)) => {
                    block_inputs(file, Some(number)).remove(0).with_left_out(self.left_out.clone())
                }
                None => Input::File(path),
            },
            Some(why) => Input::Nowhere(path, why.clone()),
        }
    }

    /// Returns the time for the model.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_millis(self.milliseconds)
    }
}

/// Says a record besides those of a report, whose output is closed by now.
pub(crate) fn say(record: &Record) {
    let mut output = io::stdout().lock();
    // Without a reader there is nobody who wants it.
    let _ = output.write_all(&record_line(record)).and_then(|()| output.flush());
}

/// Returns the jobs that come on standard input. When it ends, this process ends, too, whatever it does: nobody waits for
/// an answer.
#[expect(clippy::exit, reason = "another thread may be busy with a model, and cannot be stopped")]
pub(crate) fn jobs() -> mpsc::Receiver<Job> {
    let (sender, receiver) = mpsc::channel();
    let read = move || {
        for line in io::stdin().lock().lines() {
            let job = line.ok().and_then(|line| serde_json::from_str(&line).ok());
            let Some(job) = job else { break };
            if sender.send(job).is_err() {
                break;
            }
        }
        discard_all();
        std::process::exit(0);
    };
    // Without the thread there are no jobs, and the parent sees that the worker ends.
    let _ = std::thread::Builder::new().name("jobs".into()).spawn(read);
    receiver
}

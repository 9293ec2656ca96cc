//! What the process that makes the report says to its workers: a JSON object a line.

use std::ffi::OsString;
use std::io::{self, BufRead as _};
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::cli::draft::discard_all;
use crate::cli::input::Input;

/// A model to ask.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct Job {
    path: OsString,
    /// Why there is no file, if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nowhere: Option<String>,
    /// The time for the model in milliseconds, if it is less than usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u64>,
}

impl Job {
    /// Returns the job to ask a model, in less than the usual time if so said; `None` for standard input.
    pub(super) fn new(input: &Input, time: Option<Duration>) -> Option<Self> {
        let (path, nowhere) = match input {
            Input::File(path) => (path, None),
            Input::Nowhere(path, why) => (path, Some(why.clone())),
            Input::Standard | Input::Text(_) => return None,
        };
        let milliseconds = time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        Some(Self { path: path.clone().into_os_string(), nowhere, milliseconds })
    }

    /// Returns the model.
    pub(crate) fn input(&self) -> Input {
        let path = PathBuf::from(&self.path);
        match &self.nowhere {
            None => Input::File(path),
            Some(why) => Input::Nowhere(path, why.clone()),
        }
    }

    /// Returns the time for the model, if it is less than usual.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.milliseconds.map(Duration::from_millis)
    }
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

//! A file in which sessions that are done are recorded, so that a run that was killed can go on.
//!
//! The first line says what the run is about; each other line is a session, or a multitrace, with its answer, in
//! the order in which sessions end in the logs. Reading the logs again gives the sessions in the same order: each
//! is compared with the next line, and where its traces are those of the line it is not checked again. At the
//! first line that does not fit, or is torn, the file is cut.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::answer_object::AnswerObject;
use crate::check::conformance::Answer;
use crate::cli::input::reason;
use crate::cli::output::Failure;
use crate::kernel::base::{Id as _, Limit, hexadecimal};
use crate::language::log::Session;

const SCHEMA: &str = "scm-check/checkpoint";

#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    schema: String,
    schema_version: u32,
    /// The digest of the model and the options.
    about: String,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    /// The log, by its name.
    log: String,
    session: String,
    /// The digest of the traces, or of the file.
    traces: String,
    /// The last line of the log that the session has.
    line: u64,
    answer: AnswerObject,
    /// The limits that were reached, if there is no verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limits: Option<String>,
}

/// What stands for a session or a multitrace, so that it is known again.
pub(super) struct Recorded<'a> {
    session: &'a str,
    /// The digest of the traces, or of the file.
    traces: String,
    /// The last line of the log that the session has.
    line: u64,
}

/// What an earlier run found of a session or a multitrace.
#[derive(Debug, Default)]
pub(super) enum Known {
    /// Nothing that is recorded.
    #[default]
    Nothing,
    /// No answer, because of a limit that may be another one now.
    Open,
    /// This.
    Answer(Answer),
}

/// The checkpoint of a run.
pub(super) struct Checkpoint {
    path: PathBuf,
    /// What each session may use: one that used up as much would do so again.
    limits: RunLimits,
    /// What is left of an earlier run, with the place of the next line.
    earlier: Option<(BufReader<File>, u64)>,
    output: BufWriter<File>,
}

impl Checkpoint {
    /// Opens a checkpoint of a run about `about`, or begins one.
    ///
    /// # Errors
    /// If the file is one of another run, or none, or cannot be read or written.
    pub(super) fn open(path: &Path, about: &str, limits: RunLimits) -> Result<Self, Failure> {
        let failed = |error: io::Error| {
            Failure::Usage(format!("--resume {}: {}", path.display(), reason(&error)))
        };
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        let mut file = options.open(path).map_err(failed)?;
        let mut reader = BufReader::new(File::open(path).map_err(failed)?);
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line).map_err(failed)?;
        let head = Head { schema: SCHEMA.to_owned(), schema_version: 1, about: about.to_owned() };
        let mut earlier = None;
        if line.last() == Some(&b'\n') {
            let why = match serde_json::from_slice::<Head>(&line) {
                Ok(found) if found == head => None,
                Ok(found) if found.schema == SCHEMA => {
                    Some("it is about another model or other options")
                }
                _ => Some("it is no checkpoint"),
            };
            if let Some(why) = why {
                let path = path.display();
                let why = format!("--resume {path}: {why}; name another file, or remove this one");
                return Err(Failure::Usage(why));
            }
            earlier = Some((reader, line.len() as u64));
        } else if line.is_empty() || SCHEMA_BEGIN.starts_with(&line[..line.len().min(20)]) {
            // A run that was killed before it had written its first line.
            file.set_len(0).map_err(failed)?;
            let mut text = serde_json::to_string(&head).expect("it is plain data");
            text.push('\n');
            file.write_all(text.as_bytes()).map_err(failed)?;
        } else {
            let path = path.display();
            let why = format!("--resume {path}: it is no checkpoint; name another file");
            return Err(Failure::Usage(why));
        }
        let path = path.to_owned();
        Ok(Self { path, limits, earlier, output: BufWriter::new(file) })
    }

    /// Returns what an earlier run answered for a case, which is the next one.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub(super) fn known<'c>(
        &mut self,
        log: &str,
        case: impl FnOnce() -> Recorded<'c>,
    ) -> Result<Known, Failure> {
        let Some((reader, place)) = &mut self.earlier else { return Ok(Known::Nothing) };
        let mut line = Vec::new();
        let read = reader.read_until(b'\n', &mut line);
        let entry = match read {
            Ok(_) if line.last() == Some(&b'\n') => serde_json::from_slice::<Entry>(&line).ok(),
            Ok(_) => None,
            Err(error) => return Err(self.failed(&error)),
        };
        let case = case();
        let is_it = |entry: &Entry| {
            entry.log == log && entry.session == case.session && entry.traces == case.traces
        };
        let known = entry
            .filter(is_it)
            .and_then(|entry| entry.answer.read().map(|answer| (answer, entry.limits)));
        if let Some((answer, limits)) = known {
            *place += line.len() as u64;
            let reached = self.limits.reached(answer.verdict.err());
            let is_final = answer.verdict.is_ok() || reached.is_some() && reached == limits;
            return Ok(if is_final { Known::Answer(answer) } else { Known::Open });
        }
        let place = *place;
        self.earlier = None;
        let cut = self.output.get_ref().set_len(place);
        cut.map_err(|error| self.failed(&error))?;
        Ok(Known::Nothing)
    }

    /// Records a case that is done, unless it is one that was recorded before.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn record(
        &mut self,
        log: &str,
        case: Recorded<'_>,
        answer: &Answer,
    ) -> Result<(), Failure> {
        let entry = Entry {
            log: log.to_owned(),
            session: case.session.to_owned(),
            traces: case.traces,
            line: case.line,
            answer: AnswerObject::new(answer),
            limits: self.limits.reached(answer.verdict.err()),
        };
        let mut text = serde_json::to_string(&entry).expect("it is plain data");
        text.push('\n');
        let written = self.output.write_all(text.as_bytes());
        written.map_err(|error| self.failed(&error))
    }

    /// Sends off what was recorded.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        let sent = self.output.flush();
        sent.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::Usage(format!("--resume {}: {}", self.path.display(), reason(error)))
    }
}

/// What each session or multitrace may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RunLimits {
    pub(super) states: Option<u64>,
    pub(super) time: Option<Duration>,
}

impl RunLimits {
    /// Returns what was used up where a limit was reached, if as much would not do next time either.
    fn reached(self, limit: Option<Limit>) -> Option<String> {
        match limit? {
            Limit::States => Some(format!("states {:?}", self.states)),
            Limit::Timeout => self.time.map(|time| format!("time {time:?}")),
            Limit::Memory | Limit::Interrupted => None,
        }
    }
}

/// How the first line begins.
const SCHEMA_BEGIN: &[u8] = b"{\"schema\":\"scm-check/checkpoint\"";

impl<'a> Recorded<'a> {
    /// Returns what stands for a session of logs.
    pub(super) fn session(session: &'a Session) -> Self {
        let mut bytes = Vec::new();
        for trace in &session.traces {
            bytes.extend((trace.len() as u64).to_le_bytes());
            for letter in trace {
                bytes.extend((letter.index() as u64).to_le_bytes());
            }
        }
        let line = session.places.iter().flatten().map(|place| place.line()).max().unwrap_or(0);
        Self { session: &session.key, traces: hexadecimal(&Sha256::digest(&bytes)), line }
    }

    /// Returns what stands for a multitrace whose file has a digest.
    pub(super) fn file(sha256: &str) -> Self {
        Self { session: "", traces: sha256.to_owned(), line: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::conformance::Stage;

    #[test]
    fn what_there_was_no_time_for_is_asked_again_and_recorded_once() {
        let name = format!("{}-checkpoint", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        let limits = |states, seconds: Option<u64>| RunLimits {
            states,
            time: seconds.map(Duration::from_secs),
        };
        let open = |limits| Checkpoint::open(&path, "this", limits).expect("a file");
        let verdicts = [
            Ok(true),
            Err(Limit::Timeout),
            Err(Limit::States),
            Err(Limit::Memory),
            Err(Limit::Interrupted),
            Ok(false),
        ];
        let mut first = open(limits(Some(9), Some(60)));
        for verdict in verdicts {
            let known = first.known("x", || Recorded::file("1")).expect("a file");
            assert!(matches!(known, Known::Nothing));
            let answer =
                Answer { verdict, class: None, fault: None, stage: Stage::Search, states: 0 };
            first.record("x", Recorded::file("1"), &answer).expect("a file");
        }
        first.flush().expect("a file");
        for (states, time, expected) in [
            (Some(9), None, [true, false, true, false, false, true]),
            (None, Some(60), [true, true, false, false, false, true]),
            (Some(10), Some(61), [true, false, false, false, false, true]),
            (Some(9), Some(60), [true, true, true, false, false, true]),
        ] {
            let mut again = open(limits(states, time));
            let known = verdicts.map(|verdict| {
                match again.known("x", || Recorded::file("1")).expect("a file") {
                    Known::Answer(answer) => {
                        assert_eq!(answer.verdict, verdict);
                        true
                    }
                    Known::Open => false,
                    Known::Nothing => panic!("{verdict:?} was recorded"),
                }
            });
            assert_eq!(known, expected);
        }
        let known = open(limits(None, None)).known("x", || Recorded::file("2")).expect("a file");
        assert!(matches!(known, Known::Nothing), "another file is not known");
        assert_eq!(std::fs::read_to_string(&path).expect("a file").lines().count(), 1);
        std::fs::remove_file(path).expect("it is there");
    }
}

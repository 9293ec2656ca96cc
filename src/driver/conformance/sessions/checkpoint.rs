//! Record of the finished sessions, so that a killed run can be continued.
//!
//! The first line identifies the run; each other line is a session, or a multitrace, with its answer, in the order in
//! which sessions end in the logs. Reading the logs again gives the sessions in the same order: each session is
//! compared with the next line, and is not checked again if its traces are those of the line. The record is cut at the
//! first line that does not match or is incomplete. Sessions that a limit had stopped are checked again; a new answer
//! is appended as a separate line.

use std::fmt::Debug;
use std::io::{self, BufRead as _, BufReader, Read, Seek, SeekFrom, Take};
use std::time::Duration;

use memchr::memmem;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::conformance::model::answer_object::{AnswerObject, json_line};
use crate::conformance::model::outcome::Origin;
use crate::sha256;
use check::conformance::Answer;
use kernel::base::{Id as _, Limit};
use language::log::Session;

const SCHEMA: &str = "scm-check/checkpoint";

#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct CheckpointHead {
    schema: String,
    schema_version: u32,
    /// Digest of the model and the options.
    about: String,
}

#[derive(Serialize, Deserialize, Debug)]
struct CheckpointEntry {
    /// Name of the log.
    log: String,
    session: String,
    /// Digest of the traces, or of the file.
    traces: String,
    answer: AnswerObject,
    /// Whether the answer is complete.
    is_whole: bool,
    /// The limits that were reached, if the answer is incomplete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limits: Option<String>,
    /// Whether this is the answer to an earlier line without an answer; the position of such a line has no meaning.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    again: bool,
}

impl CheckpointEntry {
    /// Returns the result that this entry gives a run with `limits`; `None` if the entry has no valid answer.
    fn known(&self, limits: RunLimits) -> Option<Known> {
        let answer = self.answer.clone().read()?;
        let reached = limits.reached(&answer);
        let is_final = self.is_whole || reached.is_some() && reached == self.limits;
        Some(if is_final { Known::Answer(answer) } else { Known::Open })
    }
}

/// Reason for which a checkpoint cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The checkpoint cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The checkpoint is that of another run, or has another format.
    #[error("{0}; name another file, or remove this one")]
    Mismatch(&'static str),
    /// The file is not empty but has no complete line.
    #[error("it is no checkpoint; name another file")]
    NoCheckpoint,
}

/// The place where a checkpoint is stored.
pub trait Storage {
    /// Reader of the stored bytes.
    type Reader: Read + Seek + Debug;

    /// Returns a reader of the bytes that are stored now, from the first one.
    ///
    /// # Errors
    /// If the bytes cannot be read.
    fn reader(&self) -> io::Result<Self::Reader>;

    /// Keeps only the first `length` bytes.
    ///
    /// # Errors
    /// If the storage cannot be truncated.
    fn truncate(&mut self, length: u64) -> io::Result<()>;

    /// Appends bytes, now or at the next [`flush`](Self::flush).
    ///
    /// # Errors
    /// If the bytes cannot be written.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Writes all appended bytes.
    ///
    /// # Errors
    /// If the bytes cannot be written.
    fn flush(&mut self) -> io::Result<()>;
}

/// Identification of a session or a multitrace in a checkpoint.
#[derive(Debug)]
pub struct Recorded<'a> {
    session: &'a str,
    /// Digest of the traces, or of the file.
    traces: String,
}

/// The result of an earlier run for a session or a multitrace.
#[derive(Debug, Default)]
pub enum Known {
    /// The session is not recorded.
    #[default]
    Nothing,
    /// No answer, because of a limit that may be different now.
    Open,
    /// The recorded answer.
    Answer(Answer),
}

/// The checkpoint of a run.
#[derive(Debug)]
pub struct Checkpoint<S: Storage> {
    storage: S,
    /// Limits of each session: a session that used them up would do so again under the same limits.
    limits: RunLimits,
    /// The remaining lines of earlier runs.
    earlier: Option<Earlier<S::Reader>>,
}

/// The remaining lines of earlier runs.
#[derive(Debug)]
struct Earlier<R> {
    /// The lines that were there when this run began.
    lines: Take<BufReader<R>>,
    /// Position of the next line, in bytes.
    place: u64,
    /// Position of the end of these lines, in bytes.
    end: u64,
    /// The later answers among these lines, by log, session and traces.
    answers: FxHashMap<(String, String, String), CheckpointEntry>,
    /// The lines that this run has added meanwhile.
    added: Vec<u8>,
}

/// Returns the number of bytes up to the end of the last complete line.
fn whole_lines(reader: &mut (impl Read + Seek)) -> io::Result<u64> {
    let mut end = reader.seek(SeekFrom::End(0))?;
    let mut piece = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(1 << 16);
        reader.seek(SeekFrom::Start(start))?;
        piece.clear();
        reader.by_ref().take(end - start).read_to_end(&mut piece)?;
        if let Some(at) = memchr::memrchr(b'\n', &piece) {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

impl<R: Read + Seek> Earlier<R> {
    /// Returns the lines from `place`, behind the first line, to `end`; `every` reads all lines.
    fn new(every: R, lines: BufReader<R>, place: u64, end: u64) -> io::Result<Self> {
        let mut answers = FxHashMap::default();
        let mut every = BufReader::new(every).take(end);
        let mut line = Vec::new();
        while every.read_until(b'\n', &mut line)? > 0 {
            // Most lines are not later answers, and parsing JSON takes longer than this search.
            if memmem::find(&line, b"\"again\":true").is_some()
                && let Ok(entry) = serde_json::from_slice::<CheckpointEntry>(&line)
                && entry.again
            {
                let key = (entry.log.clone(), entry.session.clone(), entry.traces.clone());
                answers.insert(key, entry);
            }
            line.clear();
        }
        let lines = lines.take(end.saturating_sub(place));
        Ok(Self { lines, place, end, answers, added: Vec::new() })
    }

    /// Returns the next entry with the length of its line, if the line is complete; skips later answers.
    fn next(&mut self) -> io::Result<Option<(CheckpointEntry, u64)>> {
        loop {
            let mut line = Vec::new();
            let length = self.lines.read_until(b'\n', &mut line)? as u64;
            if line.last() != Some(&b'\n') {
                return Ok(None);
            }
            match serde_json::from_slice::<CheckpointEntry>(&line) {
                Ok(entry) if entry.again => self.place += length,
                Ok(entry) => return Ok(Some((entry, length))),
                Err(_) => return Ok(None),
            }
        }
    }
}

impl<S: Storage> Checkpoint<S> {
    /// Opens the checkpoint of a run, identified by the digest `about`, or creates one.
    ///
    /// # Errors
    /// If the checkpoint is that of another run, or is no checkpoint, or cannot be read or written.
    pub fn open(mut storage: S, about: &str, limits: RunLimits) -> Result<Self, CheckpointError> {
        let mut reader = BufReader::new(storage.reader()?);
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line)?;
        let head = CheckpointHead {
            schema: SCHEMA.to_owned(),
            schema_version: 1,
            about: about.to_owned(),
        };
        let mut earlier = None;
        if line.last() == Some(&b'\n') {
            let mismatch = match serde_json::from_slice::<CheckpointHead>(&line) {
                Ok(found) if found == head => None,
                Ok(found) if found.schema != SCHEMA => Some("it is no checkpoint"),
                Ok(found) if found.schema_version != head.schema_version => {
                    Some("it is of another version of this program")
                }
                Ok(_) => Some("it is about another model or other options"),
                Err(_) => Some("it is no checkpoint"),
            };
            if let Some(why) = mismatch {
                return Err(CheckpointError::Mismatch(why));
            }
            // A killed run may have left an incomplete line.
            let end = whole_lines(&mut storage.reader()?)?;
            storage.truncate(end)?;
            let place = line.len() as u64;
            earlier = Some(Earlier::new(storage.reader()?, reader, place, end)?);
        } else if SCHEMA_BEGIN.starts_with(&line) || line.starts_with(SCHEMA_BEGIN) {
            // The run was killed before its first line was complete.
            storage.truncate(0)?;
            storage.append(json_line(&head).as_bytes())?;
            storage.flush()?;
        } else {
            return Err(CheckpointError::NoCheckpoint);
        }
        Ok(Self { storage, limits, earlier })
    }

    /// Returns the result of an earlier run for the next session or multitrace.
    ///
    /// # Errors
    /// If the record cannot be read or written.
    pub fn known<'c>(
        &mut self,
        log: &str,
        recorded: impl FnOnce() -> Recorded<'c>,
    ) -> io::Result<Known> {
        let Some(earlier) = &mut self.earlier else { return Ok(Known::Nothing) };
        let next = earlier.next()?;
        let case = recorded();
        let is_it = |(entry, _): &(CheckpointEntry, u64)| {
            entry.log == log && entry.session == case.session && entry.traces == case.traces
        };
        if let Some((entry, length)) = next.filter(is_it)
            && let Some(known) = entry.known(self.limits)
        {
            earlier.place += length;
            let key = (entry.log.clone(), entry.session.clone(), entry.traces.clone());
            let Some(again) = earlier.answers.get(&key) else { return Ok(known) };
            // The line of this answer may be cut off.
            earlier.added.extend(json_line(again).as_bytes());
            return Ok(match known {
                Known::Answer(_) if entry.is_whole || !again.is_whole => known,
                _ => again.known(self.limits).unwrap_or(Known::Open),
            });
        }
        self.leave_earlier()?;
        Ok(Known::Nothing)
    }

    /// Cuts off the remaining lines of earlier runs, if any, but keeps the lines that this run has added.
    fn leave_earlier(&mut self) -> io::Result<()> {
        let Some(Earlier { place, end, added, .. }) = self.earlier.take() else { return Ok(()) };
        if place == end {
            return Ok(());
        }
        self.storage.flush()?;
        self.storage.truncate(place)?;
        self.storage.append(&added)
    }

    /// Records a finished session or multitrace; one that was recorded before is recorded only if it had no answer and
    /// has one now.
    ///
    /// # Errors
    /// If the entry cannot be written.
    pub fn record(
        &mut self,
        log: &str,
        case: Recorded<'_>,
        answer: &Answer,
        origin: Origin,
    ) -> io::Result<()> {
        let is_whole = answer.limit.is_none();
        let limits = self.limits.reached(answer).filter(|_| !is_whole);
        let again = match origin {
            Origin::Known => return Ok(()),
            Origin::FoundAgain if !is_whole && limits.is_none() => return Ok(()),
            Origin::FoundAgain => true,
            Origin::Found => false,
        };
        let entry = CheckpointEntry {
            log: log.to_owned(),
            session: case.session.to_owned(),
            traces: case.traces,
            answer: AnswerObject::new(answer),
            is_whole,
            limits,
            again,
        };
        let line = json_line(&entry).into_bytes();
        if let Some(earlier) = &mut self.earlier {
            earlier.added.extend_from_slice(&line);
        }
        self.storage.append(&line)
    }

    /// Writes the recorded entries.
    ///
    /// # Errors
    /// If the entries cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.storage.flush()
    }
}

/// Limits of each session or multitrace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunLimits {
    /// Number of configurations that searches store.
    pub states: Option<u64>,
    /// Time limit.
    pub time: Option<Duration>,
    /// Time limit of each multitrace that is a file.
    pub file_time: Option<Duration>,
}

impl RunLimits {
    /// Returns the limit that was reached, if the same limit would be reached again.
    fn reached(self, answer: &Answer) -> Option<String> {
        match answer.limit? {
            Limit::States => Some(format!("states {:?}", self.states)),
            Limit::Timeout if self.time.is_some() || self.file_time.is_some() => {
                Some(format!("time {:?} {:?}", self.time, self.file_time))
            }
            Limit::Timeout | Limit::Memory | Limit::Interrupted => None,
        }
    }
}

/// Beginning of the first line.
const SCHEMA_BEGIN: &[u8] = b"{\"schema\":\"scm-check/checkpoint\"";

impl<'a> Recorded<'a> {
    /// Returns the identification of a session of logs.
    pub fn session(session: &'a Session) -> Self {
        let mut bytes = Vec::new();
        for trace in &session.traces {
            bytes.extend((trace.len() as u64).to_le_bytes());
            for letter in trace {
                bytes.extend((letter.index() as u64).to_le_bytes());
            }
        }
        Self { session: &session.key, traces: sha256(&bytes) }
    }

    /// Returns the identification of a multitrace whose file has a digest.
    pub fn file(sha256: &str) -> Self {
        Self { session: "", traces: sha256.to_owned() }
    }
}

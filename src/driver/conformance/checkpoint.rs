//! A record of the sessions that are done, so that a run that was killed can go on.
//!
//! The first line says what the run is about; each other line is a session, or a multitrace, with its answer, in
//! the order in which sessions end in the logs. Reading the logs again gives the sessions in the same order: each
//! is compared with the next line, and where its traces are those of the line it is not checked again. At the
//! first line that does not fit, or is torn, the record is cut. What a limit had stopped is asked again, and if it
//! has an answer then, that stands in a line of its own, somewhere behind.

use std::fmt::Debug;
use std::io::{self, BufRead as _, BufReader, Read, Seek, SeekFrom, Take};
use std::time::Duration;

use memchr::memmem;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::answer_object::AnswerObject;
use super::outcome::Origin;
use check::conformance::Answer;
use kernel::base::{Id as _, Limit, hexadecimal};
use language::log::Session;

const SCHEMA: &str = "scm-check/checkpoint";

#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    schema: String,
    schema_version: u32,
    /// The digest of the model and the options.
    about: String,
}

#[derive(Serialize, Deserialize, Debug)]
struct Entry {
    /// The log, by its name.
    log: String,
    session: String,
    /// The digest of the traces, or of the file.
    traces: String,
    answer: AnswerObject,
    /// Whether nothing is missing in the answer.
    is_whole: bool,
    /// The limits that were reached, if something is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limits: Option<String>,
    /// Whether this is the answer to what a line before left open; its place says nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    again: bool,
}

impl Entry {
    /// Returns it as a line.
    fn line(&self) -> Vec<u8> {
        let mut line = serde_json::to_vec(self).expect("it is plain data");
        line.push(b'\n');
        line
    }

    /// Returns what is known by this entry in a run with some limits; `None` if it has no answer.
    fn known(&self, limits: RunLimits) -> Option<Known> {
        let answer = self.answer.clone().read()?;
        let reached = limits.reached(&answer);
        let is_final = self.is_whole || reached.is_some() && reached == self.limits;
        Some(if is_final { Known::Answer(answer) } else { Known::Open })
    }
}

/// Why a checkpoint cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is one of another run, or has another form.
    #[error("{0}; name another file, or remove this one")]
    Mismatch(&'static str),
    /// It has no line, but some bytes.
    #[error("it is no checkpoint; name another file")]
    NoCheckpoint,
}

/// Where a checkpoint is kept.
pub trait Storage {
    /// What reads it.
    type Reader: Read + Seek + Debug;

    /// Returns what reads the bytes that are there now, from the first one.
    ///
    /// # Errors
    /// If they cannot be read.
    fn reader(&self) -> io::Result<Self::Reader>;

    /// Keeps the first bytes only, as many as `length`.
    ///
    /// # Errors
    /// If that is not possible.
    fn truncate(&mut self, length: u64) -> io::Result<()>;

    /// Adds bytes behind those that are there, now or at the next [`flush`](Self::flush).
    ///
    /// # Errors
    /// If they cannot be written.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Writes what was added.
    ///
    /// # Errors
    /// If it cannot be written.
    fn flush(&mut self) -> io::Result<()>;
}

/// What stands for a session or a multitrace, so that it is known again.
#[derive(Debug)]
pub struct Recorded<'a> {
    session: &'a str,
    /// The digest of the traces, or of the file.
    traces: String,
}

/// What an earlier run found of a session or a multitrace.
#[derive(Debug, Default)]
pub enum Known {
    /// Nothing that is recorded.
    #[default]
    Nothing,
    /// No answer, because of a limit that may be another one now.
    Open,
    /// This.
    Answer(Answer),
}

/// The checkpoint of a run.
#[derive(Debug)]
pub struct Checkpoint<S: Storage> {
    storage: S,
    /// What each session may use: one that used up as much would do so again.
    limits: RunLimits,
    /// What is left of earlier runs.
    earlier: Option<Earlier<S::Reader>>,
}

/// What is left of earlier runs.
#[derive(Debug)]
struct Earlier<R> {
    /// The lines that were there when this run began.
    lines: Take<BufReader<R>>,
    /// The place of the next line.
    place: u64,
    /// Where they end.
    end: u64,
    /// What was asked again by them, by log, session and traces.
    answers: FxHashMap<(String, String, String), Entry>,
    /// The lines that this run has added meanwhile.
    added: Vec<u8>,
}

/// Returns how many bytes are whole lines.
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
    /// Returns what stands behind the first line, from a place to `end`; `every` reads all lines.
    fn new(every: R, lines: BufReader<R>, place: u64, end: u64) -> io::Result<Self> {
        let mut answers = FxHashMap::default();
        let mut every = BufReader::new(every).take(end);
        let mut line = Vec::new();
        while every.read_until(b'\n', &mut line)? > 0 {
            // Most lines are none of these, and reading JSON takes longer.
            if memmem::find(&line, b"\"again\":true").is_some()
                && let Ok(entry) = serde_json::from_slice::<Entry>(&line)
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

    /// Returns the next entry with the length of its line, if that is whole; leaves out the answers to what was
    /// asked again.
    fn next(&mut self) -> io::Result<Option<(Entry, u64)>> {
        loop {
            let mut line = Vec::new();
            let length = self.lines.read_until(b'\n', &mut line)? as u64;
            if line.last() != Some(&b'\n') {
                return Ok(None);
            }
            match serde_json::from_slice::<Entry>(&line) {
                Ok(entry) if entry.again => self.place += length,
                Ok(entry) => return Ok(Some((entry, length))),
                Err(_) => return Ok(None),
            }
        }
    }
}

impl<S: Storage> Checkpoint<S> {
    /// Opens the checkpoint of a run about something, by the digest of that, or begins one.
    ///
    /// # Errors
    /// If it is one of another run, or none, or cannot be read or written.
    pub fn open(mut storage: S, about: &str, limits: RunLimits) -> Result<Self, CheckpointError> {
        let mut reader = BufReader::new(storage.reader()?);
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line)?;
        let head = Head { schema: SCHEMA.to_owned(), schema_version: 1, about: about.to_owned() };
        let mut earlier = None;
        if line.last() == Some(&b'\n') {
            match serde_json::from_slice::<Head>(&line) {
                Ok(found) if found == head => {}
                Ok(found)
                    if found.schema == SCHEMA && found.schema_version != head.schema_version =>
                {
                    let why = "it is of another version of this program";
                    return Err(CheckpointError::Mismatch(why));
                }
                Ok(found) if found.schema == SCHEMA => {
                    let why = "it is about another model or other options";
                    return Err(CheckpointError::Mismatch(why));
                }
                _ => return Err(CheckpointError::Mismatch("it is no checkpoint")),
            }
            // What a run that was killed had not written to its end.
            let end = whole_lines(&mut storage.reader()?)?;
            storage.truncate(end)?;
            let place = line.len() as u64;
            earlier = Some(Earlier::new(storage.reader()?, reader, place, end)?);
        } else if SCHEMA_BEGIN.starts_with(&line) || line.starts_with(SCHEMA_BEGIN) {
            // A run that was killed before it had written its first line.
            storage.truncate(0)?;
            let mut text = serde_json::to_vec(&head).expect("it is plain data");
            text.push(b'\n');
            storage.append(&text)?;
            storage.flush()?;
        } else {
            return Err(CheckpointError::NoCheckpoint);
        }
        Ok(Self { storage, limits, earlier })
    }

    /// Returns what an earlier run answered for a session or multitrace, which is the next one.
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
        let is_it = |(entry, _): &(Entry, u64)| {
            entry.log == log && entry.session == case.session && entry.traces == case.traces
        };
        if let Some((entry, length)) = next.filter(is_it)
            && let Some(known) = entry.known(self.limits)
        {
            earlier.place += length;
            let key = (entry.log.clone(), entry.session.clone(), entry.traces.clone());
            let Some(again) = earlier.answers.get(&key) else { return Ok(known) };
            // Where it stands may be cut off.
            earlier.added.extend(again.line());
            return Ok(match known {
                Known::Answer(_) if entry.is_whole || !again.is_whole => known,
                _ => again.known(self.limits).unwrap_or(Known::Open),
            });
        }
        self.leave_earlier()?;
        Ok(Known::Nothing)
    }

    /// Cuts off what is left of earlier runs, if anything, but not what this one has added.
    fn leave_earlier(&mut self) -> io::Result<()> {
        let Some(Earlier { place, end, added, .. }) = self.earlier.take() else { return Ok(()) };
        if place == end {
            return Ok(());
        }
        self.storage.flush()?;
        self.storage.truncate(place)?;
        self.storage.append(&added)
    }

    /// Records a session or multitrace that is done, unless it is one that was recorded before: then only if it has an answer now
    /// that it had not.
    ///
    /// # Errors
    /// If it cannot be written.
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
        let entry = Entry {
            log: log.to_owned(),
            session: case.session.to_owned(),
            traces: case.traces,
            answer: AnswerObject::new(answer),
            is_whole,
            limits,
            again,
        };
        let line = entry.line();
        if let Some(earlier) = &mut self.earlier {
            earlier.added.extend_from_slice(&line);
        }
        self.storage.append(&line)
    }

    /// Writes what was recorded.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.storage.flush()
    }
}

/// What each session or multitrace may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunLimits {
    /// Configurations that searches store.
    pub states: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Time of multitraces that are files: each has as much.
    pub file_time: Option<Duration>,
}

impl RunLimits {
    /// Returns what was used up where a limit was reached, if as much would not do next time either.
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

/// How the first line begins.
const SCHEMA_BEGIN: &[u8] = b"{\"schema\":\"scm-check/checkpoint\"";

impl<'a> Recorded<'a> {
    /// Returns what stands for a session of logs.
    pub fn session(session: &'a Session) -> Self {
        let mut bytes = Vec::new();
        for trace in &session.traces {
            bytes.extend((trace.len() as u64).to_le_bytes());
            for letter in trace {
                bytes.extend((letter.index() as u64).to_le_bytes());
            }
        }
        Self { session: &session.key, traces: hexadecimal(&Sha256::digest(&bytes)) }
    }

    /// Returns what stands for a multitrace whose file has a digest.
    pub fn file(sha256: &str) -> Self {
        Self { session: "", traces: sha256.to_owned() }
    }
}

//! A file in which sessions that are done are recorded, so that a run that was killed can go on.
//!
//! The first line says what the run is about; each other line is a session, or a multitrace, with its answer, in
//! the order in which sessions end in the logs. Reading the logs again gives the sessions in the same order: each
//! is compared with the next line, and where its traces are those of the line it is not checked again. At the
//! first line that does not fit, or is torn, the file is cut. What a limit had stopped is asked again, and if it
//! has an answer then, that stands in a line of its own, somewhere behind.

use std::fs::{File, OpenOptions};
use std::io::{
    self, BufRead as _, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Take, Write as _,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

use memchr::memmem;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::answer_object::AnswerObject;
use super::outcome::Origin;
use crate::cli::output::{Failure, reason};
use scm_check::check::conformance::Answer;
use scm_check::kernel::base::{Id as _, Limit, hexadecimal};
use scm_check::language::log::Session;

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

    /// Returns what is known by this entry in a run with some limits; nothing if it has no answer.
    fn known(&self, limits: RunLimits) -> Option<Known> {
        let answer = self.answer.clone().read()?;
        let reached = limits.reached(&answer);
        let is_final = self.is_whole || reached.is_some() && reached == self.limits;
        Some(if is_final { Known::Answer(answer) } else { Known::Open })
    }
}

/// What stands for a session or a multitrace, so that it is known again.
pub(super) struct Recorded<'a> {
    session: &'a str,
    /// The digest of the traces, or of the file.
    traces: String,
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
    /// What is left of earlier runs.
    earlier: Option<Earlier>,
    output: BufWriter<File>,
}

/// What is left of earlier runs.
struct Earlier {
    /// The lines that were there when this run began.
    lines: Take<BufReader<File>>,
    /// The place of the next line.
    place: u64,
    /// Where they end.
    end: u64,
    /// What was asked again by them, by log, session and traces.
    answers: FxHashMap<(String, String, String), Entry>,
    /// The lines that this run has added meanwhile.
    added: Vec<u8>,
}

/// Returns how many bytes of a file are whole lines.
fn whole_lines(path: &Path) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut piece = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(1 << 16);
        file.seek(SeekFrom::Start(start))?;
        piece.clear();
        (&mut file).take(end - start).read_to_end(&mut piece)?;
        if let Some(at) = memchr::memrchr(b'\n', &piece) {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

impl Earlier {
    /// Returns what stands behind the first line, at a place.
    fn open(path: &Path, lines: BufReader<File>, place: u64) -> io::Result<Self> {
        let end = std::fs::metadata(path)?.len();
        let mut answers = FxHashMap::default();
        let mut every = BufReader::new(File::open(path)?).take(end);
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
                Ok(found) if found.schema != SCHEMA => Some("it is no checkpoint"),
                Ok(found) if found.schema_version != head.schema_version => {
                    Some("it is of another version of this program")
                }
                Ok(_) => Some("it is about another model or other options"),
                _ => Some("it is no checkpoint"),
            };
            if let Some(why) = why {
                let path = path.display();
                let why = format!("--resume {path}: {why}; name another file, or remove this one");
                return Err(Failure::Usage(why));
            }
            // What a run that was killed had not written to its end.
            let end = whole_lines(path).map_err(failed)?;
            file.set_len(end).map_err(failed)?;
            earlier = Some(Earlier::open(path, reader, line.len() as u64).map_err(failed)?);
        } else if SCHEMA_BEGIN.starts_with(&line) || line.starts_with(SCHEMA_BEGIN) {
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
        let Some(earlier) = &mut self.earlier else { return Ok(Known::Nothing) };
        let next = match earlier.next() {
            Ok(next) => next,
            Err(error) => return Err(self.failed(&error)),
        };
        let case = case();
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
        self.leave_earlier().map_err(|error| self.failed(&error))?;
        Ok(Known::Nothing)
    }

    /// Cuts off what is left of earlier runs, if anything, but not what this one has added.
    fn leave_earlier(&mut self) -> io::Result<()> {
        let Some(Earlier { place, end, added, .. }) = self.earlier.take() else { return Ok(()) };
        if place == end {
            return Ok(());
        }
        self.output.flush()?;
        self.output.get_ref().set_len(place)?;
        self.output.write_all(&added)
    }

    /// Records a case that is done, unless it is one that was recorded before: then only if it has an answer now
    /// that it had not.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn record(
        &mut self,
        log: &str,
        case: Recorded<'_>,
        answer: &Answer,
        origin: Origin,
    ) -> Result<(), Failure> {
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
        let written = self.output.write_all(&line);
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
    /// Of multitraces that are files: each has as much.
    pub(super) file_time: Option<Duration>,
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
    pub(super) fn session(session: &'a Session) -> Self {
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
    pub(super) fn file(sha256: &str) -> Self {
        Self { session: "", traces: sha256.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scm_check::check::conformance::Stage;

    fn answer(verdict: Result<bool, Limit>) -> Answer {
        Answer { verdict, limit: verdict.err(), stage: Stage::Search, ..Answer::NO }
    }

    /// Goes on with a file: what the cases are answered, each recorded as it is found.
    fn resumed(path: &Path, cases: &[(&str, Result<bool, Limit>)]) -> Vec<&'static str> {
        let limits = RunLimits { states: None, time: None, file_time: None };
        let mut checkpoint = Checkpoint::open(path, "this", limits).expect("a file");
        let mut told = Vec::new();
        for &(traces, found) in cases {
            let known = checkpoint.known("x", || Recorded::file(traces)).expect("a file");
            let (word, origin) = match known {
                Known::Nothing => ("nothing", Origin::Found),
                Known::Open => ("open", Origin::FoundAgain),
                Known::Answer(known) => {
                    assert_eq!(known.verdict, found, "{traces}");
                    ("answer", Origin::Known)
                }
            };
            told.push(word);
            let case = Recorded::file(traces);
            checkpoint.record("x", case, &answer(found), origin).expect("a file");
        }
        checkpoint.flush().expect("a file");
        told
    }

    #[test]
    fn what_was_asked_again_is_known_from_then_on() {
        let path = std::env::temp_dir().join(format!("{}-again", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let cut = Err(Limit::Interrupted);
        assert_eq!(resumed(&path, &[("1", Ok(true)), ("2", cut), ("3", cut)]), ["nothing"; 3]);
        let second = [("1", Ok(true)), ("2", Ok(false)), ("3", cut), ("4", Ok(true))];
        assert_eq!(resumed(&path, &second), ["answer", "open", "open", "nothing"]);
        let third = [("1", Ok(true)), ("2", Ok(false)), ("3", Ok(true)), ("4", Ok(true))];
        assert_eq!(resumed(&path, &third), ["answer", "answer", "open", "answer"]);
        let fourth = [third.as_slice(), &[("5", Ok(true))]].concat();
        assert_eq!(resumed(&path, &fourth), ["answer", "answer", "answer", "answer", "nothing"]);
        // The log is another one behind 2: what was said of 3 goes with it, and what is added stays.
        let other = [("1", Ok(true)), ("2", Ok(false)), ("6", cut), ("3", Ok(true))];
        assert_eq!(resumed(&path, &other), ["answer", "answer", "nothing", "nothing"]);
        assert_eq!(resumed(&path, &other), ["answer", "answer", "open", "answer"]);
        assert_eq!(resumed(&path, &[("6", Ok(true))]), ["nothing"], "the first is 1");
        std::fs::remove_file(&path).expect("it is there");
        // Added before the rest is cut off.
        assert_eq!(resumed(&path, &[("1", cut), ("2", Ok(true))]), ["nothing"; 2]);
        assert_eq!(resumed(&path, &[("1", Ok(true)), ("8", Ok(true))]), ["open", "nothing"]);
        assert_eq!(resumed(&path, &[("1", Ok(true)), ("8", Ok(true))]), ["answer"; 2]);
        std::fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn a_class_that_a_limit_left_open_is_asked_again_unless_as_little_is_granted() {
        let path = std::env::temp_dir().join(format!("{}-class", std::process::id()));
        let limits = |states| RunLimits { states, time: None, file_time: None };
        let limited = [Limit::States, Limit::Memory, Limit::Timeout, Limit::Interrupted];
        for (limit, is_known) in limited.into_iter().zip([true, false, false, false]) {
            let _ = std::fs::remove_file(&path);
            let open = |limits| Checkpoint::open(&path, "this", limits).expect("a file");
            let found = Answer { limit: Some(limit), ..Answer::NO };
            let mut first = open(limits(Some(5)));
            assert!(matches!(first.known("x", || Recorded::file("1")), Ok(Known::Nothing)));
            first.record("x", Recorded::file("1"), &found, Origin::Found).expect("a file");
            first.flush().expect("a file");
            for states in [Some(5), Some(6), None] {
                let known =
                    open(limits(states)).known("x", || Recorded::file("1")).expect("a file");
                match known {
                    Known::Answer(answer) => {
                        assert!(is_known && states == Some(5), "{limit:?}");
                        assert_eq!(answer, found);
                    }
                    Known::Open => assert!(!is_known || states != Some(5), "{limit:?}"),
                    Known::Nothing => panic!("{limit:?}: it was recorded"),
                }
            }
        }
        std::fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn what_there_was_no_time_for_is_asked_again_and_recorded_once() {
        let name = format!("{}-checkpoint", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        let limits = |states, seconds: Option<u64>| RunLimits {
            states,
            time: seconds.map(Duration::from_secs),
            file_time: None,
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
            let case = Recorded::file("1");
            first.record("x", case, &answer(verdict), Origin::Found).expect("a file");
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

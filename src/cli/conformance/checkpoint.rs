//! A file in which sessions that are done are recorded, so that a run that was killed can go on.
//!
//! The first line says what the run is about; each other line is a session with its answer, in the order in
//! which sessions end in the logs. Reading the logs again gives the sessions in the same order: each is
//! compared with the next line, and where its traces are those of the line it is not checked again. At the
//! first line that does not fit, or is torn, the file is cut.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::answered::{AnswerObject, Answered};
use crate::cli::input::reason;
use crate::cli::output::Failure;
use crate::kernel::base::{Id as _, hexadecimal};
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
    /// The digest of the traces.
    traces: String,
    /// The last line of the log that the session has.
    line: u64,
    answer: AnswerObject,
}

/// The checkpoint of a run.
pub(super) struct Checkpoint {
    path: PathBuf,
    /// What is left of an earlier run, with the place of the next line.
    earlier: Option<(BufReader<File>, u64)>,
    output: BufWriter<File>,
    /// How many sessions were not checked again.
    reused: u64,
}

impl Checkpoint {
    /// Opens a checkpoint of a run about `about`, or begins one.
    ///
    /// # Errors
    /// If the file is one of another run, or none, or cannot be read or written.
    pub(super) fn open(path: &Path, about: &str) -> Result<Self, Failure> {
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
        Ok(Self { path, earlier, output: BufWriter::new(file), reused: 0 })
    }

    /// Returns what an earlier run answered for a session, which is the next that ended.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub(super) fn known(
        &mut self,
        log: &str,
        session: &Session,
    ) -> Result<Option<Answered>, Failure> {
        let Some((reader, place)) = &mut self.earlier else { return Ok(None) };
        let mut line = Vec::new();
        let read = reader.read_until(b'\n', &mut line);
        let entry = match read {
            Ok(_) if line.last() == Some(&b'\n') => serde_json::from_slice::<Entry>(&line).ok(),
            Ok(_) => None,
            Err(error) => return Err(self.failed(&error)),
        };
        let is_it = |entry: &Entry| {
            entry.log == log && entry.session == session.key && entry.traces == digest(session)
        };
        let answered = entry.filter(is_it).and_then(|entry| Answered::of(entry.answer));
        if let Some(answered) = answered {
            *place += line.len() as u64;
            self.reused += 1;
            return Ok(Some(answered));
        }
        let place = *place;
        self.earlier = None;
        let cut = self.output.get_ref().set_len(place);
        cut.map_err(|error| self.failed(&error))?;
        Ok(None)
    }

    /// Records a session that is done, unless it is one that was recorded before.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn record(
        &mut self,
        log: &str,
        session: &Session,
        answered: &Answered,
    ) -> Result<(), Failure> {
        let line = session.places.iter().flatten().map(|place| place.line()).max().unwrap_or(0);
        let entry = Entry {
            log: log.to_owned(),
            session: session.key.clone(),
            traces: digest(session),
            line,
            answer: answered.object(),
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

    /// Returns how many sessions were not checked again.
    pub(super) fn reused(&self) -> u64 {
        self.reused
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::Usage(format!("--resume {}: {}", self.path.display(), reason(error)))
    }
}

/// How the first line begins.
const SCHEMA_BEGIN: &[u8] = b"{\"schema\":\"scm-check/checkpoint\"";

/// Returns the digest of the traces of a session.
fn digest(session: &Session) -> String {
    let mut bytes = Vec::new();
    for trace in &session.traces {
        bytes.extend((trace.len() as u64).to_le_bytes());
        for letter in trace {
            bytes.extend((letter.index() as u64).to_le_bytes());
        }
    }
    hexadecimal(&Sha256::digest(&bytes))
}

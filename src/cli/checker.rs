//! The independent checker, run as a separate process.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::failure::Failure;
use super::machine::memory_of;
use scm_check::internals::driver::{Checker as ConfirmsEvidence, Confirmation};
use scm_check::internals::kernel::base::Control;

/// Name of the checker's program.
const NAME: &str = "scm-check-verify";

/// Interval between two checks of the limits while the checker runs.
const LOOK: Duration = Duration::from_millis(10);

/// The checker.
#[derive(Debug)]
pub(crate) struct Checker {
    program: PathBuf,
    /// The files that were passed to the checker last.
    files: Mutex<Option<Files>>,
    /// The failures to run the checker.
    failures: Mutex<Vec<Failure>>,
}

/// The files about a model that are passed to the checker.
#[derive(Debug)]
struct Files {
    workspace: Workspace,
    model: (Vec<u8>, PathBuf),
    /// The certificates of membership, by their numbers.
    memberships: Vec<(Vec<u8>, PathBuf)>,
}

impl Files {
    fn new((name, bytes): (&str, &[u8])) -> Result<Self, Failure> {
        let workspace = Workspace::new()?;
        let path = workspace.file(name, bytes)?;
        Ok(Self { workspace, model: (bytes.to_owned(), path), memberships: Vec::new() })
    }

    /// Returns the file with a certificate of membership, and writes it if it does not exist.
    fn membership(&mut self, bytes: &[u8]) -> Result<PathBuf, Failure> {
        if let Some((_, path)) = self.memberships.iter().find(|(known, _)| known == bytes) {
            return Ok(path.clone());
        }
        let name = format!("rsc-{}.json", self.memberships.len());
        let path = self.workspace.file(&name, bytes)?;
        self.memberships.push((bytes.to_owned(), path.clone()));
        Ok(path)
    }
}

impl ConfirmsEvidence for Checker {
    fn confirm(
        &self,
        evidence: &[u8],
        model: (&str, &[u8]),
        membership: Option<&[u8]>,
        control: &Control,
    ) -> Confirmation {
        let ask = || {
            let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
            let known = files.take().filter(|files| files.model.0 == model.1);
            let mut given = known.map_or_else(|| Files::new(model), Ok)?;
            let membership = membership.map(|bytes| given.membership(bytes)).transpose()?;
            let said = self.confirm(evidence, &given.model.1, membership.as_deref(), control);
            *files = Some(given);
            said
        };
        ask().unwrap_or_else(|failure: Failure| {
            self.failures.lock().unwrap_or_else(PoisonError::into_inner).push(failure);
            Confirmation::Failed
        })
    }
}

/// A directory for the files of one model, which is removed when this value is dropped.
#[derive(Debug)]
pub(crate) struct Workspace(PathBuf);

impl Checker {
    /// Finds the checker in the directory of this program.
    ///
    /// # Errors
    /// If the checker is not there.
    pub(crate) fn find() -> Result<Self, Failure> {
        let file = format!("{NAME}{}", std::env::consts::EXE_SUFFIX);
        let beside = std::env::current_exe().and_then(fs::canonicalize);
        let program = beside.map(|program| program.with_file_name(&file)).unwrap_or_default();
        if program.is_file() {
            return Ok(Self { program, files: Mutex::default(), failures: Mutex::default() });
        }
        let why = format!(
            "--verify needs the program {NAME}, and there is none beside this one; `cargo build` and \
             `cargo install` make both"
        );
        Err(Failure::Usage(why))
    }

    /// Returns a checker with files of its own, for another thread.
    pub(crate) fn another(&self) -> Self {
        let program = self.program.clone();
        Self { program, files: Mutex::default(), failures: Mutex::default() }
    }

    /// Returns the failures to run the checker since the last call.
    pub(crate) fn take_failures(&self) -> Vec<Failure> {
        std::mem::take(&mut *self.failures.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Runs the checker on `evidence` for the model in a file, with the certificates in another file, unless a limit is
    /// reached first.
    ///
    /// # Errors
    /// If the checker cannot be run, or does not answer.
    fn confirm(
        &self,
        evidence: &[u8],
        model: &Path,
        membership: Option<&Path>,
        control: &Control,
    ) -> Result<Confirmation, Failure> {
        let failed = |why: String| Failure::Usage(format!("{NAME} was no help: {why}"));
        let mut child = Command::new(&self.program)
            .arg("-")
            .arg(model)
            .args(membership)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let mut input = child.stdin.take().expect("it is piped");
        let mut output = child.stdout.take().expect("it is piped");
        let mut complaints = child.stderr.take().expect("it is piped");
        let (sender, receiver) = mpsc::channel();
        let (written, texts, cut) = std::thread::scope(|scope| {
            // If the checker does not read the input, its answer states the reason.
            let written = scope.spawn(move || input.write_all(evidence).is_ok());
            let texts = scope.spawn(move || {
                let (mut answer, mut reasons) = (String::new(), String::new());
                // The output is short.
                let read = output.read_to_string(&mut answer);
                let read = read.and_then(|_| complaints.read_to_string(&mut reasons));
                let _ = sender.send(());
                read.map(|_| (answer, reasons))
            });
            let mut cut = None;
            while receiver.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let memory = memory_of(&child.id().to_string()).unwrap_or_default();
                if let Some(limit) = control.limit(0, memory) {
                    cut = Some(limit);
                    let _ = child.kill();
                }
            }
            (written.join(), texts.join(), cut)
        });
        let status = child.wait().map_err(|error| failed(error.to_string()))?;
        // A signal may have been sent to all processes of a terminal.
        let killed = || control.limit(0, 0).filter(|_| status.code().is_none());
        if let Some(limit) = cut.or_else(killed) {
            return Ok(Confirmation::Cut(limit));
        }
        let texts = texts.unwrap_or_else(|_| Err(io::ErrorKind::Other.into()));
        let (answer, reasons) = texts.map_err(|error| failed(error.to_string()))?;
        let answer = answer.trim();
        match status.code() {
            Some(0) if answer == "confirmed" && matches!(written, Ok(true)) => {
                Ok(Confirmation::Confirmed)
            }
            Some(1) => {
                let why = answer.strip_prefix("rejected: ").unwrap_or(answer);
                Ok(Confirmation::Rejected(why.to_owned()))
            }
            Some(2) if answer == "unsupported form" => {
                Ok(Confirmation::Unsupported(reasons.trim().to_owned()))
            }
            _ => Err(failed(match reasons.trim() {
                "" => status.to_string(),
                reasons => reasons.to_owned(),
            })),
        }
    }
}

impl Workspace {
    /// Creates a new directory in the directory for temporary files.
    ///
    /// # Errors
    /// If the directory cannot be created.
    pub(crate) fn new() -> Result<Self, Failure> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("scm-check-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Self(path)),
                // A directory left by an earlier process with the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(Failure::writing(path.display().to_string(), &error)),
            }
        }
    }

    /// Writes a file into the directory.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, Failure> {
        let path = self.0.join(name);
        fs::write(&path, bytes)
            .map_err(|error| Failure::writing(path.display().to_string(), &error))?;
        Ok(path)
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // If the removal fails, the files remain until the system removes temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

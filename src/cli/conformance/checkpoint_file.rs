//! Checkpoints as files.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use crate::cli::failure::{Failure, reason};
use scm_check::internals::driver::conformance::{Checkpoint, CheckpointError, RunLimits, Storage};

/// The file of a checkpoint.
#[derive(Debug)]
pub(super) struct CheckpointFile {
    path: PathBuf,
    output: BufWriter<File>,
}

impl Storage for CheckpointFile {
    type Reader = File;

    fn reader(&self) -> io::Result<File> {
        File::open(&self.path)
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.output.get_ref().set_len(length)
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.output.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Opens the checkpoint of a run, identified by the digest of its model and options, or creates one.
///
/// # Errors
/// If the file is the checkpoint of another run, or is no checkpoint, or cannot be read or written.
pub(super) fn open(
    path: &Path,
    about: &str,
    limits: RunLimits,
) -> Result<Checkpoint<CheckpointFile>, Failure> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    let output = BufWriter::new(file.map_err(|error| failed(path, &error))?);
    let storage = CheckpointFile { path: path.to_owned(), output };
    Checkpoint::open(storage, about, limits).map_err(|error| match error {
        CheckpointError::Io(error) => failed(path, &error),
        error => Failure::Usage(format!("--resume {}: {error}", path.display())),
    })
}

/// Returns the failure of a checkpoint that cannot be read or written.
pub(super) fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("--resume {}: {}", path.display(), reason(error)))
}

//! Why a command ends early.

use std::io;

use scm_check::kernel::verdict::ExitStatus;

/// Why a command ends early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The reader of standard output is gone; there is nobody to tell.
    #[error("standard output is closed")]
    Closed,
    /// A file, or standard output, cannot be written.
    #[error("cannot write {what}: {why}")]
    Write {
        /// What was to be written.
        what: String,
        /// Why it was not.
        why: String,
    },
    /// The arguments cannot be followed.
    #[error("{0}")]
    Usage(String),
    /// There is nothing more to do, and why was told: the exit code is that of the standing.
    #[error("the command has ended")]
    Told(ExitStatus),
}

impl Failure {
    /// Returns the failure of writing `what`.
    pub(crate) fn writing(what: impl Into<String>, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "no such directory".to_owned(),
            _ => reason(error),
        };
        Self::Write { what: what.into(), why }
    }
}

/// Returns an error of the system without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "is a directory".to_owned(),
        io::ErrorKind::StorageFull => "no space left on the device".to_owned(),
        io::ErrorKind::NotADirectory => "not a directory".to_owned(),
        io::ErrorKind::InvalidFilename => "the name is too long".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_owned()
        }
    }
}

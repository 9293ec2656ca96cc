//! Errors that end a command early.

use std::fmt::Display;
use std::io;

use scm_check::internals::kernel::verdict::ExitStatus;

/// Reason for which a command ends early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The reader of standard output has closed it.
    #[error("standard output is closed")]
    Closed,
    /// A file, or standard output, cannot be written.
    #[error("cannot write {what}: {why}")]
    Write {
        /// Name of the output.
        what: String,
        /// The error message.
        why: String,
    },
    /// The arguments are invalid.
    #[error("{0}")]
    Usage(String),
    /// The reason was reported already, and leads to this exit status.
    #[error("the command has ended")]
    Told(ExitStatus),
}

impl Failure {
    /// Returns the failure that refuses the arguments, or an input, for this reason.
    pub(crate) fn usage(why: impl Display) -> Self {
        Self::Usage(why.to_string())
    }

    /// Returns the failure to write `what`.
    pub(crate) fn writing(what: impl Into<String>, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "no such directory".to_owned(),
            _ => reason(error),
        };
        Self::Write { what: what.into(), why }
    }
}

/// Returns the message of a system error without its number.
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

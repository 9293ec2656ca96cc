//! Where results go, and what happens when they cannot.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};

use super::option_groups::{Colour, OutputArguments};

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

/// Standard output or a file.
pub(crate) struct Output {
    stream: AutoStream<Box<dyn Write + Send>>,
    name: String,
}

impl Output {
    /// Opens what `arguments` name; a file is emptied.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn open(arguments: &OutputArguments) -> Result<Self, Failure> {
        match &arguments.output {
            Some(path) => Self::file(path),
            None => Ok(Self::standard(arguments.color)),
        }
    }

    /// Returns standard output.
    pub(crate) fn standard(colour: Colour) -> Self {
        let stream: Box<dyn Write + Send> = Box::new(BufWriter::new(io::stdout()));
        let choice = choice(colour, &io::stdout());
        Self { stream: AutoStream::new(stream, choice), name: "standard output".to_owned() }
    }

    /// Opens a file, which never has colours.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn file(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let file = File::create(path).map_err(|error| Failure::writing(&name, &error))?;
        let stream: Box<dyn Write + Send> = Box::new(BufWriter::new(file));
        Ok(Self { stream: AutoStream::new(stream, ColorChoice::Never), name })
    }

    /// Writes what `write` produces, and sends it off.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let result = write(&mut self.stream).and_then(|()| self.stream.flush());
        self.check(result)
    }

    /// Writes bytes that are no text as they are: in text, what would control a terminal is left out.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(crate) fn write_bytes(self, bytes: &[u8]) -> Result<(), Failure> {
        let mut stream = self.stream.into_inner();
        let result = stream.write_all(bytes).and_then(|()| stream.flush());
        result.map_err(|error| failure(&self.name, &error))
    }

    /// Returns the failure that an error of writing is.
    ///
    /// # Errors
    /// If `result` is one.
    pub(crate) fn check(&self, result: io::Result<()>) -> Result<(), Failure> {
        result.map_err(|error| failure(&self.name, &error))
    }
}

fn failure(name: &str, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::writing(name, error),
    }
}

/// Returns the width of the terminal that results go to, if they go to one.
pub(crate) fn terminal_width(arguments: &OutputArguments) -> Option<usize> {
    if arguments.output.is_some() || !io::stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

/// Returns whether `stream` gets colours.
pub(crate) fn choice(colour: Colour, stream: &impl anstream::stream::RawStream) -> ColorChoice {
    match colour {
        Colour::Auto => AutoStream::choice(stream),
        Colour::Always => ColorChoice::Always,
        Colour::Never => ColorChoice::Never,
    }
}

/// Writes to standard error, coloured or not; nothing can be done if that fails.
pub(crate) fn tell(colour: Colour, text: &str) {
    let stream = io::stderr();
    let choice = choice(colour, &stream);
    let _ = AutoStream::new(stream, choice).write_all(text.as_bytes());
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

//! Output of results, and its errors.

#[cfg(unix)]
use std::fs::File;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};

use super::draft::Draft;
use super::failure::Failure;
use super::input::Input;
use super::links::Links;
use super::option_groups::{Colour, OutputArguments, ReportArguments, SignArguments};
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::render::drawing::{Signs, TextStyle};

/// Standard output or a file.
pub(crate) struct Output {
    stream: AutoStream<Box<dyn Write + Send>>,
    name: String,
    /// The draft, if the output is a file.
    draft: Option<Draft>,
    /// The links of a text for people.
    pub(super) links: Links,
}

impl Output {
    /// Opens the output that `arguments` name. An existing file stays unchanged until the output is
    /// [finished](Self::finish).
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
        let stream = AutoStream::new(stream, choice);
        Self { stream, name: "standard output".to_owned(), draft: None, links: Links::default() }
    }

    /// Returns standard output for messages besides an output file; `None` if there is no file, or it leads to standard
    /// output.
    pub(crate) fn beside(arguments: &OutputArguments) -> Option<Self> {
        let path = arguments.output.as_ref()?;
        (!is_standard_output(path)).then(|| Self::standard(arguments.color))
    }

    /// Opens a file, which never has colours.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn file(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let opened = Draft::for_path(path).and_then(|draft| Ok((draft.file().try_clone()?, draft)));
        let (file, draft) = opened.map_err(|error| Failure::writing(&name, &error))?;
        let stream: Box<dyn Write + Send> = Box::new(BufWriter::new(file));
        let stream = AutoStream::new(stream, ColorChoice::Never);
        Ok(Self { stream, name, draft: Some(draft), links: Links::default() })
    }

    /// Opens a file that is written as results arrive: what it holds is lost, or stays before them. It never has colours.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn in_place(path: &Path, append: bool) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let mut options = OpenOptions::new();
        let options =
            if append { options.append(true) } else { options.write(true).truncate(true) };
        let file =
            options.create(true).open(path).map_err(|error| Failure::writing(&name, &error))?;
        let stream: Box<dyn Write + Send> = Box::new(BufWriter::new(file));
        let stream = AutoStream::new(stream, ColorChoice::Never);
        Ok(Self { stream, name, draft: None, links: Links::default() })
    }

    /// Writes the bytes that `write` produces, and flushes them.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn write(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let result = if self.links.is_empty() {
            write(&mut self.stream)
        } else {
            let mut bytes = Vec::new();
            let linked = |bytes: &[u8]| self.links.linked(&String::from_utf8_lossy(bytes));
            write(&mut bytes).and_then(|()| self.stream.write_all(linked(&bytes).as_bytes()))
        };
        let result = result.and_then(|()| self.stream.flush());
        self.check(result)
    }

    /// Returns `true` if nobody sees what is written before the [end](Self::finish).
    pub(crate) fn is_draft(&self) -> bool {
        self.draft.is_some()
    }

    /// Ends the output: a file now contains the written bytes.
    ///
    /// # Errors
    /// If the file cannot be replaced.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        let result = self.draft.take().map_or(Ok(()), Draft::finish);
        self.check(result)
    }

    /// Writes a text that is the whole output.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn put(mut self, text: impl AsRef<[u8]>) -> Result<(), Failure> {
        self.write(|stream| stream.write_all(text.as_ref()))?;
        self.finish()
    }

    /// Writes bytes that are the whole output, without changes: in text, terminal control characters are removed.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn put_bytes(self, bytes: &[u8]) -> Result<(), Failure> {
        let Self { stream, name, draft, .. } = self;
        let mut stream = stream.into_inner();
        let result = stream.write_all(bytes).and_then(|()| stream.flush());
        let result = result.and_then(|()| draft.map_or(Ok(()), Draft::finish));
        result.map_err(|error| failure(&name, &error))
    }

    /// Converts a write error to a failure.
    ///
    /// # Errors
    /// If `result` is an error.
    pub(crate) fn check(&self, result: io::Result<()>) -> Result<(), Failure> {
        result.map_err(|error| failure(&self.name, &error))
    }
}

/// Returns `true` if a path leads to the same file as standard output.
fn is_standard_output(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        use std::os::unix::fs::MetadataExt as _;

        let own = io::stdout().as_fd().try_clone_to_owned().map(File::from);
        let own = own.and_then(|file| file.metadata());
        let place = |data: std::fs::Metadata| (data.dev(), data.ino(), data.rdev());
        own.map(place).is_ok_and(|own| path.metadata().is_ok_and(|data| place(data) == own))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

fn failure(name: &str, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::writing(name, error),
    }
}

/// Returns the width that is asked for, else that of the terminal to which results are written; `None` if they are not
/// written to a terminal.
pub(crate) fn terminal_width(arguments: &OutputArguments) -> Option<usize> {
    if let Some(width) = arguments.width {
        return Some(width.into());
    }
    if arguments.output.is_some() || !io::stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

/// Returns the look of drawings in a report, with the width of the terminal unless that is left out.
pub(crate) fn report_style(report: &ReportArguments) -> TextStyle {
    let style = text_style(report.signs, &report.output);
    let has_own_width = !report.reproducible || report.output.width.is_some();
    TextStyle { width: style.width.filter(|_| has_own_width), ..style }
}

/// Returns the style of drawings in text: ASCII if that is asked for, or if the terminal is likely to show nothing else.
/// Colours are left out where the output is written, if it has none.
pub(crate) fn text_style(signs: SignArguments, arguments: &OutputArguments) -> TextStyle {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"].map(std::env::var_os);
    let locale = variables.into_iter().flatten().find(|value| !value.is_empty());
    let is_terminal = arguments.output.is_none() && io::stdout().is_terminal();
    let has_unicode = !is_terminal || locale.is_none_or(|name| is_unicode(&name.to_string_lossy()));
    let signs = if signs.ascii || !has_unicode { Signs::Ascii } else { Signs::Unicode };
    TextStyle { signs, is_coloured: true, width: terminal_width(arguments) }
}

/// Returns `false` if the name of a locale says that its encoding is not UTF-8: `C`, `POSIX`, or another encoding behind a
/// dot.
fn is_unicode(locale: &str) -> bool {
    let name = locale.split('@').next().unwrap_or_default();
    match name.split_once('.') {
        Some((_, encoding)) => encoding.to_lowercase().replace('-', "") == "utf8",
        None => !matches!(name, "C" | "POSIX"),
    }
}

/// Returns whether `stream` gets colours.
pub(crate) fn choice(colour: Colour, stream: &impl anstream::stream::RawStream) -> ColorChoice {
    match colour {
        Colour::Auto => AutoStream::choice(stream),
        Colour::Always => ColorChoice::Always,
        Colour::Never => ColorChoice::Never,
    }
}

/// Writes to standard error, coloured or not; errors are ignored.
pub(crate) fn tell(colour: Colour, text: &str) {
    let stream = io::stderr();
    let choice = choice(colour, &stream);
    // Written at once: a stream that drops the colours writes each part between them by itself.
    let plain = (choice == ColorChoice::Never).then(|| strip_str(text).to_string());
    let text = plain.as_deref().unwrap_or(text);
    let _ = AutoStream::new(stream, choice).write_all(text.as_bytes());
}

/// Writes the whole output of a command about its inputs, and returns the exit code.
///
/// # Errors
/// If the output is one of the inputs, or cannot be written.
pub(crate) fn put<'i>(
    text: impl AsRef<[u8]>,
    output: &OutputArguments,
    inputs: impl IntoIterator<Item = &'i Input>,
) -> Result<u8, Failure> {
    refuse_input(output.output.as_deref(), inputs)?;
    Output::open(output)?.put(text)?;
    Ok(ExitStatus::Fine.exit_code())
}

/// Rejects an output file that is one of the inputs, since the input would be lost.
///
/// # Errors
/// If the output is one of the inputs.
pub(crate) fn refuse_input<'i>(
    output: Option<&Path>,
    inputs: impl IntoIterator<Item = &'i Input>,
) -> Result<(), Failure> {
    let Some(output) = output else { return Ok(()) };
    let same = |input: &Input| input.path().is_some_and(|path| is_one_file(path, output));
    if inputs.into_iter().any(same) {
        let output = output.display();
        return Err(Failure::Usage(format!("the output {output} is one of the inputs")));
    }
    Ok(())
}

/// Returns `true` if two paths lead to the same file, whether or not it exists yet; `false` for devices, since they can
/// take two outputs.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let is_device = one.exists() && !one.is_file();
    let place = |path: &Path| std::path::absolute(path).ok();
    !is_device
        && (is_one_file(one, other) || place(one).is_some_and(|one| place(other) == Some(one)))
}

/// Returns `true` if two paths lead to the same existing file, by links of any kind.
fn is_one_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;

        let place = |path: &Path| path.metadata().map(|data| (data.dev(), data.ino())).ok();
        place(one).is_some_and(|one| place(other) == Some(one))
    }
    #[cfg(not(unix))]
    {
        let place = |path: &Path| path.canonicalize().ok();
        place(one).is_some_and(|one| place(other) == Some(one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_locales_of_another_encoding_are_not_unicode() {
        for name in ["en_GB.UTF-8", "C.UTF-8", "C.utf8", "de_DE", "de_DE.utf8@euro", "xx.UTF8"] {
            assert!(is_unicode(name), "{name}");
        }
        for name in ["C", "POSIX", "de_DE.ISO-8859-1", "de_DE.ISO-8859-15@euro", "ja_JP.eucJP"] {
            assert!(!is_unicode(name), "{name}");
        }
    }
}

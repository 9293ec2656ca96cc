//! Logs that belong together, read from their files or followed.

use super::inputs::LogInput;
use crate::cli::answers::Desk;
use crate::cli::feed::{Feed, Next, PATIENCE};
use crate::cli::models::{cannot_be_had, unreadable};
use crate::cli::output::{Failure, tell};
use crate::cli::report_writer::manner;
use crate::cli::reporter::Reporter;
use scm_check::driver::conformance::{LogFault, LogGroup, Stop};
use scm_check::language::log::LogReader;
use scm_check::render::conformance::{LogDiagnostic, LogDiagnostics};

/// What is done with logs while they are read.
pub(super) trait LogObserver {
    /// Takes what was read since the last time; nothing, where nothing came for some time.
    ///
    /// # Errors
    /// If what comes of it cannot be written.
    fn on_data(&mut self, logs: &mut LogReading<'_>) -> Result<(), Failure>;

    /// Takes note that a log is read, to its end or as far as it is; `fault` is what of it cannot be read, if that is
    /// an error. What is said of the log as a whole stands behind its sessions.
    ///
    /// # Errors
    /// If what comes of it cannot be written.
    fn on_end(
        &mut self,
        logs: &mut LogReading<'_>,
        reader: &LogReader,
        fault: Option<LogFault>,
    ) -> Result<(), Failure>;

    /// Takes note that a log cannot be read, or not to its end: why.
    ///
    /// # Errors
    /// If what comes of it cannot be written.
    fn on_error(&mut self, logs: &mut LogReading<'_>, why: &str) -> Result<(), Failure>;
}

/// Logs that belong together, while they are read.
pub(super) struct LogReading<'r> {
    pub(super) desk: &'r Desk<'r>,
    pub(super) reporter: &'r mut Reporter,
    inputs: &'r [&'r LogInput],
    pub(super) group: LogGroup<'r>,
    diagnostics: LogDiagnostics,
}

impl<'r> LogReading<'r> {
    /// Returns the logs of a group, which stand in some inputs.
    pub(super) fn new(
        desk: &'r Desk<'r>,
        reporter: &'r mut Reporter,
        inputs: &'r [&'r LogInput],
        group: LogGroup<'r>,
    ) -> Self {
        let (skips, shows_all) = (group.options.skips_bad_lines(), desk.report.verbose);
        let diagnostics = LogDiagnostics::new(manner(desk.report).mildest, skips, shows_all);
        Self { desk, reporter, inputs, group, diagnostics }
    }

    /// Returns the log that is read.
    pub(super) fn input(&self) -> &'r LogInput {
        self.inputs[self.group.number()]
    }

    /// Returns how many bad lines there are in the logs that were closed.
    pub(super) fn bad_lines(&self) -> u64 {
        self.diagnostics.bad_lines()
    }

    /// Reads the logs to their ends, or as far as they are wanted.
    ///
    /// # Errors
    /// If something that comes of it cannot be written.
    pub(super) fn read(&mut self, observer: &mut dyn LogObserver) -> Result<(), Failure> {
        for number in 0..self.inputs.len() {
            self.one(number, observer)?;
            if self.group.stop.is_some() {
                return Ok(());
            }
        }
        self.group.finish();
        observer.on_data(self)
    }

    fn one(&mut self, number: usize, observer: &mut dyn LogObserver) -> Result<(), Failure> {
        let mut reader = self.group.open(number);
        let (mut feed, size) = match Feed::open(&self.inputs[number].input) {
            Ok(opened) => opened,
            Err(why) => return self.fail(&why, observer),
        };
        let reading = self.desk.display.read(self.group.name(), size);
        let before = self.group.sessions.events();
        loop {
            self.group.check_limits();
            if self.group.stop.is_some() {
                break;
            }
            match feed.next(PATIENCE) {
                Err(why) => {
                    self.fail(&why, observer)?;
                    break;
                }
                Ok(Next::End) => {
                    self.group.end();
                    break;
                }
                Ok(Next::Silence) => {
                    self.group.close_idle();
                    observer.on_data(self)?;
                }
                Ok(Next::Piece(bytes)) => {
                    self.group.feed(&mut reader, bytes);
                    observer.on_data(self)?;
                    reading.went_on(bytes.len(), self.group.sessions.events() - before);
                }
            }
            self.report(&mut reader);
            if reader.is_stopped() {
                self.group.stop.get_or_insert(Stop::Unread);
                break;
            }
        }
        if self.group.stop.is_none() {
            reader.finish(&mut self.group.sessions);
            observer.on_data(self)?;
            self.report(&mut reader);
        }
        drop(reading);
        let fault = self.group.close(&reader);
        observer.on_end(self, &reader, fault)
    }

    /// Reports what was found of a log since the last time.
    fn report(&mut self, reader: &mut LogReader) {
        for LogDiagnostic { note, text } in self.diagnostics.take(reader) {
            self.reporter.note(&note);
            if let Some(text) = text {
                self.desk.display.hide();
                tell(manner(self.desk.report).colour, &text);
            }
        }
    }

    /// Says how many bad lines of a log are not shown, since it is read.
    pub(super) fn close_diagnostics(&mut self, reader: &LogReader) {
        let text = self.diagnostics.close(reader).filter(|_| !self.desk.report.quiet);
        if let Some(text) = text {
            tell(manner(self.desk.report).colour, &text);
        }
    }

    /// Reports that a log cannot be read, or not to its end.
    fn fail(&mut self, why: &str, observer: &mut dyn LogObserver) -> Result<(), Failure> {
        let name = self.group.name();
        self.desk.display.hide();
        unreadable(name, why, manner(self.desk.report).colour);
        self.reporter.note(&[cannot_be_had(name, why)]);
        self.group.fail();
        observer.on_error(self, why)
    }
}

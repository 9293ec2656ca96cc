//! Groups of logs, read from files or followed.

use super::inputs::LogInput;
use crate::cli::failure::Failure;
use crate::cli::feed::Feed;
use crate::cli::models::{cannot_be_had, unreadable};
use crate::cli::output::tell;
use crate::cli::progress::LogProgress;
use crate::cli::run_context::RunContext;
use scm_check::internals::driver::conformance::{LogFiles, LogGroup, LogReading, Stop};
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::language::log::LogReader;
use scm_check::internals::render::conformance::{LogDiagnostic, LogDiagnostics};
use scm_check::internals::render::report::Row;

/// The files of a group of logs, and the destination of their diagnostics.
pub(super) struct LogInputs<'r> {
    pub(super) context: &'r RunContext<'r>,
    inputs: &'r [&'r LogInput],
    diagnostics: LogDiagnostics,
    reading: Option<LogProgress<'r>>,
}

/// A group of logs that is being read from the files of a command.
pub(super) type Logs<'l, 'f> = LogReading<'l, LogInputs<'f>>;

/// Reports that a log cannot be read, or not to its end.
///
/// # Errors
/// If the report cannot be written.
pub(super) fn report_unread(logs: &mut Logs<'_, '_>, message: String) -> Result<(), Failure> {
    logs.files.context.reporter.model(Vec::new(), None);
    logs.files.row(&logs.group, Row::unreadable(logs.group.name(), message))
}

impl<'r> LogInputs<'r> {
    /// Returns the files of a group of logs.
    pub(super) fn new(
        context: &'r RunContext<'r>,
        inputs: &'r [&'r LogInput],
        group: &LogGroup<'_>,
    ) -> Self {
        let (skips, shows_all) = (group.options.skips_bad_lines(), context.options.report.verbose);
        let diagnostics = LogDiagnostics::new(context.options.loading.mildest, skips, shows_all);
        Self { context, inputs, diagnostics, reading: None }
    }

    /// Writes a row about the log that is being read.
    ///
    /// # Errors
    /// If the report cannot be written.
    pub(super) fn row(&self, group: &LogGroup<'_>, row: Row) -> Result<(), Failure> {
        self.context.reporter.row(&self.inputs[group.number()].input, row)
    }

    /// Returns the number of bad lines in the logs that were closed.
    pub(super) fn bad_lines(&self) -> u64 {
        self.diagnostics.bad_lines()
    }

    /// Records why the reading of logs stopped whose sessions have no rows.
    pub(super) fn settle(&mut self, stop: Option<Stop>) {
        match stop {
            Some(Stop::Interrupted) => self.context.reporter.settle(ExitStatus::Interrupted),
            Some(Stop::Timeout | Stop::Memory) => self.context.reporter.settle(ExitStatus::Open),
            Some(Stop::Failure | Stop::Enough | Stop::Unread) | None => {}
        }
    }

    /// Reports the number of bad lines of a finished log that are not shown.
    pub(super) fn close_diagnostics(&mut self, reader: &LogReader) {
        let text = self.diagnostics.close(reader).filter(|_| !self.context.options.report.quiet);
        if let Some(text) = text {
            tell(self.context.options.loading.colour, &text);
        }
    }
}

impl LogFiles for LogInputs<'_> {
    type Feed = Feed;

    fn open(&mut self, name: &str, number: usize) -> Result<Feed, String> {
        let (feed, size) = Feed::open(&self.inputs[number].input)?;
        self.reading = None;
        self.reading = Some(self.context.display.read(name, size));
        Ok(feed)
    }

    fn on_progress(&mut self, reader: &mut LogReader, bytes: usize, events: u64) {
        if let Some(reading) = &self.reading {
            reading.went_on(bytes, events);
        }
        for LogDiagnostic { note, text } in self.diagnostics.take(reader) {
            self.context.reporter.note(note);
            if let Some(text) = text {
                self.context.display.hide();
                tell(self.context.options.loading.colour, &text);
            }
        }
    }

    fn on_close(&mut self) {
        self.reading = None;
    }

    fn on_unreadable(&mut self, name: &str, why: &str) {
        self.context.display.hide();
        unreadable(name, why, self.context.options.loading.colour);
        self.context.reporter.note(vec![cannot_be_had(name, why)]);
    }
}

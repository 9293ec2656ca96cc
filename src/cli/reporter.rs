//! Reports the results of a run; two threads may have results.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use super::failure::Failure;
use super::input::Input;
use super::option_groups::ReportArguments;
use super::output::tell;
use super::report_writer::ReportWriter;
use super::watch::Watch;
use scm_check::kernel::verdict::ExitStatus;
use scm_check::render::report::html::{Section, write_page};
use scm_check::render::report::{ModelSize, ResultLayout};
use scm_check::render::report::{Note, Row, line};

/// Receives the results of a run. If the process must end, the results so far are printed.
pub(crate) struct Reporter {
    writer: Arc<Mutex<ReportWriter>>,
    watch: Watch,
}

impl Drop for Reporter {
    fn drop(&mut self) {
        // The other owner of the writer drops it: nothing more will be written.
        self.watch.on_end(None);
    }
}

impl Reporter {
    /// Opens the output, and registers with `watch` what to print when the process must end.
    ///
    /// # Errors
    /// If the output cannot be written, or would overwrite an input.
    pub(crate) fn open(
        command: &str,
        arguments: &ReportArguments,
        layout: ResultLayout,
        inputs: &[Input],
        width: Option<usize>,
        watch: &Watch,
    ) -> Result<Self, Failure> {
        let writer = ReportWriter::open(command, arguments, layout, inputs, width)?;
        let shared = Arc::new(Mutex::new(writer));
        let known = Arc::clone(&shared);
        let limits = *watch.limits();
        watch.on_end(Some(Box::new(move |limit, stage| {
            let mut writer = match known.try_lock() {
                Ok(writer) => writer,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                // Another thread is printing.
                Err(TryLockError::WouldBlock) => return None,
            };
            let about = (stage.model.as_str(), stage.property.as_deref());
            let row = Row::cut(about, stage.known.as_deref(), limit, &limits);
            Some(writer.last_words(row))
        })));
        Ok(Self { writer: shared, watch: watch.clone() })
    }

    fn writer(&self) -> MutexGuard<'_, ReportWriter> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins the results of a model, with its diagnostics.
    pub(crate) fn model(&self, notes: &[Note], size: Option<ModelSize>) {
        self.writer().report.model(notes, size);
    }

    /// Adds the section of the current model to an HTML page, if the report is one.
    pub(crate) fn describe(&self, describe: impl FnOnce() -> Section) {
        self.writer().report.describe(describe);
    }

    /// Adds a result, and shows it if results are shown as they come.
    ///
    /// In reports for people, a premise is shown with the answers that rest on it.
    ///
    /// A witness that cannot be written is reported at once, and affects the exit code.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn row(&self, input: &Input, row: Row) -> Result<(), Failure> {
        self.writer().row(input, row)
    }

    /// Writes the witness of a row, if witnesses are wanted. A witness that cannot be written is reported at once, and
    /// affects the exit code.
    pub(crate) fn keep(&self, input: &Input, row: &Row) {
        self.writer().keep(input, row);
    }

    /// Returns `true` if expected results are shown, or kept for a report.
    pub(crate) fn wants_all(&self) -> bool {
        self.writer().report.wants_all()
    }

    /// Returns `true` if the report is for people.
    pub(crate) fn is_for_people(&self) -> bool {
        self.writer().report.is_for_people()
    }

    /// Adds results of which there may be very many: they are shown at once, and kept only if the report is written as
    /// a whole. The caller writes their witnesses with [`keep`](Self::keep).
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn stream(&self, rows: Vec<Row>) -> Result<(), Failure> {
        let mut writer = self.writer();
        writer.tell_beside(&rows);
        let ReportWriter { output, report, .. } = &mut *writer;
        output.write(|stream| report.stream(rows, stream))
    }

    /// Records the exit status of an action without a result of its own.
    pub(crate) fn settle(&self, exit_status: ExitStatus) {
        self.writer().report.settle(exit_status);
    }

    /// Reports the summary of results that were shown one by one: in a line for people, else on standard error unless
    /// `--quiet` is given, and in a report that is written as a whole.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn sum(&self, row: Row) -> Result<(), Failure> {
        let text = line(&row);
        let ReportWriter { output, beside, report, colour, is_quiet, .. } = &mut *self.writer();
        let is_told = match beside {
            Some(beside) => beside.write(|stream| stream.write_all(text.as_bytes())).is_ok(),
            None => *is_quiet,
        };
        if !is_told && !report.is_for_people() {
            tell(*colour, &text);
        }
        output.write(|stream| report.summary(row, stream))
    }

    /// Adds notes about the current model, if the report is written as a whole.
    pub(crate) fn note(&self, notes: &[Note]) {
        self.writer().report.note(notes);
    }

    /// Reports a remark besides the results: among the results for people, else on standard error.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn remark(&self, text: &str) -> Result<(), Failure> {
        if !self.is_for_people() {
            tell(self.writer().colour, text);
        }
        self.closing(text)
    }

    /// Reports a remark like [`remark`](Self::remark), but only on standard error if `--quiet` is given.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn insist(&self, text: &str) -> Result<(), Failure> {
        if self.writer().is_quiet {
            tell(self.writer().colour, text);
            return Ok(());
        }
        self.remark(text)
    }

    /// Returns `true` if the certificates were written, or the reason why not was reported.
    pub(crate) fn is_certified(&self) -> bool {
        self.writer().is_certified
    }

    /// Records that the certificates are written, or that the reason why not is reported.
    pub(crate) fn certified(&self) {
        self.writer().is_certified = true;
    }

    /// Adds the properties of a model that were not asked for and have no verdict.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn undecided(&self, model: &str, names: &[String]) -> Result<(), Failure> {
        let ReportWriter { output, report, .. } = &mut *self.writer();
        output.write(|stream| report.undecided(model, names, stream))
    }

    /// Ends the results of a model.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn end_model(&self) -> Result<(), Failure> {
        let ReportWriter { output, report, .. } = &mut *self.writer();
        output.write(|stream| report.end_model(stream))
    }

    /// Adds a remark for people on all results together, after the last result, or to a page.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn closing(&self, text: &str) -> Result<(), Failure> {
        let ReportWriter { output, report, .. } = &mut *self.writer();
        if !report.is_for_people() {
            report.remark(text);
            return Ok(());
        }
        output.write(|stream| report.passage(text, stream))
    }

    /// Reports on standard error a failure besides the answers, which affects the exit code.
    pub(crate) fn fault(&self, failure: &Failure) {
        self.writer().fault(failure);
    }

    /// Returns the exit code of a run whose output was closed, with or without inputs left.
    pub(crate) fn unheard(&self, inputs_left: bool) -> u8 {
        let rest = if inputs_left { ExitStatus::Open } else { ExitStatus::Fine };
        let report = &self.writer().report;
        report.exit_code(report.exit_status().max(rest))
    }

    /// Writes text that belongs to the output between results.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn text(&self, text: &str) -> Result<(), Failure> {
        self.writer().output.write(|stream| stream.write_all(text.as_bytes()))
    }

    /// Ends the report, and returns the exit code.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn finish(&self) -> Result<u8, Failure> {
        // The page is drawn without the lock, since that can take long.
        let page = self.writer().report.page();
        let Some(page) = page else { return self.writer().finish() };
        let mut text = Vec::new();
        let drawn = write_page(&page, &mut text);
        self.writer().finish_with(drawn.map(|()| text))
    }
}

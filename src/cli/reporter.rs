//! The results of a run on their way to where they belong: two threads may have some.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use super::failure::Failure;
use super::input::Input;
use super::option_groups::ReportArguments;
use super::output::tell;
use super::report_writer::ReportWriter;
use super::watch::Watch;
use scm_check::kernel::verdict::ExitStatus;
use scm_check::render::report::Layout;
use scm_check::render::report::ModelSize;
use scm_check::render::report::html::{Section, write_page};
use scm_check::render::report::{Note, Row, line};

/// Takes the results of a run. Where the process must end, what is known is printed all the same.
pub(crate) struct Reporter {
    writer: Arc<Mutex<ReportWriter>>,
    watch: Watch,
}

impl Drop for Reporter {
    fn drop(&mut self) {
        // The other one who has it gives it up: what is not written by now never will be.
        self.watch.on_end(None);
    }
}

impl Reporter {
    /// Opens the output; `watch` is told what to print where the process must end.
    ///
    /// # Errors
    /// If it cannot be written, or would destroy an input.
    pub(crate) fn open(
        command: &str,
        arguments: &ReportArguments,
        layout: Layout,
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
                // Something is being printed.
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
    pub(crate) fn model(&mut self, notes: &[Note], size: Option<ModelSize>) {
        self.writer().report.model(notes, size);
    }

    /// Takes what a page says of the model whose results have begun, where the report is one.
    pub(crate) fn describe(&mut self, describe: impl FnOnce() -> Section) {
        self.writer().report.describe(describe);
    }

    /// Takes a result, and shows it if results are shown as they come.
    ///
    /// People are told of a premise by the answers that rest on it.
    ///
    /// A witness that cannot be written is told at once, and shows in the exit code.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn row(&mut self, input: &Input, row: Row) -> Result<(), Failure> {
        self.writer().row(input, row)
    }

    /// Writes the witness of a row, where witnesses are wanted. One that cannot be written is told at once, and
    /// shows in the exit code.
    pub(crate) fn keep(&mut self, input: &Input, row: &Row) {
        self.writer().keep(input, row);
    }

    /// Returns `true` if a result that is as it should be is shown, or kept for a report.
    pub(crate) fn wants_all(&self) -> bool {
        self.writer().report.wants_all()
    }

    /// Returns `true` if people read the results.
    pub(crate) fn is_for_people(&self) -> bool {
        self.writer().report.is_for_people()
    }

    /// Takes results of which there may be very many: they are shown at once, and stay only where the report comes
    /// as a whole. Their witnesses are for the caller to [`keep`](Self::keep).
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn stream(&mut self, rows: Vec<Row>) -> Result<(), Failure> {
        let mut writer = self.writer();
        writer.tell_beside(&rows);
        let ReportWriter { output, report, .. } = &mut *writer;
        output.write(|stream| report.stream(rows, stream))
    }

    /// Takes note of how something went that has no result of its own.
    pub(crate) fn settle(&mut self, standing: ExitStatus) {
        self.writer().report.settle(standing);
    }

    /// Tells what results that were shown one by one come to: in a line for people, else on standard error, unless
    /// people want to hear little, and in a report that comes as a whole.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn sum(&mut self, row: Row) -> Result<(), Failure> {
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

    /// Takes what is odd about the model whose results have begun, where the report comes as a whole.
    pub(crate) fn note(&mut self, notes: &[Note]) {
        self.writer().report.note(notes);
    }

    /// Tells something besides the results: among them for people, else on standard error.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn remark(&mut self, text: &str) -> Result<(), Failure> {
        if !self.is_for_people() {
            tell(self.writer().colour, text);
        }
        self.closing(text)
    }

    /// The same for what people are told who want to hear little, too: those on standard error.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn insist(&mut self, text: &str) -> Result<(), Failure> {
        if self.writer().is_quiet {
            tell(self.writer().colour, text);
            return Ok(());
        }
        self.remark(text)
    }

    /// Returns `true` if the certificates were written, or it was told why not.
    pub(crate) fn is_certified(&self) -> bool {
        self.writer().is_certified
    }

    /// Takes note that the certificates are written, or that it is told why not.
    pub(crate) fn certified(&mut self) {
        self.writer().is_certified = true;
    }

    /// Takes the properties of a model that nobody asked for and that have no verdict.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn undecided(&mut self, model: &str, names: &[String]) -> Result<(), Failure> {
        let ReportWriter { output, report, .. } = &mut *self.writer();
        output.write(|stream| report.undecided(model, names, stream))
    }

    /// Tells people what holds of all results together, behind the last.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn closing(&mut self, text: &str) -> Result<(), Failure> {
        let ReportWriter { output, report, .. } = &mut *self.writer();
        if !report.is_for_people() {
            return Ok(());
        }
        output.write(|stream| report.passage(text, stream))
    }

    /// Tells on standard error what could not be done besides answering, which the exit code shows.
    pub(crate) fn fault(&mut self, failure: &Failure) {
        self.writer().fault(failure);
    }

    /// Returns the exit code of a run whose output was closed, with or without inputs left.
    pub(crate) fn unheard(&self, inputs_left: bool) -> u8 {
        let rest = if inputs_left { ExitStatus::Open } else { ExitStatus::Fine };
        let report = &self.writer().report;
        report.exit_code(report.standing().max(rest))
    }

    /// Writes text that belongs to the output between results.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.writer().output.write(|stream| stream.write_all(text.as_bytes()))
    }

    /// Ends the report, and returns the exit code.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn finish(self) -> Result<u8, Failure> {
        // A page is drawn while others may write: that can take long.
        let page = self.writer().report.page();
        let Some(page) = page else { return self.writer().finish() };
        let mut text = Vec::new();
        let drawn = write_page(&page, &mut text);
        self.writer().finish_with(drawn.map(|()| text))
    }
}

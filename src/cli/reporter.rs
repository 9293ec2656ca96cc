//! Reports the results of a run; several threads may have results.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use super::continuation::Continuation;
use super::failure::Failure;
use super::input::Input;
use super::ordered_writer::OrderedWriter;
use super::output::tell;
use super::progress::Display;
use super::report_writer::ReportWriter;
use super::run_options::RunOptions;
use super::watch::{Stage, Watch};
use scm_check::internals::driver::Lack;
use scm_check::internals::kernel::base::Limit;
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::render::report::html::{Section, write_page};
use scm_check::internals::render::report::{
    Lacking, ModelSize, Note, Record, ReportSoFar, Row, line,
};
use scm_check::internals::render::system_answers::undefined_text;

/// Receives the results of a run. If the process must end, the results so far are printed.
pub(crate) struct Reporter {
    shared: Arc<Mutex<OrderedWriter>>,
    /// Number of the input whose results it receives, if several are in progress at the same time; else 0.
    place: usize,
    watch: Watch,
    display: Display,
}

impl Drop for Reporter {
    fn drop(&mut self) {
        if self.place == 0 {
            // The other owner of the writer drops it: nothing more will be written.
            self.watch.on_end(None);
        }
    }
}

impl Reporter {
    /// Opens the output, and registers with `watch` what to print when the process must end. A moving line of `display`
    /// is removed before results are written.
    ///
    /// # Errors
    /// If the output cannot be written, or would overwrite an input.
    pub(crate) fn open(
        options: &RunOptions,
        width: Option<usize>,
        watch: &Watch,
        display: &Display,
    ) -> Result<Self, Failure> {
        let inputs = &options.inputs;
        let mut writer = ReportWriter::open(options, width)?;
        writer.report.ask_only(&options.properties);
        if options.needs_answer {
            writer.report.need_answer();
        }
        let shared = Arc::new(Mutex::new(OrderedWriter::new(writer)));
        let known = Arc::clone(&shared);
        let limits = *watch.limits();
        let names = inputs.iter().map(|input| input.name(options.loading.naming));
        let names: Vec<String> = names.collect();
        watch.on_end(Some(Box::new(move |limit, stages, begun| {
            let mut writer = match known.try_lock() {
                Ok(writer) => writer,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                // Another thread is printing.
                Err(TryLockError::WouldBlock) => return None,
            };
            let unread = names.get(begun..).unwrap_or_default();
            let code = writer.last_words(limit, stages, unread, &limits);
            // The process ends: nothing may be written after its last words.
            std::mem::forget(writer);
            Some(code)
        })));
        Ok(Self { shared, place: 0, watch: watch.clone(), display: display.clone() })
    }

    /// Returns the reporter of the input with a number, from 1, which is in progress at the same time as others. Its
    /// results are written once all earlier inputs have [ended](Self::end_input).
    pub(crate) fn of_input(&self, place: usize) -> Self {
        let (shared, watch) = (Arc::clone(&self.shared), self.watch.clone());
        Self { shared, place, watch, display: self.display.clone() }
    }

    /// Ends the results of the input.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn end_input(&self) -> Result<(), Failure> {
        self.display.hide();
        self.lock().end(self.place)
    }

    /// Goes on with a run that another process has begun.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn go_on(&self, begun: Continuation) -> Result<(), Failure> {
        self.lock().go_on(begun.done, begun.report)
    }

    /// Returns the results so far, for another process to go on with.
    pub(crate) fn so_far(&self) -> ReportSoFar {
        self.lock().writer.report.so_far()
    }

    /// Ends the results of the input, whose activity is left behind since it does not notice that it has reached `limit`.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn leave(&self, limit: Limit, stage: Stage) -> Result<(), Failure> {
        self.display.hide();
        self.lock().leave(self.place, limit, stage, self.watch.limits())
    }

    /// Declares unwanted what other inputs in progress have still to report.
    pub(crate) fn abandon(&self) {
        self.lock().abandon();
    }

    /// Returns the number of the first input that has not ended.
    pub(crate) fn turn(&self) -> usize {
        self.lock().turn()
    }

    fn lock(&self) -> MutexGuard<'_, OrderedWriter> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a change of the report in the turn of the input.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(&mut ReportWriter) -> Result<(), Failure> + Send + 'static,
    ) -> Result<(), Failure> {
        if self.place > 0 {
            self.display.hide();
        }
        self.lock().write(self.place, write)
    }

    /// Makes a change of the report that cannot fail, in the turn of the input.
    pub(crate) fn record(&self, record: impl FnOnce(&mut ReportWriter) + Send + 'static) {
        // Results that are no longer wanted are discarded.
        let _ = self.write(|writer| {
            record(writer);
            Ok(())
        });
    }

    /// Begins the results of a model, with its diagnostics.
    pub(crate) fn model(&self, notes: Vec<Note>, size: Option<ModelSize>) {
        self.record(move |writer| writer.model(&notes, size));
    }

    /// Returns `true` if the report is an HTML page.
    pub(crate) fn is_page(&self) -> bool {
        self.lock().writer.report.is_page()
    }

    /// Adds the section of the current model to an HTML page, if the report is one.
    pub(crate) fn describe(&self, describe: impl FnOnce() -> Section) {
        if !self.is_page() {
            return;
        }
        let section = describe();
        self.record(|writer| writer.report.describe(|| section));
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
        let input = input.clone();
        self.write(move |writer| writer.row(&input, row))
    }

    /// Adds the result that no question applies to the current model, if no result about it decides and it lacks nothing
    /// that is asked for.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn unasked(&self, input: &Input, row: Row) -> Result<(), Failure> {
        let input = input.clone();
        self.write(
            move |writer| if writer.is_answered { Ok(()) } else { writer.unasked(&input, row) },
        )
    }

    /// Writes the witness of a row, if witnesses are wanted. A witness that cannot be written is reported at once, and
    /// affects the exit code. Only for inputs one after the other.
    pub(crate) fn keep(&self, input: &Input, row: &Row) {
        self.lock().writer.keep(input, row);
    }

    /// Returns `true` if expected results are shown, or kept for a report.
    pub(crate) fn wants_all(&self) -> bool {
        self.lock().writer.report.wants_all()
    }

    /// Returns `true` if the report is for people.
    pub(crate) fn is_for_people(&self) -> bool {
        self.lock().writer.report.is_for_people()
    }

    /// Adds results of which there may be very many: they are shown at once, and kept only if the report is written as
    /// a whole. The caller writes their witnesses with [`keep`](Self::keep).
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn stream(&self, rows: Vec<Row>) -> Result<(), Failure> {
        self.write(|writer| {
            writer.tell_beside(&rows);
            let ReportWriter { output, report, .. } = writer;
            output.write(|stream| report.stream(rows, stream))
        })
    }

    /// Records the exit status of an action without a result of its own.
    pub(crate) fn settle(&self, exit_status: ExitStatus) {
        self.record(move |writer| {
            writer.is_answered = true;
            writer.report.settle(exit_status);
        });
    }

    /// Reports the summary of results that were shown one by one: in a line for people, else on standard error unless
    /// `--quiet` is given, and in a report that is written as a whole.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn sum(&self, row: Row) -> Result<(), Failure> {
        self.write(|writer| {
            let text = line(&row);
            let ReportWriter { output, beside, report, colour, is_quiet, .. } = writer;
            let is_told = match beside {
                Some(beside) => beside.write(|stream| stream.write_all(text.as_bytes())).is_ok(),
                None => *is_quiet,
            };
            if !is_told && !report.is_for_people() {
                tell(*colour, &text);
            }
            output.write(|stream| report.summary(row, stream))
        })
    }

    /// Adds notes about the current model, if the report is written as a whole.
    pub(crate) fn note(&self, notes: Vec<Note>) {
        self.record(move |writer| writer.report.note(&notes));
    }

    /// Reports a remark besides the results: among the results for people, else on standard error.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn remark(&self, text: &str) -> Result<(), Failure> {
        if self.lock().writer.report.is_recorded() {
            let record = Record::Remark(text.to_owned());
            self.record(move |writer| writer.record(&record));
            return Ok(());
        }
        if !self.is_for_people() {
            self.tell(text.to_owned());
        }
        self.closing(text)
    }

    /// Reports a remark like [`remark`](Self::remark), but only on standard error if `--quiet` is given.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn insist(&self, text: &str) -> Result<(), Failure> {
        if self.lock().writer.is_quiet {
            self.tell(text.to_owned());
            return Ok(());
        }
        self.remark(text)
    }

    /// Reports a text on standard error.
    pub(crate) fn tell(&self, text: String) {
        self.record(move |writer| writer.tell(&text));
    }

    /// Returns `true` if diagnostics are part of the report.
    pub(crate) fn wants_notes(&self) -> bool {
        self.lock().writer.report.wants_notes()
    }

    /// Records that a limit of time or memory was reached with a property that was not asked for.
    pub(crate) fn left_out(&self) {
        self.record(|writer| writer.report.left_out());
    }

    /// Records the architecture of the current model.
    pub(crate) fn architecture(&self, name: &'static str) {
        self.record(move |writer| writer.report.architecture(name));
    }

    /// Adds a result that is in the output already.
    pub(crate) fn add(&self, row: Row) {
        self.record(move |writer| writer.report.add(row));
    }

    /// Returns `true` if the certificates were written, or the reason why not was reported.
    pub(crate) fn is_certified(&self) -> bool {
        self.lock().writer.is_certified
    }

    /// Records that the certificates are written, or that the reason why not is reported.
    pub(crate) fn certified(&self) {
        self.record(|writer| writer.is_certified = true);
    }

    /// Adds the properties of a model that were not asked for and have no verdict.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn undecided(&self, model: &str, names: &[String]) -> Result<(), Failure> {
        let (model, names) = (model.to_owned(), names.to_vec());
        self.write(move |ReportWriter { output, report, .. }| {
            output.write(|stream| report.undecided(&model, &names, stream))
        })
    }

    /// Adds the classes that are not defined for a model, each with the reason.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn undefined(&self, model: &str, names: &[(String, String)]) -> Result<(), Failure> {
        if names.is_empty() {
            return Ok(());
        }
        self.remark(&undefined_text(model, names))
    }

    /// Notes that something was said about the model that is no failure whatever it is.
    pub(crate) fn answered(&self) {
        self.record(|writer| writer.is_answered = true);
    }

    /// Adds the properties that are asked for and that a model does not have.
    pub(crate) fn lacks(&self, model: &str, lacks: Vec<Lack>) {
        for lack in lacks {
            self.lacking(Lacking::new(model, lack));
        }
    }

    /// Adds models that do not have a property that is asked for.
    pub(crate) fn lacking(&self, lacking: Lacking) {
        self.record(move |writer| {
            writer.is_answered = true;
            writer.report.lacking(lacking);
        });
    }

    /// Ends the results of a model.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn end_model(&self) -> Result<(), Failure> {
        self.write(ReportWriter::end_model)
    }

    /// Adds a remark for people on all results together, after the last result, or to a page.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn closing(&self, text: &str) -> Result<(), Failure> {
        let text = text.to_owned();
        self.write(move |ReportWriter { output, report, .. }| {
            if !report.is_for_people() {
                report.remark(&text);
                return Ok(());
            }
            output.write(|stream| report.passage(&text, stream))
        })
    }

    /// Reports on standard error a failure besides the answers, which affects the exit code.
    pub(crate) fn fault(&self, failure: &Failure) {
        let failure = failure.to_string();
        self.record(move |writer| writer.fault(failure));
    }

    /// Returns the exit code of a run whose output was closed, with or without inputs left.
    pub(crate) fn unheard(&self, inputs_left: bool) -> u8 {
        let rest = if inputs_left { ExitStatus::Open } else { ExitStatus::Fine };
        let report = &self.lock().writer.report;
        report.exit_code(report.exit_status().max(rest))
    }

    /// Writes text that belongs to the output between results.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn text(&self, text: &str) -> Result<(), Failure> {
        let text = text.to_owned();
        self.write(move |writer| writer.output.write(|stream| stream.write_all(text.as_bytes())))
    }

    /// Ends the report, and returns the exit code.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn finish(&self) -> Result<u8, Failure> {
        self.lock().writer.conclude();
        // The page is drawn without the lock, since that can take long.
        let page = self.lock().writer.report.page();
        let Some(page) = page else { return self.lock().writer.finish() };
        let mut text = Vec::new();
        let drawn = write_page(&page, &mut text);
        self.lock().writer.finish_with(drawn.map(|()| text))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::super::option_groups::ProgressChoice;
    use super::super::run::tests::{holds, options, path, results};
    use super::super::watch::tests::question;
    use super::*;
    use scm_check::internals::driver::Limits;

    #[test]
    fn a_process_that_must_end_writes_what_is_known_of_all_inputs() {
        let path = path("end");
        let options = options(&["slow", "other", "done"], &path);
        let (watch, display) =
            (Watch::start(Limits::default()), Display::new(ProgressChoice::None));
        let reporter = Reporter::open(&options, None, &watch, &display).unwrap();
        for (place, name) in [(3, "done"), (2, "other"), (1, "slow")] {
            let reporter = reporter.of_input(place);
            reporter.model(Vec::new(), None);
            reporter.row(&options.inputs[place - 1], holds(name)).unwrap();
        }
        reporter.of_input(3).end_input().unwrap();
        let stages =
            [(1, "slow", Some(Limit::Timeout)), (2, "other", None)].map(|(place, model, limit)| {
                let mut stage = Stage::default();
                stage.model.push_str(model);
                stage.asked.push(question(model, "reach"));
                stage.asked.extend(limit.map(|_| question(model, "also in question")));
                stage.later.extend(limit.map(|_| question(model, "later")));
                stage.reached = limit.map(|limit| (limit, Instant::now()));
                (place, stage)
            });
        let unread = ["next".to_owned()];
        assert_eq!(reporter.lock().last_words(Limit::Timeout, &stages, &unread, watch.limits()), 3);
        let [slow, other, done] = ["slow", "other", "done"].map(|text| format!("{text} holds -"));
        let [cut, also, next] =
            ["slow", "other", "next"].map(|text| format!("{text} unknown timeout"));
        assert_eq!(results(&path), [slow, cut.clone(), cut.clone(), cut, other, also, done, next]);
        // The report has ended: a limit that is noticed later changes nothing.
        let mut late = Stage::default();
        late.model.push_str("slow");
        late.reached = Some((Limit::Interrupted, Instant::now()));
        let stages = [(1, late)];
        let code = reporter.lock().last_words(Limit::Interrupted, &stages, &[], watch.limits());
        assert_eq!(code, 3);
        assert!(!path.exists(), "nothing is written again");
    }
}

//! Writes results in the requested form.

use std::fmt::Display;
use std::io;
use std::path::PathBuf;

use anstream::ColorChoice;

use super::failure::Failure;
use super::input::Input;
use super::links::Links;
use super::option_groups::{Colour, Format};
use super::output::{Output, choice, refuse_input, tell};
use super::run_options::{Delivery, RunOptions};
use super::watch::Stage;
use super::witness_files::WitnessFiles;
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::render::report::{
    Lacked, ModelSize, Note, Record, ReportBuilder, ReportForm, ReportOptions, ReportSoFar, Row,
    RowKey, record_line,
};

/// Collects the results of a run, and shows them.
pub(crate) struct ReportWriter {
    pub(super) output: Output,
    /// Output for verdicts, if the report is written to a file.
    pub(super) beside: Option<Output>,
    pub(super) colour: Colour,
    pub(super) is_quiet: bool,
    /// Whether the certificates were written, or the reason why not was reported.
    pub(crate) is_certified: bool,
    witnesses: Option<WitnessFiles>,
    pub(super) report: ReportBuilder,
    /// What the rows of the current model are about.
    answered: Vec<RowKey>,
    /// Whether something is said about the current model that decides the exit code.
    pub(super) is_answered: bool,
    /// The exit code, once the report is written to its end.
    pub(super) ended: Option<u8>,
}

impl ReportWriter {
    /// Opens the output.
    ///
    /// # Errors
    /// If the output cannot be written, or would overwrite an input.
    pub(crate) fn open(options: &RunOptions, width: Option<usize>) -> Result<Self, Failure> {
        let RunOptions { command, report: arguments, layout, inputs, delivery, csv, .. } = options;
        let layout = *layout;
        refuse_input(arguments.output.output.as_deref(), inputs)?;
        let colour = arguments.output.color;
        let directory = arguments.witness.as_ref();
        let detail = arguments.detail();
        let open = |path: &PathBuf| WitnessFiles::open(path, colour, detail);
        let witnesses = directory.map(open).transpose()?;
        let form = match arguments.format() {
            _ if *delivery == Delivery::Records => ReportForm::Records,
            Format::Auto | Format::Human => ReportForm::Human,
            Format::Json => ReportForm::Json,
            Format::Ndjson => ReportForm::Ndjson,
            Format::Html => ReportForm::Html,
            Format::Csv => ReportForm::Csv(*csv),
            Format::Junit => ReportForm::Junit,
            Format::Sarif => ReportForm::Sarif,
            Format::Github => ReportForm::Github,
        };
        let form_options = ReportOptions { layout, form, detail, is_quiet: arguments.quiet, width };
        let mut output = match (delivery, &arguments.output.output) {
            (Delivery::InPlace { append }, Some(path)) => Output::in_place(path, *append)?,
            _ => Output::open(&arguments.output)?,
        };
        if matches!(form, ReportForm::Human) && width.is_some() {
            output.links =
                Links::to_inputs(inputs, choice(colour, &io::stdout()) != ColorChoice::Never);
        }
        Ok(Self {
            output,
            beside: Output::beside(&arguments.output),
            colour,
            is_quiet: arguments.quiet,
            is_certified: arguments.certificate.is_none(),
            witnesses,
            report: ReportBuilder::new(command, arguments.exit_zero, form_options),
            answered: Vec::new(),
            is_answered: false,
            ended: None,
        })
    }

    /// Goes on with the results of another process, which has written them as far as their form allows, but no whole file.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn go_on(&mut self, before: ReportSoFar) -> Result<(), Failure> {
        let Self { output, report, .. } = self;
        let mut is_known = false;
        let written = |done: &mut bool, stream: &mut dyn io::Write| {
            *done = report.go_on(before, stream)?;
            Ok(())
        };
        if output.is_draft() {
            output.write(|stream| written(&mut is_known, stream))?;
        } else {
            output.write(|_| written(&mut is_known, &mut io::sink()))?;
        }
        if !is_known {
            self.fault("the results so far are those of another version");
        }
        Ok(())
    }

    /// Begins the results of a model, with its diagnostics.
    pub(crate) fn model(&mut self, notes: &[Note], size: Option<ModelSize>) {
        self.answered.clear();
        self.is_answered = false;
        self.report.model(notes, size);
    }

    /// Ends the results of a model.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn end_model(&mut self) -> Result<(), Failure> {
        self.output.write(|stream| self.report.end_model(stream))
    }

    /// Adds a result, and shows it if results are shown as they come.
    ///
    /// In reports for people, a premise is shown with the answers that rest on it.
    ///
    /// A witness that cannot be written is reported at once, and affects the exit code.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn row(&mut self, input: &Input, row: Row) -> Result<(), Failure> {
        self.answered.push(row.owned_key());
        self.is_answered |= row.answer.decides();
        self.keep(input, &row);
        self.tell_beside(std::slice::from_ref(&row));
        self.output.write(|stream| self.report.row(row, stream))
    }

    /// Adds the result that no question applies to the current model. A table does not say why, so that this is told beside
    /// it.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn unasked(&mut self, input: &Input, row: Row) -> Result<(), Failure> {
        if self.report.is_table() && !self.is_quiet {
            self.tell(&format!(
                "\x1b[1mnote:\x1b[0m {}: {}\n",
                row.answer.subject.model, row.message
            ));
        }
        self.row(input, row)
    }

    /// Reports a text on standard error; another process that makes the report gets it from this one.
    pub(crate) fn tell(&mut self, text: &str) {
        if !self.report.is_recorded() {
            tell(self.colour, text);
            return;
        }
        self.record(&Record::Told(text.to_owned()));
    }

    /// Passes a record to the process that makes the report.
    pub(crate) fn record(&mut self, record: &Record) {
        let line = record_line(record);
        // Without a reader there is nobody who wants it.
        let _ = self.output.write(|stream| stream.write_all(&line));
    }

    /// Prints verdicts on standard output, if the report is written elsewhere.
    pub(super) fn tell_beside(&mut self, rows: &[Row]) {
        let Some(beside) = &mut self.beside else { return };
        let text = self.report.told(rows);
        match beside.write(|stream| stream.write_all(text.as_bytes())) {
            Ok(()) => {}
            // Standard output is closed; the report continues.
            Err(Failure::Closed) => self.beside = None,
            Err(failure) => {
                self.beside = None;
                self.fault(failure);
            }
        }
    }

    /// Writes the witness of a row, if witnesses are wanted. A witness that cannot be written is reported at once, and
    /// affects the exit code.
    pub(crate) fn keep(&mut self, input: &Input, row: &Row) {
        if let Some(Err(failure)) = self.witnesses.as_mut().map(|files| files.keep(input, row)) {
            self.fault(failure);
        }
    }

    /// Reports on standard error a failure besides the answers, which affects the exit code.
    pub(crate) fn fault(&mut self, failure: impl Display) {
        tell(self.colour, &format!("\x1b[1;31merror:\x1b[0m {failure}\n"));
        self.report.fault(failure.to_string());
    }

    /// Reports what follows from the models that do not have a property that is asked for: that they are left out or, if no
    /// model has it, a failure. Another process that makes the report does so itself.
    pub(super) fn conclude(&mut self) {
        if self.report.is_recorded() {
            return;
        }
        for lacked in self.report.lacked() {
            match lacked {
                Lacked::Nowhere(text) => self.fault(text),
                Lacked::LeftOut(text) => {
                    if !self.is_quiet {
                        tell(self.colour, &format!("\x1b[1mnote:\x1b[0m {text}\n"));
                    }
                    self.report.remark(&text);
                }
            }
        }
    }

    /// Adds those rows of an activity that ends from outside whose questions have no answer yet.
    pub(super) fn cut_all(&mut self, stage: &Stage, rows: Vec<Row>) {
        let mut answered = self.answered.clone();
        let is_open = |row: &Row| {
            let place = answered.iter().position(|one| *one == row.owned_key());
            place.map(|place| answered.swap_remove(place)).is_none()
        };
        let open: Vec<Row> =
            if stage.is_read() { rows.into_iter().filter(is_open).collect() } else { rows };
        if open.is_empty() {
            self.report.settle(ExitStatus::Open);
            let model = &stage.model;
            self.tell(&format!(
                "\x1b[1;33mwarning:\x1b[0m {model}: a limit was reached after the last answer\n"
            ));
        }
        for row in open {
            self.cut(row);
        }
    }

    /// Adds the row of an activity that ends with the process, if it is about a model.
    pub(crate) fn cut(&mut self, row: Row) {
        self.report.settle(row.answer.exit_status());
        let is_about_model = !row.answer.subject.model.is_empty();
        if !is_about_model {
            let why = format!("{}, the report is not complete", row.message);
            tell(self.colour, &format!("\x1b[1;31merror:\x1b[0m {why}\n"));
        } else if row.answer.subject.property.is_none() {
            self.model(&[], None);
        }
        let is_page = self.report.is_page();
        if is_about_model && !is_page {
            // The row counts even if it cannot be written.
            let _ = self.row(&Input::Text(String::new()), row);
        } else if is_about_model || self.report.is_whole() && !is_page {
            // The verdict of a report must follow from its rows.
            self.report.add(row);
        }
    }

    /// Ends the report when the process must end, and returns the exit code.
    pub(crate) fn last_words(&mut self) -> u8 {
        if self.report.is_page() {
            // An incomplete page is not written, and its drawing is not repeated.
            tell(self.colour, &self.report.lines());
            return self.exit_code();
        }
        self.finish().unwrap_or_else(|_| self.exit_code())
    }

    /// Ends the report, and returns the exit code.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn finish(&mut self) -> Result<u8, Failure> {
        let code = self.exit_code();
        if let Some(text) = self.report.shares() {
            tell(self.colour, &text);
        }
        self.output.write(|stream| self.report.finish(stream))?;
        self.output.finish()?;
        self.ended = Some(code);
        if let (Some(beside), Some(text)) = (&mut self.beside, self.report.told_last()) {
            // The report is written, and a reader who has gone misses nothing else.
            let _ = beside.write(|stream| stream.write_all(text.as_bytes()));
        }
        Ok(code)
    }

    /// Ends a report that is an HTML page with its text, and returns the exit code.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn finish_with(&mut self, page: io::Result<Vec<u8>>) -> Result<u8, Failure> {
        self.output.write(|stream| stream.write_all(&page?))?;
        self.output.finish()?;
        let code = self.exit_code();
        self.ended = Some(code);
        Ok(code)
    }

    fn exit_code(&self) -> u8 {
        self.report.exit_code(self.report.exit_status())
    }
}

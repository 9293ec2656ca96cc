//! Construction and output of the report of a run.

use std::io::{self, Write};

use serde_json::json;

use super::csv::CsvForm;
use super::digest::{digest, standstill};
use super::facts;
use super::github::{commands, fault_commands};
use super::html::{Page, Section};
use super::human::row_text;
use super::joined::Joined;
use super::junit::write_junit;
use super::library_summary::library_summary;
use super::model_results::{ModelResults, ModelRows, with_rows};
use super::model_size::{LibraryEntry, LibraryPart, SizeRecord};
use super::orders;
use super::overview::{self, counted};
use super::record::{EndRecord, Record, RowRecord};
use super::sarif::write_sarif;
use super::{
    Amount, ModelSize, Note, Report, ResultLayout, Row, TOOL, Undecided, VERSION, write_report,
    write_result,
};
use crate::sentences::{Detail, fitted_text};
use kernel::verdict::ExitStatus;

/// Maximum number of changed models of which a table is followed by a counterexample.
const CHANGES: usize = 5;

/// The form of a report.
#[derive(Clone, Copy, Debug)]
pub enum ReportForm {
    /// Text for people.
    Human,
    /// One JSON object at the end.
    Json,
    /// A JSON object on a separate line for each result, as it arrives.
    Ndjson,
    /// A line of comma-separated values for each result, as it arrives.
    Csv(CsvForm),
    /// A page for a browser, at the end.
    Html,
    /// JUnit XML, at the end.
    Junit,
    /// A SARIF log, at the end.
    Sarif,
    /// Workflow commands of GitHub Actions, as results arrive.
    Github,
    /// For another process that makes a report of it: a [`Record`] on a separate line for each result, as it arrives, and
    /// one at the end.
    Records,
}

/// Options of a report.
#[derive(Clone, Copy, Debug)]
pub struct ReportOptions {
    /// The layout of results for people, in the report or beside it.
    pub layout: ResultLayout,
    /// The form of the report.
    pub form: ReportForm,
    /// Whether numbers that depend on this run are written.
    pub detail: Detail,
    /// Whether output for people is reduced.
    pub is_quiet: bool,
    /// Width of the terminal in columns, if there is one.
    pub width: Option<usize>,
}

/// Collects the results of a run, and writes them as their form requires: as they arrive, or at the end.
#[derive(Debug)]
pub struct ReportBuilder {
    pub(super) options: ReportOptions,
    pub(super) report: Report,
    /// The models, in order.
    pub(super) models: Vec<ModelRows>,
    /// The sections of the models in a page, in order.
    pub(super) sections: Vec<Section>,
    /// The exit status of the results that are not kept.
    pub(super) streamed: ExitStatus,
    /// Whether the header of comma-separated values was written.
    is_headed: bool,
    /// Number of the results of the models that have ended.
    ended: usize,
    /// Number of the entries of undecided properties that digests have shown.
    digested_undecided: usize,
    /// Results that wait for others which are unknown for the same reason, until another result or the end of the model.
    joined: Option<Joined>,
    /// Whether a limit of time or memory was reached with a property that was not asked for.
    pub(super) is_cut: bool,
    /// Whether shares of the library are written at the end, if the report is about one.
    library: Option<bool>,
    /// Remarks on all results, for a page.
    remarks: Vec<String>,
    /// Number of lines of the passage that was written last, if one was.
    last_lines: Option<usize>,
}

impl ReportBuilder {
    /// Begins a report.
    pub fn new(command: &str, exit_zero: bool, options: ReportOptions) -> Self {
        let report = Report { command: command.to_owned(), exit_zero, ..Report::default() };
        Self {
            options,
            report,
            models: Vec::new(),
            sections: Vec::new(),
            streamed: ExitStatus::Fine,
            is_headed: false,
            ended: 0,
            digested_undecided: 0,
            joined: None,
            is_cut: false,
            library: None,
            remarks: Vec::new(),
            last_lines: None,
        }
    }

    /// Records the only properties that are asked for, which programs need to know what is missing.
    pub fn ask_only(&mut self, properties: &[String]) {
        self.report.properties = properties.to_vec();
    }

    /// Records what the run of a system counted.
    pub fn count(&mut self, statistics: serde_json::Value) {
        self.report.statistics = statistics;
    }

    /// Begins the results of a model, with its diagnostics.
    pub fn model(&mut self, notes: &[Note], size: Option<ModelSize>) {
        self.report.notes.extend_from_slice(notes);
        self.models.push(ModelRows { first: self.report.rows.len(), size, place: None });
        self.sections.push(Section { notes: notes.to_vec(), size, ..Section::default() });
    }

    /// Adds the section of the current model, if the report is a page.
    pub fn describe(&mut self, describe: impl FnOnce() -> Section) {
        if self.is_page()
            && let Some(section) = self.sections.last_mut()
        {
            let Section { size, notes, .. } = std::mem::take(section);
            *section = Section { size, notes, ..describe() };
        }
    }

    /// Adds diagnostics about the current model, if the report is written as a whole.
    pub fn note(&mut self, notes: &[Note]) {
        // There may be very many diagnostics.
        if !self.is_whole() {
            return;
        }
        self.report.notes.extend_from_slice(notes);
        if let Some(section) = self.sections.last_mut() {
            section.notes.extend_from_slice(notes);
        }
    }

    /// Adds a result, and writes it if results are written as they arrive.
    ///
    /// For people, a premise is part of the answers that depend on it.
    ///
    /// # Errors
    /// If `output` cannot be written.
    pub fn row(&mut self, row: Row, output: &mut dyn Write) -> io::Result<()> {
        let amount = self.options.layout.amount(&row).filter(|_| row.is_shown());
        let shown = amount.filter(|_| self.is_for_people());
        let text = match shown.and_then(|amount| self.joined(&row, amount)) {
            Some(before) => before,
            None => self.written(&row, amount),
        };
        // The result counts for the exit code even if it cannot be written.
        self.report.rows.push(row);
        output.write_all(&text)
    }

    /// Ends the results of a model: its digest is written, if that is the layout for people.
    ///
    /// # Errors
    /// If `output` cannot be written.
    pub fn end_model(&mut self, output: &mut dyn Write) -> io::Result<()> {
        output.write_all(&self.take_joined())?;
        let first = std::mem::replace(&mut self.ended, self.report.rows.len());
        let is_told = self.is_for_people() && !self.options.is_quiet;
        let orders = if is_told { orders::told(&self.report.rows[first..]) } else { Vec::new() };
        let shown = match self.options.layout {
            ResultLayout::Digest(shown) => shown,
            ResultLayout::Blocks(_) | ResultLayout::Findings => {
                return orders.iter().try_for_each(|line| writeln!(output, "{line}"));
            }
            _ => return Ok(()),
        };
        let undecided =
            std::mem::replace(&mut self.digested_undecided, self.report.undecided.len());
        if !self.is_for_people() {
            return Ok(());
        }
        let rows: Vec<&Row> =
            self.report.rows[first..].iter().filter(|row| row.is_shown()).collect();
        let undecided = &self.report.undecided[undecided..];
        let text = digest(&rows, undecided, &orders, (shown, self.options.width));
        if text.is_empty() { Ok(()) } else { self.passage(&text, output) }
    }

    /// Adds results of which there may be very many: they are written at once, and kept only if the report is written
    /// as a whole.
    ///
    /// # Errors
    /// If `output` cannot be written.
    pub fn stream(&mut self, rows: Vec<Row>, output: &mut dyn Write) -> io::Result<()> {
        self.settle(
            rows.iter().map(|row| row.answer.exit_status()).max().unwrap_or(ExitStatus::Fine),
        );
        if self.is_whole() {
            self.report.rows.extend(rows);
            return Ok(());
        }
        let amount = match self.options.layout {
            ResultLayout::Blocks(amount) | ResultLayout::Failures(amount) => amount,
            _ => Amount::Line,
        };
        rows.iter().try_for_each(|row| output.write_all(&self.written(row, Some(amount))))
    }

    /// Lets a result wait if others may join it, and returns the text of those that have waited and do not.
    fn joined(&mut self, row: &Row, amount: Amount) -> Option<Vec<u8>> {
        let new = Joined::begin(row, amount)?;
        let other = match &mut self.joined {
            Some(joined) => joined.add(new),
            None => Some(new),
        };
        let before = if other.is_some() { self.take_joined() } else { Vec::new() };
        self.joined = other.or(self.joined.take());
        Some(before)
    }

    /// Returns the text of the results that wait.
    fn take_joined(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        if let Some(joined) = self.joined.take() {
            self.passage(&joined.text(), &mut text).expect("memory takes it");
        }
        text
    }

    /// Returns the output of a result as it arrives: for people `amount` of it.
    fn written(&mut self, row: &Row, amount: Option<Amount>) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self.options.form {
            ReportForm::Human => {
                if let Some(amount) = amount {
                    self.passage(&row_text(row, amount), &mut bytes).expect("memory takes it");
                }
            }
            ReportForm::Ndjson => {
                write_result(row, self.options.detail, &mut bytes).expect("memory takes it");
            }
            ReportForm::Csv(form) => {
                if !std::mem::replace(&mut self.is_headed, true) {
                    bytes.extend_from_slice(form.header.as_bytes());
                }
                bytes.extend((form.line)(row).into_iter().flat_map(String::into_bytes));
            }
            ReportForm::Records => {
                bytes = record_line(&Record::Row(Box::new(RowRecord::new(row))));
            }
            ReportForm::Github => bytes.extend(commands(row, &self.report.notes).into_bytes()),
            ReportForm::Json | ReportForm::Html | ReportForm::Junit | ReportForm::Sarif => {}
        }
        bytes
    }

    /// Adds a result without writing it.
    pub fn add(&mut self, row: Row) {
        self.report.rows.push(row);
    }

    /// Records an exit status that belongs to no result.
    pub fn settle(&mut self, exit_status: ExitStatus) {
        self.streamed = self.streamed.max(exit_status);
    }

    /// Adds the summary of results that were written one by one, and writes it if the report is for people.
    ///
    /// # Errors
    /// If `output` cannot be written.
    pub fn summary(&mut self, row: Row, output: &mut dyn Write) -> io::Result<()> {
        if self.is_for_people() {
            return self.passage(&line(&row), output);
        }
        if self.is_whole() {
            self.report.summaries.push(row);
        }
        Ok(())
    }

    /// Records that a limit of time or memory was reached with a property that was not asked for.
    pub fn left_out(&mut self) {
        self.is_cut = true;
    }

    /// Records that the report is about a library of models: of changes the first lines stand before the table, and at the
    /// end stand shares of the library if `with_summary`.
    pub fn is_about_library(&mut self, with_summary: bool) {
        self.library = Some(with_summary);
    }

    /// Records that all results are there: those of a part of the library, by its number from 1 and the number of parts, and
    /// the number of models in the whole library.
    pub fn is_whole_part(&mut self, (part, of): (usize, usize), models: usize) {
        self.report.part = Some(LibraryPart { part, of, models, results: 0 });
    }

    /// Records the place of the current model in the library, from 1.
    pub fn place(&mut self, place: usize) {
        if let Some(model) = self.models.last_mut() {
            model.place = Some(place);
        }
    }

    /// Records the architecture of the current model.
    pub fn architecture(&mut self, name: &'static str) {
        if let Some(size) = self.models.last_mut().and_then(|model| model.size.as_mut()) {
            size.architecture = Some(name);
        }
    }

    /// Adds a failure besides the answers, which the exit code reports.
    pub fn fault(&mut self, fault: String) {
        self.report.faults.push(fault);
    }

    /// Adds the properties of a model that were not requested and have no verdict: a line for people.
    ///
    /// # Errors
    /// If `output` cannot be written.
    pub fn undecided(
        &mut self,
        model: &str,
        names: &[String],
        output: &mut dyn Write,
    ) -> io::Result<()> {
        if names.is_empty() {
            return Ok(());
        }
        let undecided = Undecided { model: model.to_owned(), properties: names.to_vec() };
        let text = not_decided(&undecided);
        self.report.undecided.push(undecided);
        if let Some(section) = self.sections.last_mut() {
            section.undecided = names.to_vec();
        }
        let ReportOptions { layout, is_quiet, .. } = self.options;
        let is_left_out = matches!(
            layout,
            ResultLayout::Digest(_)
                | ResultLayout::Table
                | ResultLayout::Lines
                | ResultLayout::Silent
        );
        if is_quiet || is_left_out || !self.is_for_people() {
            return Ok(());
        }
        self.passage(&text, output)
    }

    /// Writes a passage for people among the results, behind those that wait.
    ///
    /// # Errors
    /// If `output` cannot be written.
    pub fn passage(&mut self, text: &str, output: &mut dyn Write) -> io::Result<()> {
        let before = self.take_joined();
        output.write_all(&before)?;
        let lines = text.split_inclusive('\n').count();
        // Only passages of several lines are separated from their neighbours.
        let apart = self.last_lines.is_some_and(|last| last.max(lines) > 1);
        self.last_lines = Some(lines);
        if apart {
            writeln!(output)?;
        }
        output.write_all(fitted_text(text, self.options.width).as_bytes())
    }

    /// Adds a remark on all results to the page, if the report is one.
    pub fn remark(&mut self, text: &str) {
        self.remarks.push(text.to_owned());
    }

    /// Returns the lines with the verdicts of results that are shown when the report itself is written elsewhere.
    pub fn told(&self, rows: &[Row]) -> String {
        // There may be very many models: only those that need attention are named.
        let is_told =
            |row: &&Row| self.library.is_none() || row.answer.exit_status() != ExitStatus::Fine;
        let told = rows.iter().filter(|row| self.options.layout.tells(row)).filter(is_told);
        told.map(line).collect()
    }

    /// Returns the last line that is shown when a report about a library is written elsewhere: the number of models by
    /// how they compare with what they expect.
    pub fn told_last(&self) -> Option<String> {
        self.library?;
        Some(overview::models_summary(&self.report, &self.models))
    }

    /// Returns a line for each result that decides.
    pub fn lines(&self) -> String {
        self.report.deciding().map(line).collect()
    }

    /// Returns `true` if the report is for people.
    pub fn is_for_people(&self) -> bool {
        matches!(self.options.form, ReportForm::Human)
    }

    /// Returns `true` if the report is a page.
    pub fn is_page(&self) -> bool {
        matches!(self.options.form, ReportForm::Html)
    }

    /// Returns `true` if the report is for another process.
    pub fn is_recorded(&self) -> bool {
        matches!(self.options.form, ReportForm::Records)
    }

    /// Returns `true` if the report is written at the end, as a whole, or diagnostics are part of it.
    pub fn is_whole(&self) -> bool {
        use ReportForm::{Html, Json, Junit, Records, Sarif};
        matches!(self.options.form, Json | Html | Junit | Sarif | Records)
    }

    /// Returns `true` if the diagnostics of models are part of the report.
    pub fn wants_notes(&self) -> bool {
        self.is_whole() || matches!(self.options.form, ReportForm::Github)
    }

    /// Returns `true` if results that are as they should be are written, or kept.
    pub fn wants_all(&self) -> bool {
        let is_picky =
            matches!(self.options.layout, ResultLayout::Failures(_) | ResultLayout::Silent);
        !(self.is_for_people() && is_picky)
    }

    /// Returns the exit status of all results and faults together.
    pub fn exit_status(&self) -> ExitStatus {
        self.report.exit_status().max(self.streamed)
    }

    /// Returns the exit code of a run with the exit status `exit_status`.
    pub fn exit_code(&self, exit_status: ExitStatus) -> u8 {
        self.report.exit_code(exit_status)
    }

    /// Writes the end of a report that is not a page: the text after all results, or all of them.
    ///
    /// # Errors
    /// If `output` cannot be written.
    pub fn finish(&mut self, mut output: &mut dyn Write) -> io::Result<()> {
        self.end_model(output)?;
        let exit_status = self.exit_status();
        let code = self.exit_code(exit_status);
        let Self { report, models, options, .. } = self;
        let results = report.rows.len();
        report.part = report.part.map(|part| LibraryPart { results, ..part });
        match options.form {
            ReportForm::Human => {}
            ReportForm::Json => {
                if self.library.is_some() {
                    report.library =
                        with_rows(report, models).iter().filter_map(library_entry).collect();
                }
                return write_report(report, options.detail, code, &mut output);
            }
            ReportForm::Junit => return write_junit(report, models, options.detail, output),
            ReportForm::Sarif => return write_sarif(report, (exit_status, code), output),
            ReportForm::Github => return write!(output, "{}", fault_commands(&report.faults)),
            ReportForm::Ndjson => {
                let statistics =
                    Some(&report.statistics).filter(|statistics| !statistics.is_null());
                let library = report.part.map(|part| match report.lacking.as_slice() {
                    [] => json!({ "library": part }),
                    lacking => json!({ "library": part, "lacking": lacking }),
                });
                let ends =
                    [statistics.map(|statistics| json!({ "statistics": statistics })), library];
                return ends.iter().flatten().try_for_each(|end| writeln!(output, "{end}"));
            }
            ReportForm::Records => {
                let end = EndRecord {
                    size: models.last().and_then(|model| model.size).map(SizeRecord::new),
                    notes: report
                        .notes
                        .iter()
                        .map(|note| (note.clone(), note.label.clone()))
                        .collect(),
                    undecided: report
                        .undecided
                        .iter()
                        .flat_map(|one| one.properties.clone())
                        .collect(),
                    faults: report.faults.clone(),
                    lacking: report.lacking.clone(),
                    is_cut: self.is_cut,
                };
                return output.write_all(&record_line(&Record::End(end)));
            }
            ReportForm::Csv(_) | ReportForm::Html => return Ok(()),
        }
        match options.layout {
            ResultLayout::Table if report.rows.is_empty() => {}
            ResultLayout::Table => {
                let apart = if self.last_lines.is_some() { "\n" } else { "" };
                let (changes, more) = overview::first_changes(report, models, CHANGES);
                let text = overview::table(report, models, options.detail, options.width);
                let first = match self.library {
                    Some(_) => overview::changed_lines(report, models),
                    None => String::new(),
                };
                let first = fitted_text(&first, options.width);
                let between = if first.is_empty() { "" } else { "\n" };
                write!(output, "{apart}{first}{between}{text}")?;
                for row in &changes {
                    write!(
                        output,
                        "\n{}",
                        fitted_text(&row_text(row, Amount::Everything), options.width)
                    )?;
                }
                if more > 0 {
                    writeln!(output, "\nand {more} more models that changed")?;
                }
                let apart = if changes.is_empty() { "" } else { "\n" };
                write!(output, "{apart}{}", overview::models_summary(report, models))?;
            }
            ResultLayout::Lines => write!(output, "{}", overview::closing(report, models.len()))?,
            ResultLayout::Changes => write!(output, "{}", overview::tally(report))?,
            ResultLayout::Digest(_)
            | ResultLayout::Blocks(_)
            | ResultLayout::Findings
            | ResultLayout::Failures(_)
            | ResultLayout::Silent => {}
        }
        write!(output, "{}", overview::evidence(report).unwrap_or_default())?;
        if self.library == Some(true) {
            let text = library_summary(&with_rows(report, models));
            write!(output, "{}", fitted_text(&text, options.width))?;
        }
        Ok(())
    }

    /// Returns the shares of the library, if they are wanted and the report is not for people, who read them in it.
    pub fn shares(&self) -> Option<String> {
        let is_beside = self.library == Some(true) && !self.is_for_people();
        is_beside.then(|| library_summary(&with_rows(&self.report, &self.models)))
    }

    /// Returns the report as a page, if that is its form: the models with changes or violations come first. Only the
    /// first lines of the results are kept.
    pub fn page(&mut self) -> Option<Page> {
        if !self.is_page() {
            return None;
        }
        let exit_status = self.exit_status();
        let Report { command, exit_zero, faults, .. } = &self.report;
        let exit_zero = if *exit_zero { " (--exit-zero)" } else { "" };
        let code = self.exit_code(exit_status);
        let origin = format!("{TOOL} {VERSION} {command}; exit code {code}{exit_zero}");
        let noun = if matches!(command.as_str(), "conform" | "interaction accepts") {
            "inputs"
        } else {
            "models"
        };
        let summary = |row: &Row| {
            format!("{}: {}, {}", row.answer.subject.model, row.answer.verdict.word(), row.message)
        };
        let remarks = overview::evidence(&self.report)
            .into_iter()
            .chain(self.report.summaries.iter().map(summary))
            .chain(std::mem::take(&mut self.remarks))
            .chain(faults.iter().map(|fault| format!("error: {fault}")))
            .collect::<Vec<_>>();
        let has_own_runs = matches!(
            self.options.layout,
            ResultLayout::Findings
                | ResultLayout::Changes
                | ResultLayout::Blocks(Amount::Everything)
        );
        let bare = self.report.rows.iter().map(Row::bare).collect();
        let mut rows = std::mem::replace(&mut self.report.rows, bare);
        let mut sections = std::mem::take(&mut self.sections);
        for (section, model) in sections.iter_mut().zip(&self.models).rev() {
            section.rows = rows.split_off(model.first);
            if self.options.layout != ResultLayout::Changes {
                section.rows.iter_mut().for_each(facts::leave_run_out);
            }
            if let Some(row) = section.rows.first() {
                section.name.clone_from(&row.answer.subject.model);
            }
        }
        sections.retain(|section| !section.rows.is_empty());
        let standstills = sections.iter().filter_map(|section| {
            let rows: Vec<&Row> = section.rows.iter().filter(|row| row.answer.decides()).collect();
            standstill(&rows).map(|remark| format!("{}: {remark}", section.name))
        });
        let remarks = remarks.into_iter().chain(standstills).collect();
        sections.sort_by_key(Section::rank);
        if has_own_runs {
            let rows = sections.iter_mut().flat_map(|section| &mut section.rows);
            rows.for_each(|row| row.answer.run = None);
        }
        let detail = self.options.detail;
        Some(Page { sections, noun, exit_status, origin, remarks, detail })
    }
}

/// Returns what a report for programs says of a model of a library.
fn library_entry(model: &ModelResults<'_>) -> Option<LibraryEntry> {
    let (name, size) =
        (model.rows.first()?.answer.subject.model.clone(), model.size.map(SizeRecord::new));
    Some(LibraryEntry { model: name, place: model.place, size })
}

/// Returns the line that lists the properties of a model without a verdict.
fn not_decided(undecided: &Undecided) -> String {
    format!("{}: not decided: {}\n", undecided.model, counted(&undecided.properties))
}

/// Returns a record on a line.
pub fn record_line(record: &Record) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(record).expect("a record is text, numbers and JSON");
    bytes.push(b'\n');
    bytes
}

/// Returns the first line of a result.
pub fn line(row: &Row) -> String {
    row_text(row, Amount::Line)
}

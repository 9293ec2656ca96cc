//! Sends results where they belong, in the form that was asked for.

use std::io;
use std::path::{Path, PathBuf};

use super::conformance::{CSV_HEADER, PROPERTY, csv_line};
use super::family::counted;
use super::input::{Input, Naming};
use super::models::{Manner, Size};
use super::option_groups::{Colour, Format, ReportArguments};
use super::output::{Failure, Output, tell};
use super::overview::{self, ModelRows};
use super::witness_files::WitnessFiles;
use scm_check::kernel::diagnostics::Severity;
use scm_check::kernel::verdict::{Standing, Verdict};
use scm_check::render::report::html::{Page, Section};
use scm_check::render::report::{
    Amount, Detail, Note, Report, Row, Undecided, write_report, write_result, write_row,
};

/// How results for people are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    /// One after the other, as they come.
    Blocks(Amount),
    /// A line each, as they come, and what to do to see more behind the last.
    Lines,
    /// One after the other; in full only what does not hold, the others in a line.
    Findings,
    /// One after the other; in full only what is violated and not expected to be, or has changed.
    Changes,
    /// One after the other, and only what is not as it should be.
    Failures(Amount),
    /// A line for each model, at the end.
    Table,
    /// Not at all.
    Silent,
}

/// Collects the results of a run, and shows them.
pub(crate) struct ReportWriter {
    output: Output,
    /// Where verdicts are told although the output is a file.
    beside: Option<Output>,
    format: Format,
    layout: Layout,
    detail: Detail,
    colour: Colour,
    is_quiet: bool,
    /// Whether the certificates were written, or it was told why not.
    pub(crate) is_certified: bool,
    witnesses: Option<WitnessFiles>,
    report: Report,
    /// The models, in order.
    models: Vec<ModelRows>,
    /// What a page says of the models, in order.
    sections: Vec<Section>,
    /// The width of the terminal, if there is one.
    width: Option<usize>,
    /// What the rows that are not kept come to.
    streamed: Standing,
    /// Whether the columns of a table for programs are named.
    is_headed: bool,
    /// How many lines that has which was shown last, if something was.
    last_lines: Option<usize>,
}

impl ReportWriter {
    /// Opens the output.
    ///
    /// # Errors
    /// If it cannot be written, or would destroy an input.
    pub(crate) fn open(
        command: &str,
        arguments: &ReportArguments,
        layout: Layout,
        inputs: &[Input],
        width: Option<usize>,
    ) -> Result<Self, Failure> {
        if let Some(path) = &arguments.output.output {
            refuse_input(path, inputs)?;
        }
        let colour = arguments.output.color;
        let directory = arguments.witness.as_ref();
        let detail = if arguments.reproducible { Detail::Reproducible } else { Detail::Full };
        let open = |path: &PathBuf| WitnessFiles::open(path, colour, detail);
        let witnesses = directory.map(open).transpose()?;
        Ok(Self {
            output: Output::open(&arguments.output)?,
            beside: Output::beside(&arguments.output),
            format: arguments.format(),
            layout,
            detail,
            colour,
            is_quiet: arguments.quiet,
            is_certified: arguments.certificate.is_none(),
            witnesses,
            report: Report {
                command: command.to_owned(),
                exit_zero: arguments.exit_zero,
                ..Report::default()
            },
            models: Vec::new(),
            sections: Vec::new(),
            width,
            streamed: Standing::Fine,
            is_headed: false,
            last_lines: None,
        })
    }

    /// Begins the results of a model, with its diagnostics.
    pub(crate) fn model(&mut self, notes: &[Note], size: Option<Size>) {
        self.report.notes.extend_from_slice(notes);
        self.models.push(ModelRows { first: self.report.rows.len(), size });
        self.sections.push(Section { notes: notes.to_vec(), ..Section::default() });
    }

    /// Takes what a page says of the model whose results have begun, where the report is one.
    pub(crate) fn describe(&mut self, describe: impl FnOnce() -> Section) {
        if self.format == Format::Html
            && let Some(section) = self.sections.last_mut()
        {
            *section = Section { notes: std::mem::take(&mut section.notes), ..describe() };
        }
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
        self.keep(input, &row);
        self.tell_beside(std::slice::from_ref(&row));
        self.report.rows.push(row.clone());
        match (self.format, self.layout) {
            (Format::Ndjson, _) => {
                let detail = self.detail;
                self.output.write(|mut stream| write_result(&row, detail, &mut stream))?;
            }
            (Format::Csv, _) => self.csv(std::slice::from_ref(&row))?,
            _ if !row.decides() => {}
            (Format::Auto | Format::Human, Layout::Blocks(amount)) => self.block(&row, amount)?,
            (Format::Auto | Format::Human, Layout::Lines) => self.block(&row, Amount::Line)?,
            (Format::Auto | Format::Human, Layout::Findings) => {
                let amount = match row.verdict {
                    Verdict::Holds => Amount::Line,
                    _ => Amount::Everything,
                };
                self.block(&row, amount)?;
            }
            (Format::Auto | Format::Human, Layout::Changes) => {
                let amount = match row.standing() {
                    Standing::Fine => Amount::Line,
                    _ => Amount::Everything,
                };
                self.block(&row, amount)?;
            }
            (Format::Auto | Format::Human, Layout::Failures(amount)) => {
                if row.standing() != Standing::Fine {
                    self.block(&row, amount)?;
                }
            }
            (Format::Json | Format::Html, _) | (_, Layout::Table | Layout::Silent) => {}
        }
        Ok(())
    }

    /// Tells verdicts on standard output, where that is not where the report goes.
    fn tell_beside(&mut self, rows: &[Row]) {
        let Some(mut beside) = self.beside.take() else { return };
        let is_told = |row: &&Row| match self.layout {
            Layout::Silent => false,
            Layout::Failures(_) => row.decides() && row.standing() != Standing::Fine,
            Layout::Blocks(_)
            | Layout::Lines
            | Layout::Findings
            | Layout::Changes
            | Layout::Table => row.decides(),
        };
        let mut rows = rows.iter().filter(is_told);
        let told = beside
            .write(|mut stream| rows.try_for_each(|row| write_row(row, Amount::Line, &mut stream)));
        match told {
            Ok(()) => self.beside = Some(beside),
            // Nobody listens there any more; the report goes on.
            Err(Failure::Closed) => {}
            Err(failure) => self.fault(&failure),
        }
    }

    /// Writes the witness of a row, where witnesses are wanted. One that cannot be written is told at once, and
    /// shows in the exit code.
    pub(crate) fn keep(&mut self, input: &Input, row: &Row) {
        if let Some(Err(failure)) = self.witnesses.as_mut().map(|files| files.keep(input, row)) {
            self.fault(&failure);
        }
    }

    /// Tells whether a result that is as it should be is shown, or kept for a report.
    pub(crate) fn wants_all(&self) -> bool {
        !matches!(
            (self.format, self.layout),
            (Format::Auto | Format::Human, Layout::Failures(_) | Layout::Silent)
        )
    }

    /// Tells whether people read the results.
    pub(crate) fn is_for_people(&self) -> bool {
        matches!(self.format, Format::Auto | Format::Human)
    }

    /// Takes results of which there may be very many: they are shown at once, and stay only where the report comes
    /// as a whole. Their witnesses are for the caller to [`keep`](Self::keep).
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn stream(&mut self, rows: Vec<Row>) -> Result<(), Failure> {
        let standing = rows.iter().map(Row::standing).max().unwrap_or(Standing::Fine);
        self.streamed = self.streamed.max(standing);
        self.tell_beside(&rows);
        match (self.format, self.layout) {
            (Format::Json | Format::Html, _) => {
                self.report.rows.extend(rows);
                Ok(())
            }
            (Format::Ndjson, _) => {
                let detail = self.detail;
                self.output.write(|mut stream| {
                    rows.iter().try_for_each(|row| write_result(row, detail, &mut stream))
                })
            }
            (Format::Csv, _) => self.csv(&rows),
            (Format::Auto | Format::Human, layout) => {
                let amount = match layout {
                    Layout::Blocks(amount) | Layout::Failures(amount) => amount,
                    Layout::Lines
                    | Layout::Findings
                    | Layout::Changes
                    | Layout::Table
                    | Layout::Silent => Amount::Line,
                };
                rows.iter().try_for_each(|row| self.block(row, amount))
            }
        }
    }

    /// Takes note of how something went that has no result of its own.
    pub(crate) fn settle(&mut self, standing: Standing) {
        self.streamed = self.streamed.max(standing);
    }

    /// Tells what results that were shown one by one come to: in a line for people, else on standard error, unless
    /// people want to hear little, and in a report that comes as a whole.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn sum(&mut self, row: Row) -> Result<(), Failure> {
        let mut text = Vec::new();
        self.output.check(write_row(&row, Amount::Line, &mut text))?;
        let is_told = match &mut self.beside {
            Some(beside) => beside.write(|stream| stream.write_all(&text)).is_ok(),
            None => self.is_quiet,
        };
        if self.is_for_people() {
            return self.passage(&text);
        }
        if matches!(self.format, Format::Json | Format::Html) {
            self.report.summaries.push(row);
        }
        if !is_told {
            tell(self.colour, &String::from_utf8_lossy(&text));
        }
        Ok(())
    }

    fn csv(&mut self, rows: &[Row]) -> Result<(), Failure> {
        let header = if self.is_headed { "" } else { CSV_HEADER };
        self.is_headed = true;
        self.output.write(|stream| {
            stream.write_all(header.as_bytes())?;
            // What a multitrace states is compared elsewhere.
            let is_told = |row: &&Row| row.property.as_deref().is_none_or(|one| one == PROPERTY);
            let rows = rows.iter().filter(is_told);
            rows.map(csv_line).try_for_each(|line| stream.write_all(line.as_bytes()))
        })
    }

    /// Takes what is odd about the model whose results have begun, where the report comes as a whole.
    pub(crate) fn note(&mut self, notes: &[Note]) {
        // There may be very many.
        if !matches!(self.format, Format::Json | Format::Html) {
            return;
        }
        self.report.notes.extend_from_slice(notes);
        if let Some(section) = self.sections.last_mut() {
            section.notes.extend_from_slice(notes);
        }
    }

    fn block(&mut self, row: &Row, amount: Amount) -> Result<(), Failure> {
        let mut text = Vec::new();
        self.output.check(write_row(row, amount, &mut text))?;
        self.passage(&text)
    }

    /// Writes what belongs together.
    fn passage(&mut self, text: &[u8]) -> Result<(), Failure> {
        let lines = text.split_inclusive(|&byte| byte == b'\n').count();
        // Only what takes several lines is set off from its neighbours.
        let apart = self.last_lines.is_some_and(|last| last.max(lines) > 1);
        self.last_lines = Some(lines);
        self.output.write(|stream| {
            if apart {
                writeln!(stream)?;
            }
            stream.write_all(text)
        })
    }

    /// Tells something besides the results: among them for people, else on standard error.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn remark(&mut self, text: &str) -> Result<(), Failure> {
        match self.format {
            Format::Auto | Format::Human => self.passage(text.as_bytes()),
            Format::Json | Format::Ndjson | Format::Csv | Format::Html => {
                tell(self.colour, text);
                Ok(())
            }
        }
    }

    /// The same for what people are told who want to hear little, too: those on standard error.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn insist(&mut self, text: &str) -> Result<(), Failure> {
        if self.is_quiet {
            tell(self.colour, text);
            return Ok(());
        }
        self.remark(text)
    }

    /// Takes the properties of a model that nobody asked for and that have no verdict: a line for people.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn undecided(&mut self, model: &str, names: &[String]) -> Result<(), Failure> {
        if names.is_empty() {
            return Ok(());
        }
        let undecided = Undecided { model: model.to_owned(), properties: names.to_vec() };
        self.report.undecided.push(undecided);
        let is_shown = self.is_for_people()
            && !self.is_quiet
            && !matches!(self.layout, Layout::Table | Layout::Lines | Layout::Silent);
        if !is_shown {
            return Ok(());
        }
        self.passage(not_decided(model, names).as_bytes())
    }

    /// Tells people what holds of all results together, behind the last.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn closing(&mut self, text: &str) -> Result<(), Failure> {
        match self.format {
            Format::Auto | Format::Human => self.passage(text.as_bytes()),
            Format::Json | Format::Ndjson | Format::Csv | Format::Html => Ok(()),
        }
    }

    /// Tells on standard error what could not be done besides answering, which the exit code shows.
    pub(crate) fn fault(&mut self, failure: &Failure) {
        tell(self.colour, &format!("\x1b[1;31merror:\x1b[0m {failure}\n"));
        self.report.faults.push(failure.to_string());
    }

    /// Ends the report where the process must end, with the row of what was being done, if that was about a model,
    /// and returns the exit code.
    pub(crate) fn last_words(&mut self, row: Row) -> u8 {
        self.settle(row.standing());
        let is_about_model = !row.model.is_empty();
        if !is_about_model {
            let why = format!("{}, the report is not complete", row.message);
            tell(self.colour, &format!("\x1b[1;31merror:\x1b[0m {why}\n"));
        }
        let ended = match self.format {
            // A page that is not done is none, and what made it is not asked again.
            Format::Html => {
                self.report.rows.extend(is_about_model.then_some(row));
                let mut text = Vec::new();
                let mut rows = self.report.deciding();
                let told = rows.try_for_each(|row| write_row(row, Amount::Line, &mut text));
                tell(self.colour, &String::from_utf8_lossy(&text));
                self.output.check(told).map(|()| self.report.exit_code(self.standing()))
            }
            // What it says as a whole must follow from what is in it.
            Format::Json if !is_about_model => {
                self.report.rows.push(row);
                self.finish()
            }
            _ if is_about_model => self.row(&Input::text(""), row).and_then(|()| self.finish()),
            _ => self.finish(),
        };
        ended.unwrap_or_else(|_| self.report.exit_code(self.standing()))
    }

    /// Returns the exit code of a run whose output was closed, with or without inputs left.
    pub(crate) fn unheard(&self, inputs_left: bool) -> u8 {
        let rest = if inputs_left { Standing::Open } else { Standing::Fine };
        self.report.exit_code(self.standing().max(rest))
    }

    /// Writes text that belongs to the output between results.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.output.write(|stream| stream.write_all(text.as_bytes()))
    }

    /// Ends the report, and returns the exit code.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn finish(&mut self) -> Result<u8, Failure> {
        let code = self.report.exit_code(self.standing());
        let Self { output, report, detail, models, width, format, layout, last_lines, .. } = self;
        match (*format, *layout) {
            (Format::Json, _) => {
                output.write(|mut stream| write_report(report, *detail, code, &mut stream))?;
            }
            (Format::Auto | Format::Human, Layout::Table) => {
                let apart = if last_lines.is_some() { "\n" } else { "" };
                let text = overview::table(report, models, *detail, *width);
                output.write(|stream| write!(stream, "{apart}{text}"))?;
            }
            (Format::Auto | Format::Human, Layout::Lines) => {
                let text = overview::closing(report, models.len());
                output.write(|stream| stream.write_all(text.as_bytes()))?;
            }
            (Format::Auto | Format::Human, Layout::Changes) => {
                let text = overview::tally(report);
                output.write(|stream| stream.write_all(text.as_bytes()))?;
            }
            (Format::Ndjson | Format::Csv | Format::Html, _)
            | (_, Layout::Blocks(_) | Layout::Findings | Layout::Failures(_) | Layout::Silent) => {}
        }
        if matches!(*format, Format::Auto | Format::Human)
            && let Some(text) = overview::evidence(report)
        {
            output.write(|stream| stream.write_all(text.as_bytes()))?;
        }
        self.output.finish()?;
        Ok(code)
    }

    /// Ends a report that is a page with its text, and returns the exit code.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn finish_with(&mut self, page: io::Result<Vec<u8>>) -> Result<u8, Failure> {
        self.output.write(|stream| stream.write_all(&page?))?;
        self.output.finish()?;
        Ok(self.report.exit_code(self.standing()))
    }

    /// Returns the report as a page, if it is to be one.
    pub(crate) fn page(&mut self) -> Option<Page> {
        if self.format != Format::Html {
            return None;
        }
        let verdict = self.report.verdict();
        let summaries = self
            .report
            .summaries
            .iter()
            .map(|row| format!("{}: {}, {}", row.model, row.verdict.word(), row.message));
        let remarks = overview::evidence(&self.report).into_iter().chain(summaries);
        let undecided = self.report.undecided.iter();
        let undecided = undecided.map(|one| not_decided(&one.model, &one.properties));
        let remarks = remarks.chain(undecided).collect();
        let bare = self.report.rows.iter().map(Row::bare).collect();
        let mut rows = std::mem::replace(&mut self.report.rows, bare);
        let mut sections = std::mem::take(&mut self.sections);
        for (section, model) in sections.iter_mut().zip(&self.models).rev() {
            section.rows = rows.split_off(model.first);
            if let Some(row) = section.rows.first() {
                section.name.clone_from(&row.model);
            }
        }
        sections.retain(|section| !section.rows.is_empty());
        Some(Page { sections, verdict, remarks, detail: self.detail })
    }

    fn standing(&self) -> Standing {
        self.report.standing().max(self.streamed)
    }
}

/// Returns the line that says of a model which properties have no verdict.
fn not_decided(model: &str, names: &[String]) -> String {
    format!("{model}: not decided: {}\n", counted(names))
}

/// Returns how inputs are read for a report.
pub(crate) fn manner(arguments: &ReportArguments) -> Manner {
    Manner {
        naming: if arguments.reproducible { Naming::FileName } else { Naming::Path },
        colour: arguments.output.color,
        mildest: if arguments.quiet { Severity::Error } else { Severity::Warning },
    }
}

/// Refuses an output file that is one of the inputs, which would be lost.
///
/// # Errors
/// If it is one.
pub(crate) fn refuse_input(output: &Path, inputs: &[Input]) -> Result<(), Failure> {
    let same = |input: &Input| input.path().is_some_and(|path| is_one_file(path, output));
    if inputs.iter().any(same) {
        let output = output.display();
        return Err(Failure::Usage(format!("the output {output} is one of the inputs")));
    }
    Ok(())
}

/// Tells whether two paths lead to the same place in a file system, whether or not anything is there
/// yet; devices take what two have to say.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let is_device = one.exists() && !one.is_file();
    let place = |path: &Path| std::path::absolute(path).ok();
    !is_device
        && (is_one_file(one, other) || place(one).is_some_and(|one| place(other) == Some(one)))
}

/// Tells whether two paths lead to one file that is there, by links of any kind.
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
    use crate::cli::input::expand;
    use crate::cli::option_groups::{OutputArguments, ProgressChoice};
    use scm_check::driver::Role;
    use scm_check::kernel::verdict::Reason;

    /// Returns what is written of `rows`, and the exit code.
    fn written(name: &str, format: Format, layout: Layout, rows: &[Row]) -> (String, u8) {
        let path = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
        let arguments = ReportArguments {
            asked_format: format,
            output: OutputArguments { output: Some(path.clone()), color: Colour::Never },
            witness: None,
            certificate: None,
            verify: false,
            progress: ProgressChoice::None,
            ascii: false,
            quiet: false,
            verbose: false,
            exit_zero: false,
            reproducible: true,
        };
        let input = expand(&["m.scm".into()]).remove(0);
        let mut reporter =
            ReportWriter::open("rsc", &arguments, layout, &[], None).expect("a file");
        reporter.model(&[], Some(Size::default()));
        for row in rows {
            reporter.row(&input, row.clone()).expect("a file");
        }
        let code = reporter.finish().expect("a file");
        let text = std::fs::read_to_string(&path).expect("it was written");
        std::fs::remove_file(path).expect("it is there");
        (text, code)
    }

    fn row(property: &str, verdict: Verdict, role: Role) -> Row {
        Row { property: Some(property.into()), verdict, role, ..Row::unreadable("m.scm", "") }
    }

    #[test]
    fn premises_are_results_for_programs_and_columns_but_no_blocks() {
        let rows = [
            row("rsc", Verdict::Violated, Role::Premise),
            row("bad_states/1", Verdict::Holds, Role::Answer),
        ];
        let block = "m.scm: bad_states/1 holds\n".to_owned();
        for layout in [Layout::Blocks(Amount::Everything), Layout::Lines, Layout::Changes] {
            assert_eq!(written("blocks", Format::Human, layout, &rows), (block.clone(), 0));
        }
        let (table, code) = written("table", Format::Human, Layout::Table, &rows);
        assert_eq!(code, 0);
        assert!(table.contains("rsc") && table.contains("VIOLATED"), "{table}");
        assert!(!table.contains("counterexample"), "nobody asked for it: {table}");
        let (lines, _) = written("lines", Format::Ndjson, Layout::Lines, &rows);
        assert_eq!(lines.lines().count(), 2);
        let (object, _) = written("object", Format::Json, Layout::Lines, &rows);
        assert!(object.contains(r#""property":"rsc""#), "{object}");
        assert!(object.ends_with("\"verdict\":\"holds\",\"exit_code\":0}\n"), "{object}");
    }

    #[test]
    fn a_premise_on_which_the_program_broke_is_shown() {
        let verdict = Verdict::Unknown(Reason::Crashed);
        let rows = [row("rsc", verdict, Role::Premise)];
        let shown = written("broken", Format::Human, Layout::Lines, &rows);
        assert_eq!(shown, ("m.scm: rsc unknown (crashed)\n".to_owned(), 101));
    }
}

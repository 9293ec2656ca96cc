//! Reports as JUnit XML: a suite for each model, a case for each property.

use std::io::{self, Write};
use std::time::Duration;

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::findings::errors;
use super::human::{plain_line, plain_lines};
use super::model_results::ModelRows;
use super::{Note, Report, Row, TOOL};
use crate::drawing::xml_text;
use crate::sentences::Detail;
use kernel::verdict::{ExitStatus, Verdict};

/// The name of the case of a result without property: the model was not read.
const READING: &str = "read";

/// Writes the results that are no premises, of each model those without other models between them.
///
/// A violation that is not expected and a changed result are failures; a model that cannot be read and a crash are
/// errors; an unknown result is skipped, expected or not, since nothing was shown. A violation that does not count has
/// passed, and its output says what it is.
///
/// # Errors
/// If `output` cannot be written.
pub(super) fn write_junit(
    report: &Report,
    models: &[ModelRows],
    detail: Detail,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut document = quick_junit::Report::new(format!("{TOOL} {}", report.command));
    let begins = |index: &usize| models.binary_search_by_key(index, |model| model.first).is_ok();
    let rows: Vec<(usize, &Row)> =
        report.rows.iter().enumerate().filter(|(_, row)| row.is_shown()).collect();
    let is_one = |one: &(usize, &Row), next: &(usize, &Row)| {
        one.1.answer.subject.model == next.1.answer.subject.model
            && !(one.0 + 1..=next.0).any(|index| begins(&index))
    };
    for rows in rows.chunk_by(is_one) {
        let model = name(&rows[0].1.answer.subject.model);
        let mut suite = TestSuite::new(&model);
        let mut total = Duration::ZERO;
        for (_, row) in rows {
            let mut case = TestCase::new(case_name(row), status(row, &report.notes));
            case.set_classname(&model);
            if row.is_aside() {
                case.set_system_out(xml_text(&plain_line(row)));
            }
            if let Some(time) = time(row, detail) {
                case.set_time(time);
                total += time;
            }
            suite.add_test_case(case);
        }
        if detail == Detail::Full {
            suite.set_time(total);
        }
        document.add_test_suite(suite);
    }
    if !report.faults.is_empty() {
        let mut suite = TestSuite::new(TOOL);
        for fault in &report.faults {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(xml_text(fault));
            let mut case = TestCase::new("report", status);
            case.set_classname(TOOL);
            suite.add_test_case(case);
        }
        document.add_test_suite(suite);
    }
    let text = document.to_string().map_err(io::Error::other)?;
    // The schema of Jenkins, which refuses what it does not know, has no such attribute of the whole.
    let skipped = format!(" skipped=\"{}\"", document.skipped);
    write!(output, "{}", text.replacen(&skipped, "", 1))
}

/// Returns the name of a model; results about no model are those of the program.
fn name(model: &str) -> String {
    if model.is_empty() { TOOL.to_owned() } else { xml_text(model) }
}

/// Returns the name of a result among those of its model.
fn case_name(row: &Row) -> String {
    let label = row.label().unwrap_or_else(|| READING.to_owned());
    match row.details.session().flatten() {
        Some(session) => xml_text(&format!("{label} of session {session}")),
        None => xml_text(&label),
    }
}

/// Returns the time that a result took, if it is part of the report.
fn time(row: &Row, detail: Detail) -> Option<Duration> {
    let statistics = row.answer.statistics.filter(|_| detail == Detail::Full)?;
    Some(Duration::from_millis(statistics.milliseconds))
}

/// Returns how a case ended, with the reason and the explanation.
fn status(row: &Row, notes: &[Note]) -> TestCaseStatus {
    let (mut status, kind) = match (row.answer.exit_status(), row.answer.verdict) {
        (ExitStatus::Crashed, Verdict::Unknown(reason)) => {
            (TestCaseStatus::non_success(NonSuccessKind::Error), reason.word())
        }
        (_, Verdict::Unknown(reason)) => (TestCaseStatus::skipped(), reason.word()),
        (ExitStatus::Refused | ExitStatus::Crashed, _) => {
            (TestCaseStatus::non_success(NonSuccessKind::Error), Verdict::Error.word())
        }
        (ExitStatus::Failed, verdict) => {
            (TestCaseStatus::non_success(NonSuccessKind::Failure), verdict.word())
        }
        (ExitStatus::Fine | ExitStatus::Open | ExitStatus::Interrupted, _) => {
            return TestCaseStatus::success();
        }
    };
    status.set_message(xml_text(&plain_line(row)));
    status.set_type(kind);
    let mut lines = plain_lines(row);
    lines.extend(errors(row, notes).flat_map(diagnostic));
    status.set_description(xml_text(&lines.join("\n")));
    status
}

/// Returns a diagnostic as lines.
fn diagnostic(note: &Note) -> Vec<String> {
    let place = match (note.line, note.column) {
        (Some(line), Some(column)) => format!(":{line}:{column}"),
        _ => String::new(),
    };
    let label = if note.label.is_empty() { String::new() } else { format!(": {}", note.label) };
    let Note { code, message, file, severity, .. } = note;
    let first = format!("{file}{place}: {}[{code}]: {message}{label}", severity.word());
    let help = note.help.iter().map(|help| format!("  help: {help}"));
    [first].into_iter().chain(help).collect()
}

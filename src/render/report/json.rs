//! Reports for programs: one object, or one result a line.

use check::EngineName;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use super::{Details, Lacking, LibraryEntry, LibraryPart, Note, Report, Row, Undecided};
use crate::sentences::Detail;
use driver::{Answer, Confirmation, Statistics};
use kernel::verdict::{Comparison, Reason};
use language::evidence::WitnessDocument;

#[derive(Serialize)]
struct ReportObject<'a> {
    schema: &'static str,
    schema_version: u32,
    tool: Value,
    command: &'a str,
    exit_zero: bool,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    properties: &'a [String],
    #[serde(skip_serializing_if = "Value::is_null")]
    statistics: &'a Value,
    results: Vec<ResultObject<'a>>,
    diagnostics: &'a [Note],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    summaries: Vec<Value>,
    #[serde(skip_serializing_if = "<[LibraryEntry]>::is_empty")]
    models: &'a [LibraryEntry],
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<LibraryPart>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    faults: &'a [String],
    #[serde(skip_serializing_if = "<[Undecided]>::is_empty")]
    not_decided: &'a [Undecided],
    #[serde(skip_serializing_if = "<[Lacking]>::is_empty")]
    lacking: &'a [Lacking],
    verdict: &'static str,
    exit_code: u8,
}

#[derive(Serialize)]
struct ResultObject<'a> {
    model: &'a str,
    sha256: Option<&'a str>,
    property: Option<&'a str>,
    channels: String,
    verdict: &'static str,
    reason: Option<&'static str>,
    level: &'static str,
    counts: bool,
    engine: Option<&'static str>,
    detail: DetailObject<'a>,
    statistics: Option<Value>,
    witness: Option<&'a WitnessDocument>,
}

#[derive(Serialize)]
struct DetailObject<'a> {
    #[serde(flatten)]
    details: &'a Details,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation_cut: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<&'static str>,
}

impl<'a> DetailObject<'a> {
    fn new(row: &'a Row) -> Self {
        Self {
            details: &row.details,
            run: row.answer.run,
            explanation_cut: row.evidence.explanation_cut.map(Reason::word),
            evidence: row.answer.confirmation.as_ref().map(Confirmation::word),
            expected: row.answer.expected.map(|expected| expected.verdict.word()),
            comparison: row.comparison().map(Comparison::word),
        }
    }
}

impl<'a> ResultObject<'a> {
    fn new(row: &'a Row, detail: Detail) -> Self {
        let Answer { subject, verdict, engine, statistics, .. } = &row.answer;
        Self {
            model: &subject.model,
            sha256: subject.sha256.as_deref(),
            property: subject.property.as_deref(),
            channels: subject.channels.word(),
            verdict: verdict.word(),
            reason: verdict.reason().map(Reason::word),
            level: row.level().word(),
            counts: row.counts(),
            engine: engine.map(EngineName::word),
            detail: DetailObject::new(row),
            statistics: statistics.map(|statistics| work(statistics, detail)),
            witness: row.evidence.witness.as_deref(),
        }
    }
}

fn work(statistics: Statistics, detail: Detail) -> Value {
    let Statistics { states, transitions, depth, milliseconds, peak_bytes } = statistics;
    let mut object = json!({ "states": states, "transitions": transitions, "depth": depth });
    if detail == Detail::Full {
        object["milliseconds"] = json!(milliseconds);
        object["peak_bytes"] = json!(peak_bytes);
    }
    object
}

fn summary(row: &Row) -> Value {
    let Answer { subject, verdict, .. } = &row.answer;
    json!({
        "model": subject.model,
        "property": subject.property,
        "verdict": verdict.word(),
        "reason": verdict.reason().map(Reason::word),
        "detail": DetailObject::new(row),
    })
}

/// Writes the whole report as one JSON object on a line of its own.
///
/// `exit_code` is that of the process.
///
/// # Errors
/// If `output` cannot be written.
pub fn write_report(
    report: &Report,
    detail: Detail,
    exit_code: u8,
    output: &mut impl Write,
) -> io::Result<()> {
    let object = ReportObject {
        schema: "scm-check/report",
        schema_version: 1,
        tool: json!({ "name": super::TOOL, "version": super::VERSION }),
        command: &report.command,
        exit_zero: report.exit_zero,
        properties: &report.properties,
        statistics: &report.statistics,
        results: report.rows.iter().map(|row| ResultObject::new(row, detail)).collect(),
        diagnostics: &report.notes,
        summaries: report.summaries.iter().map(summary).collect(),
        models: &report.library,
        library: report.part,
        faults: &report.faults,
        not_decided: &report.undecided,
        lacking: &report.lacking,
        verdict: report.verdict().word(),
        exit_code,
    };
    serde_json::to_writer(&mut *output, &object)?;
    writeln!(output)
}

/// Writes one result as a JSON object on a separate line: the same object as among the
/// results of the whole report.
///
/// # Errors
/// If `output` cannot be written.
pub fn write_result(row: &Row, detail: Detail, output: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *output, &ResultObject::new(row, detail))?;
    writeln!(output)
}

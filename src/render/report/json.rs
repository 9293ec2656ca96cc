//! Reports for programs: one object, or one result a line.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Note, Report, Row, Statistics, Undecided};
use kernel::verdict::Comparison;

/// What a report says about the run that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Detail {
    /// Everything.
    Full,
    /// Nothing that differs between two runs on the same input: no times, no memory.
    Reproducible,
}

#[derive(Serialize)]
struct ReportObject<'a> {
    schema: &'static str,
    schema_version: u32,
    tool: ToolObject,
    command: &'a str,
    exit_zero: bool,
    results: Vec<ResultObject<'a>>,
    diagnostics: Vec<DiagnosticObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    summaries: Vec<SummaryObject<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    faults: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_decided: Vec<UndecidedObject<'a>>,
    verdict: &'static str,
    exit_code: u8,
}

#[derive(Serialize)]
struct SummaryObject<'a> {
    model: &'a str,
    property: Option<&'a str>,
    verdict: &'static str,
    reason: Option<&'static str>,
    detail: &'a Map<String, Value>,
}

#[derive(Serialize)]
struct UndecidedObject<'a> {
    model: &'a str,
    properties: &'a [String],
}

#[derive(Serialize)]
struct ToolObject {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct ResultObject<'a> {
    model: &'a str,
    sha256: Option<&'a str>,
    property: Option<&'a str>,
    channels: &'static str,
    verdict: &'static str,
    reason: Option<&'static str>,
    engine: Option<&'static str>,
    detail: Map<String, Value>,
    statistics: Option<StatisticsObject>,
    witness: Option<&'a Value>,
}

#[derive(Serialize)]
struct StatisticsObject {
    states: u64,
    transitions: u64,
    depth: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_bytes: Option<u64>,
}

#[derive(Serialize)]
struct DiagnosticObject<'a> {
    code: &'a str,
    severity: &'static str,
    message: &'a str,
    file: &'a str,
    line: Option<u64>,
    column: Option<u64>,
}

impl<'a> UndecidedObject<'a> {
    fn new(undecided: &'a Undecided) -> Self {
        Self { model: &undecided.model, properties: &undecided.properties }
    }
}

impl<'a> ResultObject<'a> {
    fn new(row: &'a Row, detail: Detail) -> Self {
        let mut details = row.detail.clone();
        if let Some(expected) = row.expected {
            details.insert("expected".into(), expected.verdict.word().into());
            let comparison = match expected.compare(row.verdict) {
                Comparison::Met => "met",
                Comparison::Missed => "missed",
                Comparison::Open => "open",
            };
            details.insert("comparison".into(), comparison.into());
        }
        Self {
            model: &row.model,
            sha256: row.sha256.as_deref(),
            property: row.property.as_deref(),
            channels: row.channels,
            verdict: row.verdict.word(),
            reason: row.verdict.reason().map(kernel::verdict::Reason::word),
            engine: row.engine,
            detail: details,
            statistics: row.statistics.map(|statistics| StatisticsObject::new(statistics, detail)),
            witness: row.witness.as_deref(),
        }
    }
}

impl StatisticsObject {
    fn new(statistics: Statistics, detail: Detail) -> Self {
        let Statistics { states, transitions, depth, milliseconds, peak_bytes } = statistics;
        let of_the_run = |number| match detail {
            Detail::Full => Some(number),
            Detail::Reproducible => None,
        };
        Self {
            states,
            transitions,
            depth,
            milliseconds: of_the_run(milliseconds),
            peak_bytes: of_the_run(peak_bytes),
        }
    }
}

impl<'a> DiagnosticObject<'a> {
    fn new(note: &'a Note) -> Self {
        Self {
            code: &note.code,
            severity: note.severity.word(),
            message: &note.message,
            file: &note.file,
            line: note.line,
            column: note.column,
        }
    }
}

impl<'a> SummaryObject<'a> {
    fn new(row: &'a Row) -> Self {
        Self {
            model: &row.model,
            property: row.property.as_deref(),
            verdict: row.verdict.word(),
            reason: row.verdict.reason().map(kernel::verdict::Reason::word),
            detail: &row.detail,
        }
    }
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
        tool: ToolObject { name: super::TOOL, version: super::VERSION },
        command: &report.command,
        exit_zero: report.exit_zero,
        results: report.rows.iter().map(|row| ResultObject::new(row, detail)).collect(),
        diagnostics: report.notes.iter().map(DiagnosticObject::new).collect(),
        summaries: report.summaries.iter().map(SummaryObject::new).collect(),
        faults: &report.faults,
        not_decided: report.undecided.iter().map(UndecidedObject::new).collect(),
        verdict: report.verdict().word(),
        exit_code,
    };
    serde_json::to_writer(&mut *output, &object)?;
    writeln!(output)
}

/// Writes one result as a JSON object on a line of its own: the same object that stands among the
/// results of the whole report.
///
/// # Errors
/// If `output` cannot be written.
pub fn write_result(row: &Row, detail: Detail, output: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *output, &ResultObject::new(row, detail))?;
    writeln!(output)
}

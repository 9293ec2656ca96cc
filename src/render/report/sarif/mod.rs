//! Reports as SARIF 2.1.0, the static analysis results interchange format: one run, with a rule for each kind of property
//! and a result for each violation that is not expected, each changed result and each error of a model that cannot be
//! read.
//!
//! What has no answer is a notification of the run, not a result: nothing was found there.

mod log;
mod uri;

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::findings::{Finding, Level, findings};
use super::places::{self, Place, Remark};
use super::{Report, Row, TOOL, VERSION};
use driver::AnswerSubject;
use kernel::verdict::{Comparison, ExitStatus};
use log::{
    ArtifactLocation, CodeFlow, Descriptor, Driver, Invocation, Location, Log, Message,
    Notification, PhysicalLocation, Region, RuleReference, Run, SarifResult, StepLocation,
    ThreadFlow, Tool,
};
use uri::uri;

/// The schema of the format.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Maximum number of steps of a run in a report: readers show no more.
const STEPS: usize = 1_000;

/// Writes a report as one JSON object on a line of its own; `end` is the exit status of all results and the exit code of
/// the process.
///
/// # Errors
/// If `output` cannot be written.
pub(super) fn write_sarif(
    report: &Report,
    end: (ExitStatus, u8),
    output: &mut dyn Write,
) -> io::Result<()> {
    let (exit_status, exit_code) = end;
    let mut rules = Rules::default();
    let mut results = Vec::new();
    let mut notifications = Vec::new();
    for finding in report.rows.iter().flat_map(|row| findings(row, &report.notes)) {
        let rule = rules.reference(&finding);
        match finding.level {
            Level::Error | Level::Note => results.push(result(&finding, rule)),
            Level::Warning => notifications.push(Notification {
                level: "warning",
                message: Message::new(&finding.message),
                locations: finding.place.iter().map(location).collect(),
                associated_rule: Some(rule),
            }),
        }
    }
    notifications.extend(report.faults.iter().map(|fault| Notification {
        level: "error",
        message: Message::new(fault),
        locations: Vec::new(),
        associated_rule: None,
    }));
    let execution_successful =
        matches!(exit_status, ExitStatus::Fine | ExitStatus::Failed | ExitStatus::Open);
    let invocation =
        Invocation { execution_successful, exit_code, tool_execution_notifications: notifications };
    let driver = Driver { name: TOOL, version: VERSION, rules: rules.descriptors };
    let run = Run {
        tool: Tool { driver },
        invocations: [invocation],
        column_kind: "unicodeCodePoints",
        results,
    };
    serde_json::to_writer(&mut *output, &Log { schema: SCHEMA, version: "2.1.0", runs: [run] })?;
    writeln!(output)
}

/// The rules that occur, in the order of their first occurrence.
#[derive(Default)]
struct Rules {
    descriptors: Vec<Descriptor>,
    indices: BTreeMap<String, usize>,
}

impl Rules {
    /// Returns the rule of a finding, which is added if it is new.
    fn reference(&mut self, finding: &Finding<'_>) -> RuleReference {
        let id = &finding.rule;
        let index = *self.indices.entry(id.clone()).or_insert_with(|| {
            self.descriptors.push(descriptor(finding));
            self.descriptors.len() - 1
        });
        RuleReference { id: id.clone(), index }
    }
}

/// Returns the description of the rule of a finding, with the page that explains it, if there is one.
fn descriptor(finding: &Finding<'_>) -> Descriptor {
    let id = finding.rule.clone();
    let (what, page) = match (finding.note, &finding.row.answer.subject.property) {
        (Some(_), _) => (format!("error {id}"), Some(id.as_str())),
        (None, Some(_)) => (format!("property {id}"), finding.row.text.topic),
        (None, None) => (format!("no result: {id}"), finding.row.text.topic),
    };
    Descriptor {
        short_description: Message::new(&what),
        help: page.map(|page| Message::new(&format!("{TOOL} explain {page}"))),
        id,
    }
}

fn result(finding: &Finding<'_>, rule: RuleReference) -> SarifResult {
    let Finding { row, note, .. } = *finding;
    let (related, run) = match note {
        Some(note) => (of_note(note), Vec::new()),
        None => (places::related(row), places::run(row, STEPS)),
    };
    let steps: Vec<StepLocation> = run
        .iter()
        .filter_map(|remark| {
            Some(StepLocation { location: remarked(remark), execution_order: remark.step? })
        })
        .collect();
    let flow = |steps| CodeFlow { thread_flows: [ThreadFlow { locations: steps }] };
    SarifResult {
        rule_id: rule.id,
        rule_index: rule.index,
        level: if finding.level == Level::Note { "note" } else { "error" },
        message: Message::new(&finding.message),
        locations: finding.place.iter().map(location).collect(),
        related_locations: distinct(related).iter().map(remarked).collect(),
        code_flows: if steps.is_empty() { Vec::new() } else { vec![flow(steps)] },
        partial_fingerprints: BTreeMap::from([("question/v1", fingerprint(finding))]),
        properties: properties(row),
    }
}

/// Returns what stays the same of a finding while the model is edited: the model, the question, and the diagnostic.
fn fingerprint(finding: &Finding<'_>) -> String {
    let Finding { row, note, .. } = *finding;
    let session = row.details.session().flatten();
    let note = note.map(|note| [&note.code, &note.message]);
    let AnswerSubject { model, property, channels, .. } = &row.answer.subject;
    json!([places::without_dot(model), property, channels.word(), session, note]).to_string()
}

/// Returns the fields of a result that programs look for.
fn properties(row: &Row) -> Value {
    json!({
        "property": row.answer.subject.property,
        "channels": row.answer.subject.channels.word(),
        "verdict": row.answer.verdict.word(),
        "level": row.level().word(),
        "counts": row.counts(),
        "expected": row.answer.expected.map(|expected| expected.verdict.word()),
        "comparison": row.comparison().map(Comparison::word),
    })
}

/// Returns the other places of a diagnostic.
fn of_note(note: &super::Note) -> Vec<Remark> {
    let remark = |related: &super::RelatedNote| {
        let super::RelatedNote { file, line, column, message } = related;
        let place = Place { column: Some(*column), ..Place::line(file, *line) };
        Remark { place, text: message.clone(), step: None }
    };
    note.related.iter().map(remark).collect()
}

/// Returns remarks without repetitions, which the format forbids: one transition may be several steps.
fn distinct(remarks: Vec<Remark>) -> Vec<Remark> {
    let mut distinct: Vec<Remark> = Vec::new();
    for remark in remarks {
        let is_it = |other: &Remark| other.place == remark.place && other.text == remark.text;
        if !distinct.iter().any(is_it) {
            distinct.push(remark);
        }
    }
    distinct
}

fn location(place: &Place) -> Location {
    let Place { file, line, column, end } = place;
    let region = Region {
        start_line: *line,
        start_column: *column,
        end_line: end.map(|(line, _)| line),
        end_column: end.map(|(_, column)| column),
    };
    let artifact_location = ArtifactLocation { uri: uri(file) };
    Location { physical_location: PhysicalLocation { artifact_location, region }, message: None }
}

fn remarked(remark: &Remark) -> Location {
    Location { message: Some(Message::new(&remark.text)), ..location(&remark.place) }
}

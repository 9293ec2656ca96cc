//! The places that results are about: where the cause of a violation stands in the model, and the steps of the run that
//! shows it.
//!
//! They come from the evidence of a result, which has lines; the text of the model is not needed.

use serde_json::Value;

use super::{Details, Note, Row};
use language::evidence::{WitnessAction, WitnessDocument, WitnessMessage, WitnessStep};

/// A place in the text of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The input, as the user named it, without a directory `.` at the beginning, which readers take for another file.
    pub(super) file: String,
    /// The line, from 1.
    pub(super) line: u64,
    /// The column in characters, from 1, if it is known.
    pub(super) column: Option<u64>,
    /// The line and the column behind the place, if they are known.
    pub(super) end: Option<(u64, u64)>,
}

/// A place with what it has to do with a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Remark {
    /// The place.
    pub(super) place: Place,
    /// What stands there.
    pub(super) text: String,
    /// The number of the step, from 1, if it is one.
    pub(super) step: Option<usize>,
}

impl Place {
    /// Returns a line of a file.
    pub(super) fn line(file: &str, line: u64) -> Self {
        Self { file: without_dot(file).to_owned(), line, column: None, end: None }
    }

    /// Returns the place of a diagnostic; of one about a file as a whole, its first line.
    pub(super) fn of_note(note: &Note) -> Self {
        let end = note.end.map(|end| (end.end_line, end.end_column));
        Self { column: note.column, end, ..Self::line(&note.file, note.line.unwrap_or(1)) }
    }
}

/// Returns a path without a directory `.` at the beginning.
pub(super) fn without_dot(path: &str) -> &str {
    path.strip_prefix("./").map_or(path, |rest| rest.trim_start_matches('/'))
}

/// Returns the line of the model that a result is about, from 1: that of its [`cause`].
pub fn cause_line(row: &Row) -> usize {
    usize::try_from(cause(row).line).unwrap_or(1)
}

/// Returns the place of the cause of a result: the first step of the first edge of a conflict cycle, else the last step
/// of the run; without a run, the line that the details name, else the first line of the model.
pub(super) fn cause(row: &Row) -> Place {
    let by_run = row.evidence.witness.as_deref().and_then(|document| {
        let last = document.steps.iter().rev().find_map(|step| step.line);
        let edges = document.cycle.iter().flat_map(|edge| edge.steps);
        edges
            .filter_map(|number| step(document, number))
            .find_map(|step| step.line)
            .or(last)
            .map(u64::from)
    });
    let line = by_run.or_else(|| stated_line(row)).unwrap_or(1);
    Place::line(&row.answer.subject.model, line)
}

/// Returns the other places of a result: the steps of its conflict cycle and the line that its details name.
pub(super) fn related(row: &Row) -> Vec<Remark> {
    let mut remarks: Vec<Remark> = Vec::new();
    if let Some(document) = &row.evidence.witness {
        let mut numbers: Vec<usize> = document.cycle.iter().flat_map(|edge| edge.steps).collect();
        numbers.sort_unstable();
        numbers.dedup();
        remarks.extend(numbers.into_iter().filter_map(|number| remark(row, document, number)));
        if let Some(line) = stated_line(row) {
            let text = "what is reached".to_owned();
            remarks.push(Remark {
                place: Place::line(&row.answer.subject.model, line),
                text,
                step: None,
            });
        }
    }
    remarks
}

/// Returns the steps of the run that shows a violation, as far as their lines are known: of more than `most` the first
/// and the last ones.
pub(super) fn run(row: &Row, most: usize) -> Vec<Remark> {
    let Some(document) = &row.evidence.witness else { return Vec::new() };
    let count = document.steps.len();
    let (first, last) = if count > most { (most / 2, most - most / 2) } else { (count, 0) };
    let numbers = (1..=first).chain(count - last + 1..=count);
    numbers.filter_map(|number| remark(row, document, number)).collect()
}

/// Returns a step of a run, from 1, with its place, if its line is known.
fn remark(row: &Row, document: &WitnessDocument, number: usize) -> Option<Remark> {
    let step = step(document, number)?;
    let place = Place::line(&row.answer.subject.model, step.line?.into());
    Some(Remark { place, text: action(step), step: Some(number) })
}

fn step(document: &WitnessDocument, number: usize) -> Option<&WitnessStep> {
    document.steps.get(number.checked_sub(1)?)
}

/// Returns who does what in a step.
fn action(step: &WitnessStep) -> String {
    let WitnessStep { participant, from, to, .. } = step;
    let name = |message: &WitnessMessage| message.message.clone();
    match (step.action, &step.message, &step.lost) {
        (_, _, Some(lost)) => format!("`{}` is lost", name(lost)),
        (WitnessAction::Send, Some(sent), _) => format!("`{participant}` sends `{}`", name(sent)),
        (WitnessAction::Receive, Some(received), _) => {
            format!("`{participant}` receives `{}`", name(received))
        }
        _ => format!("`{participant}` goes from {from} to {to}"),
    }
}

/// Returns the line of the specification that a result is about.
fn stated_line(row: &Row) -> Option<u64> {
    match &row.details {
        Details::Fields(fields) => fields.get("line").and_then(Value::as_u64),
        Details::EarlyError(error) => Some(error.line),
        Details::Log(_) => None,
    }
}

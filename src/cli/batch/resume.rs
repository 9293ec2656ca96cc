//! The rows that an interrupted run has written.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

use crate::cli::batch_args::BatchArguments;
use crate::cli::draft;
use crate::cli::failure::{Failure, reason};
use crate::cli::file_kind::kind_by_name;
use crate::cli::input::{Input, Naming};
use scm_check::internals::driver::{AnswerSubject, sha256};
use scm_check::internals::kernel::verdict::Reason;
use scm_check::internals::language::kinds::Kind;
use scm_check::internals::model::choreography::ChannelChoice;
use scm_check::internals::render::report::{Row, RowKey};

/// What distinguishes the rows of a report: the model, the property, the reading of the channels, the predicate.
type ReportKey = (String, RowKey);

/// Properties that are asked of each system, unless others are named.
const ALWAYS: [&str; 2] = ["rsc", "progress"];

/// The rows of an interrupted run that stay.
#[derive(Default)]
pub(super) struct Kept {
    rows: Vec<Row>,
    keys: BTreeSet<ReportKey>,
    /// Numbers of the inputs whose answers are complete.
    complete: BTreeSet<usize>,
}

impl Kept {
    /// Reads the rows in the output file, if the arguments say so, and removes from it what is not complete: a torn last
    /// line, answers that were not found because the run ended, those about models that have changed since, and those that did
    /// not count and are asked for now.
    ///
    /// # Errors
    /// If the file is none that this command writes, or cannot be read or written.
    pub(super) fn read(
        arguments: &BatchArguments,
        inputs: &[Input],
        naming: Naming,
    ) -> Result<Self, Failure> {
        let path = arguments.report.output.output.as_ref().filter(|_| arguments.resume);
        let Some(path) = path else { return Ok(Self::default()) };
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => {
                let why = format!("{}: {}", path.display(), reason(&error));
                return Err(Failure::Usage(why));
            }
        };
        let mut by_name = BTreeMap::new();
        for (model, input) in inputs.iter().enumerate() {
            let name = input.name(naming);
            if by_name.insert(name.clone(), model).is_some() {
                let why = format!(
                    "two models are called {name} in this report, which --resume cannot tell apart"
                );
                return Err(Failure::Usage(why));
            }
        }
        let rows = complete_rows(path, &text)?;
        // The answers about a model come together: only the last one can lack some.
        let last = rows.last().map(|(row, _)| row.answer.subject.model.clone());
        let passes = |row: &Row| {
            let reason = row.answer.verdict.reason();
            // A fact counts if it is asked for by name now.
            let is_asked =
                row.property().is_some_and(|name| arguments.properties.iter().any(|it| it == name));
            matches!(reason, Some(Reason::Interrupted | Reason::Crashed))
                || is_asked && !row.counts()
        };
        let mut digests = BTreeMap::new();
        let mut has_changed = |row: &Row| {
            let AnswerSubject { model, sha256: stated, .. } = &row.answer.subject;
            let Some(model) = by_name.get(model) else { return false };
            let digest = digests
                .entry(*model)
                .or_insert_with(|| inputs[*model].bytes().map(|bytes| sha256(&bytes)));
            stated.is_some() && digest != stated
        };
        let mut open: BTreeSet<String> = last.into_iter().collect();
        let (mut kept, mut bytes) = (Self::default(), Vec::new());
        for (row, line) in rows {
            if passes(&row) || has_changed(&row) {
                open.insert(row.answer.subject.model);
                continue;
            }
            bytes.extend_from_slice(line);
            bytes.push(b'\n');
            kept.keys.insert(key(&row));
            kept.rows.push(row);
        }
        let by_model =
            kept.rows.chunk_by(|one, next| one.answer.subject.model == next.answer.subject.model);
        for rows in by_model {
            let name = &rows[0].answer.subject.model;
            if let Some(&model) = by_name.get(name).filter(|_| !open.contains(name))
                && are_all(arguments, &inputs[model], rows)
            {
                kept.complete.insert(model);
            }
        }
        if bytes != text {
            let name = path.display().to_string();
            draft::write(path, &bytes).map_err(|error| Failure::writing(name, &error))?;
        }
        Ok(kept)
    }

    /// Returns the rows.
    pub(super) fn take_rows(&mut self) -> Vec<Row> {
        std::mem::take(&mut self.rows)
    }

    /// Returns `true` if the answers about the model with a number are complete.
    pub(super) fn has(&self, model: usize) -> bool {
        self.complete.contains(&model)
    }

    /// Returns `true` if the output has the row already.
    pub(super) fn has_row(&self, row: &Row) -> bool {
        !self.keys.is_empty() && self.keys.contains(&key(row))
    }
}

/// Returns `true` if rows are about all that is asked of a model, as far as that is known without reading it: the run that
/// wrote them may have been asked for less.
fn are_all(arguments: &BatchArguments, input: &Input, rows: &[Row]) -> bool {
    let is_system = kind_by_name(input).is_none_or(|kind| kind == Kind::System);
    let asked: Vec<&str> = match arguments.properties.as_slice() {
        [] if is_system => ALWAYS.to_vec(),
        names => names.iter().map(String::as_str).collect(),
    };
    let readings = arguments.readings();
    let has = |name: &str, channels: Option<ChannelChoice>| {
        rows.iter().any(|row| {
            row.property() == Some(name)
                && channels.is_none_or(|channels| row.answer.subject.channels == channels)
        })
    };
    rows.iter().any(|row| row.property().is_none())
        || asked.iter().all(|name| {
            if is_system {
                readings.iter().all(|reading| has(name, Some((*reading).into())))
            } else {
                has(name, None)
            }
        })
}

/// Returns what distinguishes a row from the others of a report.
fn key(row: &Row) -> ReportKey {
    (row.answer.subject.model.clone(), row.owned_key())
}

/// Returns the rows of a text, each with its line, without a torn last one and the end of a whole report.
fn complete_rows<'t>(path: &Path, text: &'t [u8]) -> Result<Vec<(Row, &'t [u8])>, Failure> {
    let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
    let lines = text[..end].split(|&byte| byte == b'\n').enumerate();
    let mut rows = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let value: Option<Value> = serde_json::from_slice(line).ok();
        // The end of a report that was whole is written again.
        if value.as_ref().is_some_and(|value| value["library"].is_object()) {
            continue;
        }
        let Some(row) = value.as_ref().and_then(Row::from_result) else {
            let why = format!("{}:{}: no row of a report", path.display(), number + 1);
            return Err(Failure::Usage(why));
        };
        rows.push((row, line));
    }
    Ok(rows)
}

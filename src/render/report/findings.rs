//! What systems of continuous integration show of results: violations that are not expected, changed results, models
//! that could not be read, answers that are missing, and violations that do not count.

use super::human::plain_line;
use super::places::{Place, cause};
use super::{Note, Row};
use kernel::diagnostics::Severity;
use kernel::verdict::{ExitStatus, Reason, Verdict};

/// How grave a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    /// Something is wrong.
    Error,
    /// There is no answer.
    Warning,
    /// Nothing is wrong.
    Note,
}

/// A result, or a diagnostic of a model that could not be read, which decides the exit code or is a violation.
pub(super) struct Finding<'a> {
    pub(super) level: Level,
    /// The kind of finding: the property without what it is about, the code of a diagnostic, else the word for the
    /// reason.
    pub(super) rule: String,
    /// The name of the property, or the code of a diagnostic.
    pub(super) title: String,
    /// What is the matter, on one line.
    pub(super) message: String,
    /// The place of the cause; `None` if it is about no input.
    pub(super) place: Option<Place>,
    /// The result.
    pub(super) row: &'a Row,
    /// The diagnostic, if it is one.
    pub(super) note: Option<&'a Note>,
}

/// Returns the findings of a result, given the diagnostics of its model among others: none if all is as it should be,
/// or the result is a premise; several if a model could not be read.
pub(super) fn findings<'a>(row: &'a Row, notes: &'a [Note]) -> Vec<Finding<'a>> {
    let level = match row.answer.exit_status() {
        ExitStatus::Fine if row.is_aside() && row.answer.verdict == Verdict::Violated => {
            Level::Note
        }
        ExitStatus::Fine => return Vec::new(),
        ExitStatus::Open | ExitStatus::Interrupted => Level::Warning,
        ExitStatus::Failed | ExitStatus::Refused | ExitStatus::Crashed => Level::Error,
    };
    let errors: Vec<&Note> = if row.answer.exit_status() == ExitStatus::Refused {
        errors(row, notes).collect()
    } else {
        Vec::new()
    };
    if errors.is_empty() {
        return vec![Finding {
            level,
            rule: rule(row),
            title: row.label().unwrap_or_else(|| rule(row)),
            message: plain_line(row),
            place: (!row.answer.subject.model.is_empty()).then(|| cause(row)),
            row,
            note: None,
        }];
    }
    let finding = |note: &'a Note| Finding {
        level,
        rule: note.code.clone(),
        title: note.code.clone(),
        message: format!("{}: {}", row.answer.subject.model, note.message),
        place: Some(Place::of_note(note)),
        row,
        note: Some(note),
    };
    errors.into_iter().map(finding).collect()
}

/// Returns the errors of a model that could not be read; none if it could.
pub(super) fn errors<'a>(row: &'a Row, notes: &'a [Note]) -> impl Iterator<Item = &'a Note> {
    let is_unread = row.answer.subject.property.is_none();
    let is_error = move |note: &&Note| {
        is_unread && note.file == row.answer.subject.model && note.severity == Severity::Error
    };
    notes.iter().filter(is_error)
}

/// Returns the kind of a result: `stuck` of `stuck(p)`, `bad_states` of `bad_states/1`; without a property, the word
/// for what happened.
fn rule(row: &Row) -> String {
    match &row.answer.subject.property {
        Some(property) => {
            let end = property.find(['(', '[', '/']).unwrap_or(property.len());
            property[..end].to_owned()
        }
        None => {
            row.answer.verdict.reason().map_or(row.answer.verdict.word(), Reason::word).to_owned()
        }
    }
}

//! What is said after all results: how to see a counterexample, and how many results of each kind there are.

use std::fmt::Write as _;

use super::command::command;
use super::comparisons::Comparisons;
use super::model_results::{ModelRows, with_rows};
use super::models_table::models_table;
use super::{Report, Row, facts};
use crate::sentences::Detail;
use driver::Confirmation;
use kernel::verdict::{Comparison, ExitStatus, Verdict};

/// Minimum number of lines of a table that is followed by a summary.
const LONG: usize = 20;

/// Returns the results of a run as a table of at most `width` columns, if that is possible, and how to see a
/// counterexample.
pub(super) fn table(
    report: &Report,
    models: &[ModelRows],
    detail: Detail,
    width: Option<usize>,
) -> String {
    let models = with_rows(report, models);
    let mut text = models_table(report, &models, detail, width);
    let surprise = report.deciding().find(|row| {
        row.answer.verdict == Verdict::Violated && row.comparison() != Some(Comparison::Met)
    });
    if let Some(row) = surprise {
        let _ = writeln!(text, "to see a counterexample: {}", command(row));
    }
    text
}

/// Returns the number of models by how they compare with what they expect: `8 models: 5 as expected, 1 changed`; nothing
/// for a single one.
pub(super) fn models_summary(report: &Report, models: &[ModelRows]) -> String {
    let models = with_rows(report, models);
    if models.len() < 2 {
        return String::new();
    }
    let words = models.iter().map(|model| Comparisons::counted_as(model.rows, &report.notes));
    format!("{} models: {}\n", models.len(), counted_words(words))
}

/// Returns how often each of the words under which models are counted occurs: `5 as expected, 1 changed`.
pub(super) fn counted_words(words: impl Iterator<Item = &'static str>) -> String {
    let order = [
        "as expected",
        "changed",
        "decided",
        "not decided",
        "holds",
        "violated",
        "unknown",
        "unreadable",
        "error",
    ];
    occurring(words, &order.map(|word| (word, word))).join(", ")
}

/// Returns for each of the first models with a change the first result that shows it, and how many more models there
/// are.
pub(super) fn first_changes<'a>(
    report: &'a Report,
    models: &[ModelRows],
    most: usize,
) -> (Vec<&'a Row>, usize) {
    let mut changes = Vec::new();
    for model in with_rows(report, models) {
        let mut decided = model.rows.iter().filter(|row| row.answer.decides());
        let is_missed = |row: &&Row| row.comparison() == Some(Comparison::Missed);
        let is_new = |row: &&Row| {
            row.comparison().is_none() && row.answer.exit_status() == ExitStatus::Failed
        };
        changes.extend(match Comparisons::new(model.rows, &report.notes) {
            Comparisons::Changed(_) => decided.find(is_missed),
            Comparisons::New(_) => decided.find(is_new),
            _ => None,
        });
    }
    let more = changes.len().saturating_sub(most);
    changes.truncate(most);
    (changes, more)
}

/// Returns the first lines of the results that show changes, of all models with some: a line each, below their number.
pub(super) fn changed_lines(report: &Report, models: &[ModelRows]) -> String {
    let (changes, _) = first_changes(report, models, usize::MAX);
    if changes.is_empty() {
        return String::new();
    }
    let plural = if changes.len() == 1 { "model" } else { "models" };
    let mut text = format!("{} {plural} changed:\n", changes.len());
    for row in changes {
        let was = row
            .answer
            .expected
            .map_or(String::new(), |expected| format!(", expected: {}", expected.verdict.word()));
        let label = row.label().unwrap_or_default();
        let _ = writeln!(
            text,
            "  {}: {label} {}{was}",
            row.answer.subject.model,
            row.answer.verdict.word()
        );
    }
    text
}

/// Returns the text after results of one line each: how to see a counterexample, and a
/// summary of many.
pub(super) fn closing(report: &Report, models: usize) -> String {
    let mut text = String::new();
    let violated = |row: &&Row| row.answer.verdict == Verdict::Violated;
    if let Some(hint) = report.deciding().filter(violated).find_map(|row| row.text.hint.as_ref()) {
        let _ = writeln!(text, "  {hint}");
    }
    if report.deciding().count() >= LONG {
        let _ =
            writeln!(text, "{models} models: {}", counts(&report.deciding().collect::<Vec<_>>()));
    }
    text
}

/// Returns the text after the results of one model: the number of answers of each kind.
pub(super) fn tally(report: &Report) -> String {
    match report.deciding().collect::<Vec<_>>().as_slice() {
        [] | [_] => String::new(),
        answers => {
            let remarks = facts::remarks(&report.rows);
            format!("{} answers: {}{remarks}\n", answers.len(), counts(answers))
        }
    }
}

/// Returns the summary of the independent checker, if it was used.
pub(super) fn evidence(report: &Report) -> Option<String> {
    let shown = report.rows.iter().filter(|row| row.is_shown());
    let words = shown.filter_map(|row| row.answer.confirmation.as_ref());
    let texts = [
        ("confirmed", "confirmed"),
        ("none", "without certificate"),
        ("unsupported", "of a form that it does not know"),
        ("unchecked", "not checked"),
        ("rejected", "REJECTED"),
    ];
    let counts = occurring(words.map(Confirmation::word), &texts);
    (!counts.is_empty()).then(|| format!("scm-check-verify: {}\n", counts.join(", ")))
}

/// Returns how often each of the words that are named first occurs, with the text for it; words that do not occur are
/// left out.
pub(super) fn occurring<'a>(
    words: impl Iterator<Item = &'a str>,
    texts: &[(&str, &str)],
) -> Vec<String> {
    let words: Vec<&str> = words.collect();
    let count = |wanted: &str| words.iter().filter(|word| **word == wanted).count();
    let counts = texts.iter().map(|&(word, text)| (count(word), text));
    let counts = counts.filter(|(number, _)| *number > 0);
    counts.map(|(number, text)| format!("{number} {text}")).collect()
}

/// Returns the number of results by verdict, and the comparison with the expected verdicts.
pub(super) fn counts(rows: &[&Row]) -> String {
    let words = rows.iter().map(|row| row.answer.verdict.word());
    let verdicts = ["holds", "violated", "unknown", "error"].map(|word| (word, word));
    let mut parts = occurring(words, &verdicts);
    parts.extend(compared(rows));
    parts.join(", ")
}

/// Returns the comparison of results with the expected verdicts, if there are any.
pub(super) fn compared(rows: &[&Row]) -> Option<String> {
    let count = |wanted| rows.iter().filter(|row| row.comparison() == Some(wanted)).count();
    let met = count(Comparison::Met);
    match (count(Comparison::Missed), count(Comparison::Decided)) {
        (0, 0) if met == 0 => None,
        (0, 0) => Some(format!("{met} as expected")),
        (0, decided) => Some(format!("{decided} DECIDED")),
        (changed, _) => Some(format!("{changed} CHANGED")),
    }
}

/// Returns names of properties; those that differ only in their subject are counted:
/// `deadlock, stuck(p), unreceived(m) x 3`.
pub(super) fn counted(names: &[String]) -> String {
    let kind = |name: &str| name.split('(').next().unwrap_or_default().to_owned();
    let mut kinds: Vec<(String, Vec<&str>)> = Vec::new();
    for name in names {
        match kinds.iter_mut().find(|(known, _)| *known == kind(name)) {
            Some((_, all)) => all.push(name),
            None => kinds.push((kind(name), vec![name])),
        }
    }
    let text = |(kind, all): &(String, Vec<&str>)| match (all.as_slice(), kind.as_str()) {
        ([only], _) => (*only).to_owned(),
        (several, "stuck") => format!("stuck(p) x {}", several.len()),
        (several, "unreceived") => format!("unreceived(m) x {}", several.len()),
        (several, kind) => format!("{kind} x {}", several.len()),
    };
    kinds.iter().map(text).collect::<Vec<_>>().join(", ")
}

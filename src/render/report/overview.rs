//! Several models at a glance: a table with a line for each.

use std::fmt::Write as _;
use std::path::Path;

use super::{Note, Report, Row};
use crate::drawing::{Column, Table, TableRow, cut_beginning, display_width};
use crate::sentences::Detail;
use driver::{Confirmation, PropertyGroup, Statistics};
use kernel::base::{grouped, milliseconds};
use kernel::diagnostics::Severity;
use kernel::verdict::{Comparison, ExitStatus, Reason, Verdict};

/// The size of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ModelSize {
    /// The number of participants.
    pub participants: usize,
    /// The number of channels.
    pub channels: usize,
}

/// The results of one model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ModelRows {
    /// The index of the first of its rows; the last is the one before the first of the next model.
    pub(super) first: usize,
    /// The size of the model, if it could be read.
    pub(super) size: Option<ModelSize>,
}

/// Minimum number of lines of a table that is followed by a summary.
const LONG: usize = 20;
/// The text of a cell without contents.
const NOTHING: &str = "-";
/// The caption of the last column.
const LAST: &str = "expected";
/// Minimum number of characters to which the name of a model is shortened.
const SHORTEST_NAME: usize = 12;
/// Minimum number of characters to which the name of a model is shortened while other parts can be left out.
const READABLE_NAME: usize = 24;

/// Whether the sizes of the models are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sizes {
    Shown,
    Left,
}

/// The parts that are left out so that a table fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fit {
    sizes: Sizes,
    /// Maximum number of characters of the name of a model.
    longest_name: usize,
    /// Maximum number of characters of the list of changes, of which the rest is counted; if `None`, the first change
    /// is listed.
    longest_list: Option<usize>,
}

/// Returns the results of a run as a table of at most `width` columns, if that can be done by
/// counting changed answers and cutting the names of models.
///
/// All `bad_states/N` share a column, and so do all safety properties: the column shows the gravest result among
/// them. A violation is in capitals, a missing verdict is a question mark with its
/// reason.
pub(super) fn table(
    report: &Report,
    models: &[ModelRows],
    detail: Detail,
    width: Option<usize>,
) -> String {
    let models = with_rows(report, models);
    let captions = captions(&report.rows);
    let draw = |fit| draw(report, &models, &captions, detail, fit);
    let sizes = Sizes::Shown;
    let mut fit = Fit { sizes, longest_name: usize::MAX, longest_list: Some(usize::MAX) };
    if let Some(width) = width {
        let count = display_width;
        let name = report.rows.iter().map(|row| count(&row.model)).max().unwrap_or(0);
        // The sizes of the models have a lower priority than distinguishable names, and both have a higher one
        // than the list of changes.
        for (sizes, shortest) in [(Sizes::Shown, READABLE_NAME), (Sizes::Left, SHORTEST_NAME)] {
            let widest = draw(Fit { sizes, longest_name: name, longest_list: None });
            let widest = widest.lines().map(count).max().unwrap_or(0);
            let longest = name.saturating_sub(widest.saturating_sub(width));
            fit = Fit { sizes, longest_name: longest.max(shortest), longest_list: None };
            if longest >= shortest.min(name) {
                break;
            }
        }
        let header = draw(fit).lines().next().map_or(0, |line| count(line.trim_end_matches(LAST)));
        fit.longest_list = Some(width.saturating_sub(header));
    }
    let mut text = draw(fit);
    let surprise = report
        .deciding()
        .find(|row| row.verdict == Verdict::Violated && row.comparison() != Some(Comparison::Met));
    if let Some(row) = surprise {
        let option = match row.channels {
            "as written" => String::new(),
            words => {
                let option = |word: &str| match word {
                    "fifo" | "bag" => format!("--{word} "),
                    architecture => format!("--arch {architecture} "),
                };
                words.split(',').map(option).collect()
            }
        };
        let group = row.property.as_deref().and_then(PropertyGroup::from_name);
        let command = group.map_or("check", PropertyGroup::command);
        let named = row.property.as_ref().filter(|_| group == Some(PropertyGroup::Protocol));
        let option = match named {
            Some(name) => format!("--property '{name}' {option}"),
            None => option,
        };
        let _ =
            writeln!(text, "to see a counterexample: scm-check {command} {option}{}", row.model);
    }
    text.push_str(&models_summary(report, &models));
    text
}

/// Returns the number of models by how they compare with what they expect: `8 models: 5 as expected, 1 changed`.
fn models_summary(report: &Report, models: &[ModelResults<'_>]) -> String {
    let comparisons = models.iter().map(|model| Comparisons::new(model.rows, &report.notes).word());
    let words: Vec<&str> = comparisons.collect();
    let order = [
        "as expected",
        "changed",
        "not decided",
        "holds",
        "violated",
        "unknown",
        "unreadable",
        "error",
    ];
    let counts = occurring(&words, &order.map(|word| (word, word)));
    format!("{} models: {}\n", models.len(), counts.join(", "))
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
        let is_change = |row: &&Row| {
            let is_missed = row.comparison() == Some(Comparison::Missed);
            row.decides() && (is_missed || row.exit_status() == ExitStatus::Failed)
        };
        let is_compared = model.rows.iter().any(|row| row.comparison().is_some());
        changes.extend(model.rows.iter().find(is_change).filter(|_| is_compared));
    }
    let more = changes.len().saturating_sub(most);
    changes.truncate(most);
    (changes, more)
}

/// Returns the captions of the columns with verdicts, in order.
fn captions(rows: &[Row]) -> Vec<String> {
    let mut captions: Vec<(Option<PropertyGroup>, String)> = Vec::new();
    for row in rows {
        if let Some(caption) = caption(row)
            && captions.iter().all(|(_, other)| *other != caption)
        {
            captions.push((row.property.as_deref().and_then(PropertyGroup::from_name), caption));
        }
    }
    // Captions without a group are last.
    captions.sort_by_key(|(group, _)| (group.is_none(), *group));
    captions.into_iter().map(|(_, caption)| caption).collect()
}

/// Returns the caption of the column of a result.
fn caption(row: &Row) -> Option<String> {
    let property = row.property.as_deref()?;
    let group = PropertyGroup::from_name(property);
    Some(row.with_channels(group.map_or(property, |group| group.name())))
}

/// Returns the text after results of one line each: how to see a counterexample, and a
/// summary of many.
pub(super) fn closing(report: &Report, models: usize) -> String {
    let mut text = String::new();
    let violated = |row: &&Row| row.verdict == Verdict::Violated;
    if let Some(hint) = report.deciding().filter(violated).find_map(|row| row.hint.as_ref()) {
        let _ = writeln!(text, "  {hint}");
    }
    if report.deciding().count() >= LONG {
        text.push_str(&summary(report, models));
    }
    text
}

/// Returns the text after the results of one model: the number of answers of each kind.
pub(super) fn tally(report: &Report) -> String {
    match report.deciding().count() {
        0 | 1 => String::new(),
        answers => format!("{answers} answers: {}\n", counts(report)),
    }
}

/// Returns the summary of the independent checker, if it was used.
pub(super) fn evidence(report: &Report) -> Option<String> {
    let words = report.deciding().filter_map(|row| row.confirmation.as_ref());
    let words: Vec<&str> = words.map(Confirmation::word).collect();
    let texts = [
        ("confirmed", "confirmed"),
        ("none", "without certificate"),
        ("unsupported", "of a form that it does not know"),
        ("unchecked", "not checked"),
        ("rejected", "REJECTED"),
    ];
    let counts = occurring(&words, &texts);
    (!counts.is_empty()).then(|| format!("scm-check-verify: {}\n", counts.join(", ")))
}

/// Returns how often each of the words that are named first occurs, with the text for it; words that do not occur are
/// left out.
fn occurring(words: &[&str], texts: &[(&str, &str)]) -> Vec<String> {
    let count = |wanted: &str| words.iter().filter(|word| **word == wanted).count();
    let counts = texts.iter().map(|&(word, text)| (count(word), text));
    let counts = counts.filter(|(number, _)| *number > 0);
    counts.map(|(number, text)| format!("{number} {text}")).collect()
}

/// The rows of one model, with its size.
struct ModelResults<'a> {
    rows: &'a [Row],
    size: Option<ModelSize>,
}

/// Returns the models in order, each with its rows.
fn with_rows<'a>(report: &'a Report, models: &[ModelRows]) -> Vec<ModelResults<'a>> {
    let ends = models.iter().skip(1).map(|next| next.first).chain([report.rows.len()]);
    models
        .iter()
        .zip(ends)
        .map(|(model, end)| ModelResults { rows: &report.rows[model.first..end], size: model.size })
        .filter(|model| !model.rows.is_empty())
        .collect()
}

fn draw(
    report: &Report,
    models: &[ModelResults<'_>],
    captions: &[String],
    detail: Detail,
    fit: Fit,
) -> String {
    let mut columns = vec![Column::text("model")];
    if fit.sizes == Sizes::Shown {
        columns.extend([Column::number("parts"), Column::number("chans")]);
    }
    columns.extend(captions.iter().map(Column::text));
    columns.push(Column::number("states"));
    if detail == Detail::Full {
        columns.push(Column::number("time"));
    }
    columns.push(Column::text(LAST));
    let rows = models
        .iter()
        .map(|model| TableRow { cells: cells(model, report, captions, detail, fit), note: None });
    let table = Table { columns, rows: rows.collect() }.text(usize::MAX);
    // The table is first, so it needs no separation.
    let lines: Vec<&str> = table.lines().map(|line| line.trim_start_matches("  ")).collect();
    lines.join("\n") + "\n"
}

fn cells(
    model: &ModelResults<'_>,
    report: &Report,
    captions: &[String],
    detail: Detail,
    fit: Fit,
) -> Vec<String> {
    let nothing = || NOTHING.to_owned();
    let size = |number: fn(ModelSize) -> usize| {
        model.size.map_or_else(nothing, |size| number(size).to_string())
    };
    let mut cells = vec![cut_beginning(&model.rows[0].model, fit.longest_name)];
    if fit.sizes == Sizes::Shown {
        cells.extend([size(|size| size.participants), size(|size| size.channels)]);
    }
    cells.extend(captions.iter().map(|caption| verdicts(model.rows, caption)));
    let work: Vec<Statistics> = model.rows.iter().filter_map(|row| row.statistics).collect();
    let total = |number: fn(&Statistics) -> u64, text: fn(u64) -> String| match work.as_slice() {
        [] => nothing(),
        some => text(some.iter().map(number).sum()),
    };
    cells.push(total(|work| work.states, grouped));
    if detail == Detail::Full {
        cells.push(total(|work| work.milliseconds, milliseconds));
    }
    cells.push(Comparisons::new(model.rows, &report.notes).cell(fit.longest_list));
    cells
}

/// Returns the gravest verdict of a model in one column, and the number of violations if there are several.
fn verdicts(rows: &[Row], wanted: &str) -> String {
    let of_model = rows.iter().filter(|row| row.property.is_none());
    let of_column = rows.iter().filter(|row| caption(row).as_deref() == Some(wanted));
    let all: Vec<Verdict> = of_model.chain(of_column).map(|row| row.verdict).collect();
    // Of several reasons for a missing verdict the gravest is shown, of equal ones the first.
    let grave = |verdict: &Verdict| ExitStatus::from_verdict(*verdict, None);
    let unknown = all.iter().rev().filter(|v| v.reason().is_some()).max_by_key(|v| grave(v));
    let gravest = all.iter().copied().reduce(Verdict::and);
    let violated = all.iter().filter(|&&verdict| verdict == Verdict::Violated).count();
    match (gravest, unknown) {
        (None, _) => NOTHING.to_owned(),
        (Some(Verdict::Unknown(_)), Some(&unknown)) => verdict(unknown),
        (Some(gravest), _) if violated < 2 => verdict(gravest),
        (Some(gravest), _) => format!("{} {violated}/{}", verdict(gravest), all.len()),
    }
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Violated => "VIOLATED".to_owned(),
        Verdict::Unknown(Reason::Timeout) => "?time".to_owned(),
        Verdict::Unknown(reason) => format!("?{}", reason.word()),
        Verdict::Holds | Verdict::Error => verdict.word().to_owned(),
    }
}

/// How the results of a model compare with what it expects.
enum Comparisons {
    /// The model cannot be read; the place of the first error, or the reason.
    Unreadable(String),
    /// Definite answers that are not as expected.
    Changed(Vec<String>),
    /// All that is expected is so, but there are violations besides.
    New(Vec<String>),
    /// An expected answer is not decided.
    Undecided,
    /// All that is expected is so.
    Met,
    /// The model expects nothing; the gravest verdict.
    Nothing(Option<Verdict>),
}

impl Comparisons {
    fn new(rows: &[Row], notes: &[Note]) -> Self {
        if let [Row { verdict: Verdict::Error, model, message, .. }] = rows {
            let is_error = |note: &&Note| note.file == *model && note.severity == Severity::Error;
            let place = notes.iter().find(is_error).map(|note| (note.line, note.column));
            return Self::Unreadable(match place {
                Some((Some(line), Some(column))) => {
                    // The path is in the first column, and would make the table too wide here.
                    let file = Path::new(model)
                        .file_name()
                        .map_or(model.as_str().into(), |file| file.to_string_lossy());
                    format!("{file}:{line}:{column}")
                }
                _ => message.split(',').next().unwrap_or_default().to_owned(),
            });
        }
        let compared = |comparison| {
            rows.iter().filter(move |row| row.decides() && row.comparison() == Some(comparison))
        };
        let missed: Vec<String> = compared(Comparison::Missed)
            .filter_map(|row| {
                Some(format!("{} was {}", row.label()?, row.expected?.verdict.word()))
            })
            .collect();
        let is_new = |row: &&Row| {
            row.decides() && row.expected.is_none() && row.exit_status() == ExitStatus::Failed
        };
        let new: Vec<String> = rows
            .iter()
            .filter(is_new)
            .filter_map(|row| Some(format!("{} {}", row.label()?, row.verdict.word())))
            .collect();
        if !missed.is_empty() {
            Self::Changed(missed)
        } else if !new.is_empty() && compared(Comparison::Met).next().is_some() {
            Self::New(new)
        } else if compared(Comparison::Open).next().is_some() {
            Self::Undecided
        } else if compared(Comparison::Met).next().is_some() {
            Self::Met
        } else {
            let decided = rows.iter().filter(|row| row.decides()).map(|row| row.verdict);
            Self::Nothing(decided.reduce(Verdict::and))
        }
    }

    /// Returns the cell of the last column.
    fn cell(&self, longest: Option<usize>) -> String {
        match self {
            Self::Unreadable(place) => place.clone(),
            Self::Changed(missed) => listed("CHANGED", missed, longest),
            Self::New(new) => listed("NEW", new, longest),
            Self::Undecided => "not decided".to_owned(),
            Self::Met => "ok".to_owned(),
            Self::Nothing(_) => NOTHING.to_owned(),
        }
    }

    /// Returns the word under which the model is counted.
    fn word(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "unreadable",
            Self::Changed(_) | Self::New(_) => "changed",
            Self::Undecided => "not decided",
            Self::Met => "as expected",
            Self::Nothing(Some(Verdict::Violated)) => "violated",
            Self::Nothing(Some(Verdict::Unknown(_))) => "unknown",
            Self::Nothing(Some(Verdict::Error)) => "error",
            Self::Nothing(Some(Verdict::Holds) | None) => "holds",
        }
    }
}

/// Returns a nonempty list of changes of at most `longest` characters, or the first change.
fn listed(word: &str, missed: &[String], longest: Option<usize>) -> String {
    let text = |shown: usize| {
        let list = missed[..shown].join(", ");
        match missed.len() - shown {
            0 => format!("{word} ({list})"),
            rest if shown > 0 => format!("{word} ({list}, and {rest} more)"),
            all => format!("{word} ({all} answers)"),
        }
    };
    let Some(longest) = longest else { return text(1) };
    let fits = |text: &String| display_width(text) <= longest;
    // A single name is more informative than a count.
    let least = usize::from(missed.len() == 1);
    (least..=missed.len()).rev().map(text).find(fits).unwrap_or_else(|| text(least))
}

/// Returns the number of results by verdict, without premises.
fn summary(report: &Report, models: usize) -> String {
    format!("{models} models: {}\n", counts(report))
}

/// Returns the number of results by verdict, and the comparison with the expected verdicts.
fn counts(report: &Report) -> String {
    let words: Vec<&str> = report.deciding().map(|row| row.verdict.word()).collect();
    let verdicts = ["holds", "violated", "unknown", "error"].map(|word| (word, word));
    let mut parts = occurring(&words, &verdicts);
    let compared = |comparison| {
        report.deciding().filter(move |row| row.comparison() == Some(comparison)).count()
    };
    match (compared(Comparison::Missed), compared(Comparison::Met)) {
        (0, 0) => {}
        (0, met) => parts.push(format!("{met} as expected")),
        (changed, _) => parts.push(format!("{changed} CHANGED")),
    }
    parts.join(", ")
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

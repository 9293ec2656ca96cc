//! Several models at a glance: a table with a line for each.

use std::fmt::Write as _;
use std::path::Path;

use super::reporter::{ModelRows, Size};
use crate::kernel::diagnostics::Severity;
use crate::kernel::drawing::{Column, Row as Line, Table};
use crate::kernel::report::{
    Comparison, Detail, Note, Reason, Report, Row, Statistics, Verdict, grouped, milliseconds,
};

/// A table of at least so many lines is followed by a summary.
const LONG: usize = 20;
/// What stands where there is nothing to say.
const NOTHING: &str = "-";
/// A model's name is cut to no fewer characters.
const SHORTEST_NAME: usize = 12;
/// A model's name is cut to no fewer characters while there is something else to leave out.
const READABLE_NAME: usize = 24;

/// Whether the sizes of the models are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sizes {
    Shown,
    Left,
}

/// Returns the results of a run as a table of at most `width` columns, if that can be done by
/// cutting the names of models.
///
/// A violation stands out by capitals, a missing verdict by a question mark and its reason.
pub(crate) fn table(
    report: &Report,
    models: &[ModelRows],
    detail: Detail,
    width: Option<usize>,
) -> String {
    let models = with_rows(report, models);
    let mut properties: Vec<String> = Vec::new();
    for row in &report.rows {
        properties.extend(row.label().filter(|label| !properties.contains(label)));
    }
    let draw = |sizes, longest| draw(report, &models, &properties, detail, sizes, longest);
    let mut text = draw(Sizes::Shown, usize::MAX);
    if let Some(width) = width {
        let count = |text: &str| text.chars().count();
        let name = report.rows.iter().map(|row| count(&row.model)).max().unwrap_or(0);
        // The sizes of the models are worth less than names that can be told apart.
        for (sizes, shortest) in [(Sizes::Shown, READABLE_NAME), (Sizes::Left, SHORTEST_NAME)] {
            let widest = draw(sizes, name).lines().map(count).max().unwrap_or(0);
            let longest = name.saturating_sub(widest.saturating_sub(width));
            text = draw(sizes, longest.max(shortest));
            if longest >= shortest.min(name) {
                break;
            }
        }
    }
    let surprise = report
        .deciding()
        .find(|row| row.verdict == Verdict::Violated && row.comparison() != Some(Comparison::Met));
    if let Some(row) = surprise {
        let option = match row.channels {
            "as written" => String::new(),
            kind => format!("--{kind} "),
        };
        let _ = writeln!(text, "to see a counterexample: scm-check rsc {option}{}", row.model);
    }
    if models.len() + 1 >= LONG {
        text.push_str(&summary(report, models.len()));
    }
    text
}

/// Returns what stands behind results of a line each: what to do to see a counterexample, and a
/// summary of many.
pub(crate) fn closing(report: &Report, models: usize) -> String {
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

/// The rows of one model, with its size.
struct Model<'a> {
    rows: &'a [Row],
    size: Option<Size>,
}

/// Returns the models in order, each with its rows.
fn with_rows<'a>(report: &'a Report, models: &[ModelRows]) -> Vec<Model<'a>> {
    let ends = models.iter().skip(1).map(|next| next.first).chain([report.rows.len()]);
    models
        .iter()
        .zip(ends)
        .map(|(model, end)| Model { rows: &report.rows[model.first..end], size: model.size })
        .filter(|model| !model.rows.is_empty())
        .collect()
}

fn draw(
    report: &Report,
    models: &[Model<'_>],
    properties: &[String],
    detail: Detail,
    sizes: Sizes,
    longest_name: usize,
) -> String {
    let mut columns = vec![Column::text("model")];
    if sizes == Sizes::Shown {
        columns.extend([Column::number("parts"), Column::number("chans")]);
    }
    columns.extend(properties.iter().map(Column::text));
    columns.push(Column::number("states"));
    if detail == Detail::Full {
        columns.push(Column::number("time"));
    }
    columns.push(Column::text("expected"));
    let rows = models.iter().map(|model| Line {
        cells: cells(model, report, properties, detail, sizes, longest_name),
        note: None,
    });
    let table = Table { columns, rows: rows.collect() }.text(usize::MAX);
    // Nothing stands above this table that it would have to be set off from.
    let lines: Vec<&str> = table.lines().map(|line| line.trim_start_matches("  ")).collect();
    lines.join("\n") + "\n"
}

fn cells(
    model: &Model<'_>,
    report: &Report,
    properties: &[String],
    detail: Detail,
    sizes: Sizes,
    longest_name: usize,
) -> Vec<String> {
    let nothing = || NOTHING.to_owned();
    let size = |number: fn(Size) -> usize| {
        model.size.map_or_else(nothing, |size| number(size).to_string())
    };
    let mut cells = vec![cut(&model.rows[0].model, longest_name)];
    if sizes == Sizes::Shown {
        cells.extend([size(|size| size.participants), size(|size| size.channels)]);
    }
    cells.extend(properties.iter().map(|property| {
        let row = model.rows.iter().find(|row| row.label().as_ref() == Some(property));
        match row.or(model.rows.first()) {
            Some(row) if row.property.is_none() || row.label().as_ref() == Some(property) => {
                verdict(row.verdict)
            }
            _ => nothing(),
        }
    }));
    let work: Vec<Statistics> = model.rows.iter().filter_map(|row| row.statistics).collect();
    let total = |number: fn(&Statistics) -> u64, text: fn(u64) -> String| match work.as_slice() {
        [] => nothing(),
        some => text(some.iter().map(number).sum()),
    };
    cells.push(total(|work| work.states, grouped));
    if detail == Detail::Full {
        cells.push(total(|work| work.milliseconds, milliseconds));
    }
    cells.push(expected(model.rows, &report.notes));
    cells
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Violated => "VIOLATED".to_owned(),
        Verdict::Unknown(Reason::Timeout) => "?time".to_owned(),
        Verdict::Unknown(reason) => format!("?{}", reason.word()),
        Verdict::Holds | Verdict::Error => verdict.word().to_owned(),
    }
}

/// Returns how the verdicts compare with the expected ones, or where the first error is.
fn expected(rows: &[Row], notes: &[Note]) -> String {
    if let [Row { verdict: Verdict::Error, model, message, .. }] = rows {
        let is_error = |note: &&Note| note.file == *model && note.severity == Severity::Error;
        return match notes.iter().find(is_error).map(|note| (note.line, note.column)) {
            Some((Some(line), Some(column))) => {
                // The path stands in the first column, and would make the table too wide here.
                let file = Path::new(model)
                    .file_name()
                    .map_or(model.as_str().into(), |file| file.to_string_lossy());
                format!("{file}:{line}:{column}")
            }
            _ => message.split(',').next().unwrap_or_default().to_owned(),
        };
    }
    let compared = |comparison| {
        rows.iter().filter(move |row| row.decides() && row.comparison() == Some(comparison))
    };
    let missed: Vec<String> = compared(Comparison::Missed)
        .filter_map(|row| Some(format!("{} was {}", row.label()?, row.expected?.verdict)))
        .collect();
    if !missed.is_empty() {
        format!("CHANGED ({})", missed.join(", "))
    } else if compared(Comparison::Open).next().is_some() {
        "not decided".to_owned()
    } else if compared(Comparison::Met).next().is_some() {
        "ok".to_owned()
    } else {
        NOTHING.to_owned()
    }
}

/// Returns `text`, its beginning replaced by two dots if it has more than `most` characters.
pub(crate) fn cut(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let tail: String = text.chars().skip(length - most.saturating_sub(2)).collect();
    format!("..{tail}")
}

/// Returns how many results have which verdict, premises left out.
fn summary(report: &Report, models: usize) -> String {
    let count = |word: &str| report.deciding().filter(|row| row.verdict.word() == word).count();
    let mut parts: Vec<String> = ["holds", "violated", "unknown", "error"]
        .into_iter()
        .filter(|word| count(word) > 0)
        .map(|word| format!("{} {word}", count(word)))
        .collect();
    let is_missed = |row: &&Row| row.comparison() == Some(Comparison::Missed);
    match report.deciding().filter(is_missed).count() {
        0 => {}
        changed => parts.push(format!("{changed} CHANGED")),
    }
    format!("{models} models: {}\n", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_lose_their_beginning() {
        assert_eq!(cut("models/paper/commit.scm", 14), "..r/commit.scm");
        assert_eq!(cut("a.scm", 14), "a.scm");
    }
}

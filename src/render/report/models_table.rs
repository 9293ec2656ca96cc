//! The table of several models: a line for each.

use super::comparisons::{Comparisons, NOTHING};
use super::human::coloured;
use super::model_results::ModelResults;
use super::{Report, Row};
use crate::drawing::{Column, Table, TableRow, coloured_width, cut_middle, display_width};
use crate::sentences::{Detail, wrapped};
use driver::{PropertyGroup, Statistics};
use kernel::base::{grouped, milliseconds};
use kernel::verdict::{Comparison, ExitStatus, Reason, Verdict};

/// The caption of the last column.
const LAST: &str = "expected";
/// Maximum number of characters of a short caption.
const SHORT: usize = 6;

/// What is left out so that a table fits, one step after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Narrowing {
    /// Nothing.
    None,
    /// The directory that all models have in common, and all changes of a model but the first.
    Directory,
    /// The sizes of the models.
    Sizes,
    /// The words of the verdicts, the names of the properties, and the work.
    Words,
    /// The columns in which all is as it should be.
    Columns,
}

impl Narrowing {
    const ALL: [Self; 5] = [Self::None, Self::Directory, Self::Sizes, Self::Words, Self::Columns];

    /// Returns the number of characters to which the name of a model may be cut.
    fn shortest_name(self) -> usize {
        match self {
            Self::None => usize::MAX,
            Self::Directory | Self::Sizes => 24,
            Self::Words => 16,
            Self::Columns => 12,
        }
    }
}

/// A table of models.
struct ModelsTable<'a> {
    report: &'a Report,
    models: &'a [ModelResults<'a>],
    captions: Vec<String>,
    detail: Detail,
    narrowing: Narrowing,
    /// Maximum number of characters of the name of a model.
    longest_name: usize,
    /// Maximum number of characters of the list of changes, of which the rest is counted; if `None`, the first change
    /// is listed.
    longest_list: Option<usize>,
}

/// Returns the results of a run as a table of at most `width` columns, if that is possible: by leaving out the parts
/// that [`Narrowing`] lists, and by cutting the names of models in the middle.
///
/// All `bad_states/N` share a column, and so do all safety properties: the column shows the gravest result among
/// them. A violation is in capitals, a missing verdict is a question mark with its reason; in a narrow table they are
/// `NO` and `?`. Columns without any result are not shown.
pub(super) fn models_table(
    report: &Report,
    models: &[ModelResults<'_>],
    detail: Detail,
    width: Option<usize>,
) -> String {
    let mut table = ModelsTable {
        report,
        models,
        captions: captions(report.rows.iter()),
        detail,
        narrowing: Narrowing::None,
        longest_name: usize::MAX,
        longest_list: Some(usize::MAX),
    };
    let Some(width) = width else { return table.text() };
    for narrowing in Narrowing::ALL {
        table.narrowing = narrowing;
        table.longest_name = usize::MAX;
        table.longest_list = (narrowing == Narrowing::None).then_some(usize::MAX);
        let excess = table.width().saturating_sub(width);
        let name = table.names().map(display_width).max().unwrap_or(0);
        table.longest_name = name.saturating_sub(excess);
        if excess == 0 || table.longest_name >= narrowing.shortest_name().min(name) {
            break;
        }
    }
    table.longest_name = table.longest_name.max(Narrowing::Columns.shortest_name());
    if table.narrowing != Narrowing::None {
        let text = table.text();
        let header = text.lines().next().unwrap_or_default();
        let before = display_width(header.trim_end().trim_end_matches(LAST));
        table.longest_list = Some(width.saturating_sub(before));
    }
    let mut text = table.text();
    for line in table.legend() {
        for line in wrapped(&line, width) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    text
}

impl ModelsTable<'_> {
    /// Returns the width of the table.
    fn width(&self) -> usize {
        self.text().lines().map(coloured_width).max().unwrap_or(0)
    }

    /// Returns the names of the models, without the directory that all have in common if that is left out.
    fn names(&self) -> impl Iterator<Item = &str> {
        let whole = || self.models.iter().map(|model| model.rows[0].answer.subject.model.as_str());
        let common = if self.narrowing == Narrowing::None { 0 } else { common_directory(whole()) };
        whole().map(move |name| &name[common..])
    }

    /// Returns the captions of the columns that are shown, and how many are not because all is as it should be.
    fn shown(&self) -> (Vec<&String>, usize) {
        let all = || self.models.iter().flat_map(|model| model.rows);
        let is_fine = |row: &Row| {
            row.answer.exit_status() == ExitStatus::Fine
                && row.comparison() != Some(Comparison::Missed)
        };
        let is_shown = |wanted: &&String| {
            let mut rows = all().filter(|row| caption(row).as_ref() == Some(wanted));
            self.narrowing < Narrowing::Columns || !rows.all(is_fine)
        };
        let shown: Vec<&String> = self.captions.iter().filter(is_shown).collect();
        let left = self.captions.len() - shown.len();
        (shown, left)
    }

    fn text(&self) -> String {
        let is_short = self.narrowing >= Narrowing::Words;
        let has_sizes = self.narrowing < Narrowing::Sizes;
        let (shown, _) = self.shown();
        let mut columns = vec![Column::text("model")];
        if has_sizes {
            columns.extend([Column::number("parts"), Column::number("chans")]);
        }
        let short = short_captions(&shown);
        columns.extend(shown.iter().zip(short).map(|(caption, short)| {
            Column::text(if is_short { short } else { (*caption).clone() })
        }));
        if !is_short {
            columns.push(Column::number("states"));
            if self.detail == Detail::Full {
                columns.push(Column::number("time"));
            }
        }
        columns.push(Column::text(LAST));
        let rows = self.models.iter().zip(self.names()).map(|(model, name)| {
            let mut cells = vec![cut_middle(name, self.longest_name)];
            if has_sizes {
                let size = model.size.map(|size| [size.participants, size.channels]);
                let texts = size.map(|size| size.map(|number| number.to_string()));
                cells.extend(texts.unwrap_or([NOTHING; 2].map(str::to_owned)));
            }
            let verdicts = shown.iter().map(|caption| {
                let verdict = gravest(model.rows, caption).0;
                let is_aside = is_aside(model.rows, caption);
                let word = match verdict {
                    Some(Verdict::Violated) if is_short && is_aside => "no".to_owned(),
                    _ if is_short => short_word(verdict),
                    _ => words(model.rows, caption),
                };
                let rows = in_column(model.rows, caption).filter(|_| !is_aside);
                tinted(rows.map(|row| row.answer.exit_status()).max(), word)
            });
            cells.extend(verdicts);
            if !is_short {
                cells.extend(work(model.rows, self.detail));
            }
            let comparisons = Comparisons::new(model.rows, &self.report.notes);
            cells.push(tinted(comparisons.exit_status(), comparisons.cell(self.longest_list)));
            TableRow { cells, note: None }
        });
        let table = Table { columns, rows: rows.collect() }.text(usize::MAX);
        // The table is first, so it needs no separation.
        let lines: Vec<&str> = table.lines().map(|line| line.trim_start_matches("  ")).collect();
        lines.join("\n") + "\n"
    }

    /// Returns what explains a narrow table.
    fn legend(&self) -> Vec<String> {
        if self.narrowing < Narrowing::Words {
            return Vec::new();
        }
        let (shown, left) = self.shown();
        let short = short_captions(&shown);
        let renamed = shown.iter().zip(&short).filter(|(caption, short)| ***caption != **short);
        let mut parts: Vec<String> =
            renamed.map(|(caption, short)| format!("{short}: {caption}")).collect();
        let has_aside =
            |caption: &&String| self.models.iter().any(|model| is_aside(model.rows, caption));
        let aside =
            if shown.iter().any(has_aside) { ", no: violated, which is no fault" } else { "" };
        parts.push(format!("ok: holds, NO: violated{aside}, ?: unknown"));
        let mut lines = vec![parts.join("; ")];
        if left > 0 {
            let columns = if left == 1 { "column" } else { "columns" };
            lines.push(format!("not shown: {left} {columns} in which all is as it should be"));
        }
        lines
    }
}

/// Returns the length of the directory that several names have in common.
pub(super) fn common_directory<'a>(mut names: impl Iterator<Item = &'a str>) -> usize {
    let directory = |name: &str| name.rfind('/').map_or(0, |slash| slash + 1);
    let (first, mut rest) = (names.next().unwrap_or_default(), names.peekable());
    let mut common = if rest.peek().is_some() { directory(first) } else { 0 };
    for name in rest.by_ref() {
        while !name.starts_with(&first[..common]) {
            common = directory(&first[..common - 1]);
        }
    }
    common
}

/// Returns short captions, each different from the others.
fn short_captions(captions: &[&String]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for caption in captions {
        let (name, kinds) = caption.split_once('[').unwrap_or((caption, ""));
        let kinds: String = kinds.split(',').filter_map(|kind| kind.chars().next()).collect();
        let kinds = kinds.trim_end_matches(']');
        let name = match name {
            "bad_states" => "bad",
            "safety" => "safe",
            "realisable" => "real",
            "well-formed" => "well",
            name => name,
        };
        let end = if kinds.is_empty() { String::new() } else { format!("/{kinds}") };
        let room = SHORT.saturating_sub(end.len());
        let mut short = name.chars().take(room).collect::<String>() + &end;
        let mut number = 1;
        while all.contains(&short) {
            number += 1;
            let digits = number.to_string();
            let room = SHORT.saturating_sub(digits.len());
            short = name.chars().take(room).collect::<String>() + &digits;
        }
        all.push(short);
    }
    all
}

/// Returns the captions of the columns with verdicts, in order.
pub(super) fn captions<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<String> {
    let mut captions: Vec<(Option<PropertyGroup>, String)> = Vec::new();
    for row in rows {
        if let Some(caption) = caption(row)
            && captions.iter().all(|(_, other)| *other != caption)
        {
            captions.push((row.property().and_then(PropertyGroup::from_name), caption));
        }
    }
    // Captions without a group are last.
    captions.sort_by_key(|(group, _)| (group.is_none(), *group));
    captions.into_iter().map(|(_, caption)| caption).collect()
}

/// Returns the caption of the column of a result; what is told together has none.
pub(super) fn caption(row: &Row) -> Option<String> {
    let property = row.property().filter(|_| !row.is_told_together())?;
    let group = PropertyGroup::from_name(property);
    // Each class has a column of its own.
    let group = group.filter(|group| *group != PropertyGroup::Class);
    Some(row.with_channels(group.map_or(property, |group| group.word())))
}

/// Returns the results that count in a column: those with this caption, and those about the model as a whole, unless the
/// column is about one property that has a result of its own.
fn in_column<'a>(rows: &'a [Row], wanted: &'a str) -> impl Iterator<Item = &'a Row> {
    let has_caption = move |row: &Row| caption(row).as_deref() == Some(wanted);
    let is_one = |row: &Row| row.property().and_then(PropertyGroup::from_name).is_none();
    let has_own = rows.iter().any(|row| has_caption(row) && is_one(row));
    rows.iter()
        .filter(move |row| has_caption(row) || row.answer.subject.property.is_none() && !has_own)
}

/// Returns a cell in the colour of what its results mean for the exit code.
fn tinted(status: Option<ExitStatus>, text: String) -> String {
    let verdict = match status {
        None => return text,
        Some(ExitStatus::Fine) => Verdict::Holds,
        Some(ExitStatus::Failed | ExitStatus::Refused | ExitStatus::Crashed) => Verdict::Violated,
        Some(ExitStatus::Open | ExitStatus::Interrupted) => Verdict::Unknown(Reason::Bound),
    };
    coloured(verdict, &text)
}

/// Returns the gravest verdict of a model in one column, if there is one, the number of violations, and that of all
/// results.
pub(super) fn gravest(rows: &[Row], wanted: &str) -> (Option<Verdict>, (usize, usize)) {
    let all: Vec<Verdict> = in_column(rows, wanted).map(|row| row.answer.verdict).collect();
    // Of several reasons for a missing verdict the gravest is shown, of equal ones the first.
    let grave = |verdict: &Verdict| ExitStatus::from_verdict(*verdict, None);
    let unknown = all.iter().rev().filter(|v| v.reason().is_some()).max_by_key(|v| grave(v));
    let gravest = match (all.iter().copied().reduce(Verdict::and), unknown) {
        (Some(Verdict::Unknown(_)), Some(&unknown)) => Some(unknown),
        (gravest, _) => gravest,
    };
    let violated = all.iter().filter(|&&verdict| verdict == Verdict::Violated).count();
    (gravest, (violated, all.len()))
}

/// Returns `true` if a model has results in one column, and none of them counts or holds.
fn is_aside(rows: &[Row], wanted: &str) -> bool {
    let mut rows = in_column(rows, wanted).peekable();
    rows.peek().is_some() && rows.all(Row::is_aside)
}

/// Returns the gravest verdict of a model in one column in a word, with the number of violations if there are several.
pub(super) fn words(rows: &[Row], wanted: &str) -> String {
    let (verdict, (violated, all)) = gravest(rows, wanted);
    let word = match verdict {
        Some(Verdict::Violated) if is_aside(rows, wanted) => {
            let name = wanted.split('[').next().unwrap_or_default();
            return format!("not {name}");
        }
        None => return NOTHING.to_owned(),
        Some(Verdict::Violated) => "VIOLATED".to_owned(),
        Some(Verdict::Unknown(Reason::Timeout)) => return "?time".to_owned(),
        Some(Verdict::Unknown(reason)) => return format!("?{}", reason.word()),
        Some(verdict @ (Verdict::Holds | Verdict::Error)) => verdict.word().to_owned(),
    };
    if violated < 2 { word } else { format!("{word} {violated}/{all}") }
}

/// Returns a verdict in at most three signs.
fn short_word(verdict: Option<Verdict>) -> String {
    let word = match verdict {
        None => NOTHING,
        Some(Verdict::Holds) => "ok",
        Some(Verdict::Violated) => "NO",
        Some(Verdict::Unknown(_)) => "?",
        Some(Verdict::Error) => "err",
    };
    word.to_owned()
}

/// Returns the work that a model took: the states, and the time unless the report is reproducible.
pub(super) fn work(rows: &[Row], detail: Detail) -> Vec<String> {
    let work: Vec<Statistics> = rows.iter().filter_map(|row| row.answer.statistics).collect();
    let total = |number: fn(&Statistics) -> u64, text: fn(u64) -> String| match work.as_slice() {
        [] => NOTHING.to_owned(),
        some => text(some.iter().map(number).sum()),
    };
    let mut cells = vec![total(|work| work.states, grouped)];
    if detail == Detail::Full {
        cells.push(total(|work| work.milliseconds, milliseconds));
    }
    cells
}

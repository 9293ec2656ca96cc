//! Several models at a glance: a table with a line for each.

use std::fmt::Write as _;
use std::path::Path;

use super::family::Family;
use super::models::Size;
use scm_check::driver::Statistics;
use scm_check::kernel::base::{grouped, milliseconds};
use scm_check::kernel::diagnostics::Severity;
use scm_check::kernel::verdict::{Comparison, Reason, Standing, Verdict};
use scm_check::render::drawing::{Column, Row as Line, Table, display_width, ending};
use scm_check::render::report::{Detail, Note, Report, Row};

/// The results of one model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ModelRows {
    /// The number of the first of its rows; the last is the one before the next model's first.
    pub(crate) first: usize,
    /// Its size, if it could be read.
    pub(crate) size: Option<Size>,
}

/// A table of at least so many lines is followed by a summary.
const LONG: usize = 20;
/// What stands where there is nothing to say.
const NOTHING: &str = "-";
/// The caption of the last column.
const LAST: &str = "expected";
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

/// What is left out so that a table fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fit {
    sizes: Sizes,
    /// The number of characters that a model's name may have.
    longest_name: usize,
    /// How much of what has changed is listed.
    changes: Changes,
}

/// How much of what has changed is listed; the rest is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Changes {
    All,
    First,
    /// As much as fits into so many characters.
    Within(usize),
}

/// Returns the results of a run as a table of at most `width` columns, if that can be done by
/// counting changed answers and cutting the names of models.
///
/// All `bad_states/N` share a column, and so do all safety properties: what is gravest among them
/// stands there. A violation stands out by capitals, a missing verdict by a question mark and its
/// reason.
pub(crate) fn table(
    report: &Report,
    models: &[ModelRows],
    detail: Detail,
    width: Option<usize>,
) -> String {
    let models = with_rows(report, models);
    let captions = captions(&report.rows);
    let draw = |fit| draw(report, &models, &captions, detail, fit);
    let mut fit = Fit { sizes: Sizes::Shown, longest_name: usize::MAX, changes: Changes::All };
    if let Some(width) = width {
        let count = display_width;
        let name = report.rows.iter().map(|row| count(&row.model)).max().unwrap_or(0);
        // The sizes of the models are worth less than names that can be told apart, and both more
        // than the list of what has changed.
        for (sizes, shortest) in [(Sizes::Shown, READABLE_NAME), (Sizes::Left, SHORTEST_NAME)] {
            let widest = draw(Fit { sizes, longest_name: name, changes: Changes::First });
            let widest = widest.lines().map(count).max().unwrap_or(0);
            let longest = name.saturating_sub(widest.saturating_sub(width));
            fit = Fit { sizes, longest_name: longest.max(shortest), changes: Changes::First };
            if longest >= shortest.min(name) {
                break;
            }
        }
        let header = draw(fit).lines().next().map_or(0, |line| count(line.trim_end_matches(LAST)));
        fit.changes = Changes::Within(width.saturating_sub(header));
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
        let family = row.property.as_deref().and_then(Family::of);
        let command = family.map_or("check", Family::command);
        let named = row.property.as_ref().filter(|_| family == Some(Family::Protocol));
        let option = match named {
            Some(name) => format!("--property '{name}' {option}"),
            None => option,
        };
        let _ =
            writeln!(text, "to see a counterexample: scm-check {command} {option}{}", row.model);
    }
    if models.len() + 1 >= LONG {
        text.push_str(&summary(report, models.len()));
    }
    text
}

/// Returns the captions of the columns with verdicts, in order.
fn captions(rows: &[Row]) -> Vec<String> {
    let mut captions: Vec<(Option<Family>, String)> = Vec::new();
    for row in rows {
        if let Some(caption) = caption(row)
            && captions.iter().all(|(_, other)| *other != caption)
        {
            captions.push((row.property.as_deref().and_then(Family::of), caption));
        }
    }
    // What belongs to no family stands behind.
    captions.sort_by_key(|(family, _)| (family.is_none(), *family));
    captions.into_iter().map(|(_, caption)| caption).collect()
}

/// Returns the caption of the column that a result belongs into.
fn caption(row: &Row) -> Option<String> {
    let property = row.property.as_deref()?;
    Some(row.with_channels(Family::of(property).map_or(property, |family| family.name())))
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

/// Returns what stands behind the results of one model: how many answers of which kind there are.
pub(crate) fn tally(report: &Report) -> String {
    match report.deciding().count() {
        0 | 1 => String::new(),
        answers => format!("{answers} answers: {}\n", counts(report)),
    }
}

/// Returns what the independent checker says of the answers together, if it was asked.
pub(crate) fn evidence(report: &Report) -> Option<String> {
    let said = |word: &str| {
        let said = |row: &&Row| {
            row.confirmation.as_ref().is_some_and(|confirmation| confirmation.word() == word)
        };
        report.deciding().filter(said).count()
    };
    let counts = [
        ("confirmed", "confirmed"),
        ("none", "without certificate"),
        ("unsupported", "of a form that it does not know"),
        ("unchecked", "not checked"),
        ("rejected", "REJECTED"),
    ];
    let counts: Vec<String> = counts
        .into_iter()
        .map(|(word, says)| (said(word), says))
        .filter(|(number, _)| *number > 0)
        .map(|(number, says)| format!("{number} {says}"))
        .collect();
    (!counts.is_empty()).then(|| format!("scm-check-verify: {}\n", counts.join(", ")))
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
        .map(|model| Line { cells: cells(model, report, captions, detail, fit), note: None });
    let table = Table { columns, rows: rows.collect() }.text(usize::MAX);
    // Nothing stands above this table that it would have to be set off from.
    let lines: Vec<&str> = table.lines().map(|line| line.trim_start_matches("  ")).collect();
    lines.join("\n") + "\n"
}

fn cells(
    model: &Model<'_>,
    report: &Report,
    captions: &[String],
    detail: Detail,
    fit: Fit,
) -> Vec<String> {
    let nothing = || NOTHING.to_owned();
    let size = |number: fn(Size) -> usize| {
        model.size.map_or_else(nothing, |size| number(size).to_string())
    };
    let mut cells = vec![cut(&model.rows[0].model, fit.longest_name)];
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
    cells.push(expected(model.rows, &report.notes, fit.changes));
    cells
}

/// Returns the gravest verdict of a model in one column, and how many are violated if several are.
fn verdicts(rows: &[Row], wanted: &str) -> String {
    let of_model = rows.iter().filter(|row| row.property.is_none());
    let of_column = rows.iter().filter(|row| caption(row).as_deref() == Some(wanted));
    let all: Vec<Verdict> = of_model.chain(of_column).map(|row| row.verdict).collect();
    // Of several reasons for having no verdict the gravest stands for all, of equal ones the first.
    let grave = |verdict: &Verdict| Standing::of(*verdict, None);
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

/// Returns how the verdicts compare with the expected ones, or where the first error is.
fn expected(rows: &[Row], notes: &[Note], changes: Changes) -> String {
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
        .filter_map(|row| Some(format!("{} was {}", row.label()?, row.expected?.verdict.word())))
        .collect();
    let is_new =
        |row: &&Row| row.decides() && row.expected.is_none() && row.standing() == Standing::Failed;
    let new: Vec<String> = rows
        .iter()
        .filter(is_new)
        .filter_map(|row| Some(format!("{} {}", row.label()?, row.verdict.word())))
        .collect();
    if !missed.is_empty() {
        listed("CHANGED", &missed, changes)
    } else if !new.is_empty() && compared(Comparison::Met).next().is_some() {
        // What is stated is as it was, but not all that is wrong is stated.
        listed("NEW", &new, changes)
    } else if compared(Comparison::Open).next().is_some() {
        "not decided".to_owned()
    } else if compared(Comparison::Met).next().is_some() {
        "ok".to_owned()
    } else {
        NOTHING.to_owned()
    }
}

/// Returns what has changed, of which there is something.
fn listed(word: &str, missed: &[String], changes: Changes) -> String {
    let text = |shown: usize| {
        let list = missed[..shown].join(", ");
        match missed.len() - shown {
            0 => format!("{word} ({list})"),
            rest if shown > 0 => format!("{word} ({list}, and {rest} more)"),
            all => format!("{word} ({all} answers)"),
        }
    };
    match changes {
        Changes::All => text(missed.len()),
        Changes::First => text(1),
        Changes::Within(room) => {
            let fits = |text: &String| display_width(text) <= room;
            // A single name says more than its number.
            let least = usize::from(missed.len() == 1);
            (least..=missed.len()).rev().map(text).find(fits).unwrap_or_else(|| text(least))
        }
    }
}

/// Returns `text`, its beginning replaced by two dots if it takes more than `most` columns.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if display_width(text) <= most {
        return text.to_owned();
    }
    format!("..{}", ending(text, most.saturating_sub(2)))
}

/// Returns how many results have which verdict, premises left out.
fn summary(report: &Report, models: usize) -> String {
    format!("{models} models: {}\n", counts(report))
}

/// Returns how many results have which verdict, and how they compare with what was expected.
fn counts(report: &Report) -> String {
    let count = |word: &str| report.deciding().filter(|row| row.verdict.word() == word).count();
    let mut parts: Vec<String> = ["holds", "violated", "unknown", "error"]
        .into_iter()
        .filter(|word| count(word) > 0)
        .map(|word| format!("{} {word}", count(word)))
        .collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use scm_check::driver::Role;
    use scm_check::kernel::verdict::{Effect, Expectation, Expected};

    fn row(model: &str, property: &str, verdict: Verdict) -> Row {
        Row { property: Some(property.into()), verdict, ..Row::unreadable(model, "") }
    }

    fn expecting(verdict: Expected, row: Row) -> Row {
        Row { expected: Some(Expectation { verdict, effect: Effect::Excuses }), ..row }
    }

    /// Returns the table of rows, those of one model beside each other.
    fn shown(rows: Vec<Row>, width: Option<usize>) -> String {
        let starts = |at: &usize| *at == 0 || rows[at - 1].model != rows[*at].model;
        let size = Some(Size { participants: 2, channels: 1 });
        let models: Vec<ModelRows> =
            (0..rows.len()).filter(starts).map(|first| ModelRows { first, size }).collect();
        let report = Report { rows, ..Report::default() };
        table(&report, &models, Detail::Reproducible, width)
    }

    /// Returns a model with many bad states, of which the given ones can be reached against what
    /// is expected.
    fn many(model: &str, reached: std::ops::Range<usize>) -> Vec<Row> {
        let bad = |at| if reached.contains(&at) { Verdict::Violated } else { Verdict::Holds };
        let rows = (1..25).map(|at| row(model, &format!("bad_states/{at}"), bad(at)));
        rows.map(|row| expecting(Expected::Holds, row)).collect()
    }

    #[test]
    fn long_names_lose_their_beginning() {
        assert_eq!(cut("models/paper/commit.scm", 14), "..r/commit.scm");
        assert_eq!(cut("a.scm", 14), "a.scm");
    }

    #[test]
    fn the_properties_of_a_family_share_a_column() {
        let limit = Verdict::Unknown(Reason::States);
        let crash = Verdict::Unknown(Reason::Crashed);
        let mut rows = vec![
            row("a.scm", "rsc", Verdict::Holds),
            Row { channels: "bag", ..row("a.scm", "rsc", Verdict::Violated) },
            row("a.scm", "progress", Verdict::Holds),
            row("a.scm", "stuck(p)", Verdict::Violated),
            row("a.scm", "realisable", Verdict::Unknown(Reason::Unsupported)),
            row("b.scm", "rsc", Verdict::Violated),
            row("b.scm", "progress", limit),
            row("b.scm", "orphan-message", crash),
            row("b.scm", "deadlock", limit),
        ];
        rows.extend(many("c.scm", 3..5));
        rows.push(row("c.scm", "unreceived(m)", Verdict::Violated));
        rows.push(row("c.scm", "deadlock", limit));
        rows.push(Row::unreadable("d.scm", "1 error, nothing checked"));
        insta::assert_snapshot!(shown(rows, None), @r"
        model  parts  chans  rsc       rsc[bag]  bad_states     safety    realisable    states  expected
        a.scm      2      1  holds     VIOLATED  -              VIOLATED  ?unsupported       -  -
        b.scm      2      1  VIOLATED  -         -              ?crashed  -                  -  -
        c.scm      2      1  -         -         VIOLATED 2/24  VIOLATED  -                  -  CHANGED (bad_states/3 was holds, bad_states/4 was holds)
        d.scm      2      1  error     error     error          error     error              -  1 error
        to see a counterexample: scm-check rsc --bag a.scm
        ");
    }

    #[test]
    fn changes_are_listed_as_far_as_there_is_room_and_the_rest_is_counted() {
        let rows = || {
            let mut rows = many("short.scm", 1..2);
            rows.extend(many("a/directory/with/a/long/name.scm", 2..9));
            rows
        };
        for width in [80, 100, 120] {
            let text = shown(rows(), Some(width));
            assert!(text.lines().take(3).all(|line| line.chars().count() <= width), "{text}");
        }
        insta::assert_snapshot!(shown(rows(), Some(100)), @r"
        model                            bad_states     states  expected
        short.scm                        VIOLATED            -  CHANGED (bad_states/1 was holds)
        ..irectory/with/a/long/name.scm  VIOLATED 7/24       -  CHANGED (bad_states/2 was holds, and 6 more)
        to see a counterexample: scm-check reach short.scm
        ");
        insta::assert_snapshot!(shown(rows(), Some(150)), @r"
        model                             parts  chans  bad_states     states  expected
        short.scm                             2      1  VIOLATED            -  CHANGED (bad_states/1 was holds)
        a/directory/with/a/long/name.scm      2      1  VIOLATED 7/24       -  CHANGED (bad_states/2 was holds, bad_states/3 was holds, and 5 more)
        to see a counterexample: scm-check reach short.scm
        ");
        let narrow = shown(rows(), Some(80));
        assert!(narrow.contains("CHANGED (bad_states/1 was holds)"), "{narrow}");
        assert!(narrow.contains("CHANGED (7 answers)"), "{narrow}");
        let all = shown(rows(), None);
        assert!(all.contains("bad_states/8 was holds)"), "{all}");
    }

    #[test]
    fn the_command_that_shows_a_counterexample_is_the_one_of_the_property() {
        let hint = |row: Row| {
            let text = shown(vec![row], None);
            text.lines().nth(2).map(str::to_owned)
        };
        for (property, command) in [
            ("rsc", "rsc"),
            ("bad_states/2", "reach"),
            ("orphan-message", "safety"),
            ("stuck(p)", "safety"),
        ] {
            let expected = format!("to see a counterexample: scm-check {command} m.scm");
            assert_eq!(hint(row("m.scm", property, Verdict::Violated)), Some(expected));
        }
        let bag = Row { channels: "bag", ..row("m.scm", "progress", Verdict::Violated) };
        let expected = "to see a counterexample: scm-check safety --bag m.scm";
        assert_eq!(hint(bag).as_deref(), Some(expected));
        assert_eq!(
            hint(expecting(Expected::Violated, row("m.scm", "rsc", Verdict::Violated))),
            None
        );
        let premise = Row { role: Role::Premise, ..row("m.scm", "rsc", Verdict::Violated) };
        assert_eq!(hint(premise), None);
    }
}

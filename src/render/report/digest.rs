//! The results of one model for people: an overview, then as few runs as show every violation.

use std::fmt::Write as _;

use super::overview::counted;
use super::{Amount, Row, Undecided, write_row};
use crate::sentences::wrapped;
use kernel::verdict::{Comparison, ExitStatus, Verdict};

/// Minimum number of lines of a digest that repeats its first line at the end.
const LONG: usize = 20;

/// The word for results that are not as the model expects.
const CHANGED: &str = "CHANGED";

/// Width of the column of verdicts.
const WORD: usize = 10;

/// The violations of which a digest shows runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// All violations.
    Violations,
    /// Those that the model does not expect, and results that are not as it expects.
    Surprises,
}

impl Shown {
    fn includes(self, row: &Row) -> bool {
        match self {
            Self::Violations => row.verdict == Verdict::Violated,
            Self::Surprises => {
                row.verdict == Verdict::Violated && row.exit_status() == ExitStatus::Failed
            }
        }
    }
}

/// Returns the results of one model for people, of at most `width` columns if there is one.
///
/// Results that were shown by the same run ([`Row::run`]) share it. A result without a run has a passage of its own.
pub(super) fn digest(
    rows: &[&Row],
    undecided: &[Undecided],
    shown: Shown,
    width: Option<usize>,
) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let mut text = Vec::new();
    if let ([row], []) = (rows, undecided) {
        write_row(row, Amount::Everything, &mut text).expect("memory takes it");
        return String::from_utf8(text).expect("rows are written as UTF-8");
    }
    let runs = runs(rows, shown);
    let headline = format!("{}: {}", first.model, headline(rows, &runs));
    let mut lines = vec![headline.clone()];
    let mut last = String::new();
    for mut group in groups(rows, &runs, shown) {
        let word = group.word.clone();
        group.is_first = word != last;
        lines.extend(group.lines(width));
        last = word;
    }
    for undecided in undecided {
        let names = counted(&undecided.properties);
        lines.extend(entry("not decided:", &names, "not decided: ".len(), width));
    }
    for (number, run) in runs.iter().enumerate() {
        lines.push(String::new());
        let cause = format!("run {}: {}", number + 1, run.message);
        lines.extend(hanging(&cause, 2, 4, width));
        lines.extend(run.summary.iter().flat_map(|line| fitted(line, width)));
        lines.extend(run.explanation.iter().chain(&run.text_chart).cloned());
        lines.extend(run.hint.iter().map(|hint| format!("  {hint}")));
    }
    if lines.len() >= LONG {
        lines.push(headline);
    }
    lines.join("\n") + "\n"
}

/// Returns the results whose runs are shown, each with a run that no earlier one has.
fn runs<'a>(rows: &[&'a Row], shown: Shown) -> Vec<&'a Row> {
    let mut runs: Vec<&Row> = Vec::new();
    for row in rows.iter().filter(|row| shown.includes(row)) {
        if row.run.is_none() || runs.iter().all(|other| other.run != row.run) {
            runs.push(row);
        }
    }
    runs
}

/// Returns the number of results of each kind, and how they compare with what the model expects.
fn headline(rows: &[&Row], runs: &[&Row]) -> String {
    let count = |is: fn(&Verdict) -> bool| rows.iter().filter(|row| is(&row.verdict)).count();
    let mut parts = Vec::new();
    let holds = count(|verdict| *verdict == Verdict::Holds);
    if holds > 0 {
        parts.push(format!("{holds} {}", if holds == 1 { "holds" } else { "hold" }));
    }
    let violated = count(|verdict| *verdict == Verdict::Violated);
    if violated > 0 {
        parts.push(match runs.len() {
            0 => format!("{violated} violated"),
            1 => format!("{violated} violated by 1 run"),
            runs => format!("{violated} violated by {runs} runs"),
        });
    }
    let unknown = count(|verdict| verdict.reason().is_some());
    if unknown > 0 {
        parts.push(format!("{unknown} unknown"));
    }
    let errors = count(|verdict| *verdict == Verdict::Error);
    if errors > 0 {
        parts.push(format!("{errors} cannot be answered"));
    }
    let compared =
        |comparison| rows.iter().filter(move |row| row.comparison() == Some(comparison)).count();
    let text = parts.join(", ");
    match (compared(Comparison::Missed), compared(Comparison::Met)) {
        (0, 0) => text,
        (0, met) if met == rows.len() => format!("{text}; all as expected"),
        (0, met) => format!("{text}; {met} as expected"),
        (changed, _) => format!("{text}; {changed} CHANGED"),
    }
}

/// Results of one model that are told in one entry.
struct Group {
    word: String,
    /// Whether the word is shown: it differs from that of the group before.
    is_first: bool,
    colour: &'static str,
    names: Vec<String>,
    /// What is said of all of them, at the end.
    remark: String,
}

impl Group {
    fn lines(&self, width: Option<usize>) -> Vec<String> {
        let names = self.names.join(", ");
        let text = match (self.remark.as_str(), self.word.as_str()) {
            ("", _) => names,
            (remark, CHANGED) => format!("{names} {remark}"),
            (remark, _) => format!("{names}   {remark}"),
        };
        let word = if self.is_first { &self.word } else { "" };
        let mut lines = entry(word, &text, WORD, width);
        if self.is_first {
            let shown = format!("{}{}\x1b[0m", self.colour, self.word);
            lines[0] = lines[0].replacen(&self.word, &shown, 1);
        }
        lines
    }
}

/// Returns the results in groups: first what is not as it should be, then what holds, then what nobody knows.
fn groups(rows: &[&Row], runs: &[&Row], shown: Shown) -> Vec<Group> {
    let mut groups: Vec<(u8, Group)> = Vec::new();
    for row in rows {
        let name = row.shown_title().unwrap_or_default().to_owned();
        let run = || {
            let is_it =
                |run: &&Row| std::ptr::eq(*run, *row) || run.run.is_some() && run.run == row.run;
            runs.iter().position(is_it).map(|number| format!("run {}", number + 1))
        };
        let expected = row.expected.map(|expected| expected.verdict.word());
        let is_met = row.comparison() == Some(Comparison::Met);
        let (rank, word, remark) = match (row.verdict, row.comparison(), expected) {
            (verdict, Some(Comparison::Missed), Some(expected)) => {
                let run = run().map_or_else(String::new, |run| format!(" by {run}"));
                let word = verdict.word();
                (0, CHANGED, format!("{word}{run}, and the model expects {expected}"))
            }
            (Verdict::Error, ..) => (1, "error", row.message.clone()),
            (Verdict::Violated, ..) => {
                let run = run().filter(|_| shown.includes(row));
                let remark = run.or_else(|| is_met.then(|| "as the model expects".to_owned()));
                (2, "violated", remark.unwrap_or_default())
            }
            (Verdict::Holds, ..) => (3, "holds", String::new()),
            (Verdict::Unknown(reason), ..) => {
                let message = match row.message.as_str() {
                    "" => reason.word().to_owned(),
                    message => message.to_owned(),
                };
                (4, "unknown", message)
            }
        };
        let colour = match row.verdict {
            Verdict::Holds => "\x1b[1;32m",
            Verdict::Violated | Verdict::Error => "\x1b[1;31m",
            Verdict::Unknown(_) => "\x1b[1;33m",
        };
        let same =
            groups.iter_mut().find(|(other, group)| *other == rank && group.remark == remark);
        match same {
            Some((_, group)) => group.names.push(name),
            None => {
                let word = word.to_owned();
                groups.push((
                    rank,
                    Group { word, is_first: true, colour, names: vec![name], remark },
                ));
            }
        }
    }
    groups.sort_by_key(|(rank, _)| *rank);
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Returns a word with a text in a column beside it.
fn entry(word: &str, text: &str, column: usize, width: Option<usize>) -> Vec<String> {
    let Some(width) = width else { return vec![format!("  {word:column$}{text}")] };
    let room = width.saturating_sub(2 + column).max(20);
    let mut lines = Vec::new();
    for (number, line) in wrapped(text, room).into_iter().enumerate() {
        let word = if number == 0 { word } else { "" };
        let mut shown = String::new();
        let _ = write!(shown, "  {word:column$}{line}");
        lines.push(shown);
    }
    lines
}

/// Returns a line of a summary, wrapped if it is a sentence: excerpts of the source stay as they are.
fn fitted(line: &str, width: Option<usize>) -> Vec<String> {
    match line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')) {
        Some(sentence) => hanging(sentence, 2, 4, width),
        None => vec![line.to_owned()],
    }
}

/// Returns a sentence with its first line indented by `first`, and the others by `others`.
fn hanging(text: &str, first: usize, others: usize, width: Option<usize>) -> Vec<String> {
    let blanks = |number| " ".repeat(number);
    let Some(width) = width else { return vec![format!("{}{text}", blanks(first))] };
    let lines = wrapped(text, width.saturating_sub(others).max(20));
    let indent = |number: usize| if number == 0 { blanks(first) } else { blanks(others) };
    lines.into_iter().enumerate().map(|(number, line)| indent(number) + &line).collect()
}

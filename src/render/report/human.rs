//! Results for people: the verdict first, then its explanation.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::Row;
use kernel::verdict::{Comparison, Verdict};

/// How much is printed of a result, the answer to one question about one model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Amount {
    /// The first line only.
    Line,
    /// The first line, the summary and the hint, without the evidence.
    Summary,
    /// Everything.
    Everything,
    /// Everything except the hint, for a separate file.
    Evidence,
}

/// The command that explains more.
pub(super) const EXPLAIN: &str = "scm-check explain";

/// Minimum number of lines of a result that repeats its first line at the end.
const LONG: usize = 20;

/// Writes one result.
///
/// The verdict is coloured by ANSI sequences, which the caller strips if they are not wanted;
/// colours carry no information beyond the words.
///
/// # Errors
/// If `output` cannot be written.
pub fn write_row(row: &Row, amount: Amount, output: &mut impl Write) -> io::Result<()> {
    let word = row.answer.verdict.word();
    let word = if row.is_aside() { word.to_owned() } else { coloured(row.answer.verdict, word) };
    let first = first_line(row, &word);
    let mut lines = vec![first.clone()];
    if amount == Amount::Line {
        lines[0] += &compared(row);
    }
    if amount != Amount::Line {
        lines.extend(summary(row));
        lines.extend(expectation(row));
    }
    if matches!(amount, Amount::Everything | Amount::Evidence) {
        lines.extend(row.text.explanation.iter().chain(&row.evidence.text_chart).cloned());
    }
    if matches!(amount, Amount::Summary | Amount::Everything) {
        lines.extend(row.text.hint.iter().map(|hint| format!("  {hint}")));
    }
    if lines.len() >= LONG {
        lines.push(first);
    }
    for line in lines {
        writeln!(output, "{line}")?;
    }
    Ok(())
}

/// Returns a result as text.
pub(super) fn row_text(row: &Row, amount: Amount) -> String {
    let mut text = Vec::new();
    write_row(row, amount, &mut text).expect("memory takes it");
    String::from_utf8(text).expect("rows are written as UTF-8")
}

/// Returns the word for a verdict in its colour.
pub(super) fn coloured(verdict: Verdict, word: &str) -> String {
    let colour = match verdict {
        Verdict::Holds => "\x1b[1;32m",
        Verdict::Violated | Verdict::Error => "\x1b[1;31m",
        Verdict::Unknown(_) => "\x1b[1;33m",
    };
    format!("{colour}{word}\x1b[0m")
}

/// Returns the first line of a result without colours, with the comparison of its verdict with the expected one.
pub(super) fn plain_line(row: &Row) -> String {
    first_line(row, row.answer.verdict.word()) + &compared(row)
}

/// Returns a result as lines, in which only the explanation may be coloured.
pub(super) fn plain_lines(row: &Row) -> Vec<String> {
    let mut lines = vec![plain_line(row)];
    lines.extend(summary(row));
    lines.extend(row.text.explanation.iter().chain(&row.evidence.text_chart).cloned());
    lines.extend(row.text.hint.iter().map(|hint| format!("  {hint}")));
    lines
}

/// Returns how the verdict compares with the expected one, or that it does not count, as a remark behind the first line.
pub(super) fn compared(row: &Row) -> String {
    match (row.comparison(), row.answer.expected) {
        (Some(Comparison::Met), _) => " [as expected]".to_owned(),
        (Some(Comparison::Decided), _) => " [DECIDED: the model expects unknown]".to_owned(),
        (Some(Comparison::Missed), Some(expected)) => {
            format!(" [CHANGED: the model expects {}]", expected.verdict.word())
        }
        _ if row.is_aside() => format!(" [{}]", aside(row)),
        _ => String::new(),
    }
}

/// Returns the first line of a result; `word` stands for its verdict.
fn first_line(row: &Row, word: &str) -> String {
    let Row { qualifier, message, .. } = row;
    let model = &row.answer.subject.model;
    let Some(property) = row.shown_title() else {
        return format!("{model}: {message}");
    };
    let mut line = format!("{model}: {property} {word}");
    if let Some(reason) = row.answer.verdict.reason() {
        let _ = write!(line, " ({})", reason.word());
    }
    if !qualifier.is_empty() {
        let _ = write!(line, " ({qualifier})");
    }
    if !message.is_empty() {
        let _ = write!(line, ": {message}");
    }
    line
}

/// Returns the summary, with the page that explains more unless another line names one.
pub(super) fn summary(row: &Row) -> Vec<String> {
    let mut lines = row.text.summary.clone();
    let names_page = |line: &String| line.contains(EXPLAIN);
    if let Some(topic) = row.text.topic
        && !lines.iter().chain(&row.text.hint).chain([&row.message]).any(names_page)
    {
        let page = format!("see: {EXPLAIN} {topic}");
        match lines.last_mut() {
            Some(last) => last.extend(["; ", &page]),
            None => lines.push(format!("  {page}")),
        }
    }
    lines
}

/// Returns the remark that a result does not count.
fn aside(row: &Row) -> String {
    format!("a {}, and no fault", row.level().word())
}

/// Returns the line that compares the verdict with the expected one, or says that it does not count.
pub(super) fn expectation(row: &Row) -> Option<String> {
    if row.is_aside() {
        return Some(format!("  {}", aside(row)));
    }
    let expected = row.answer.expected?.verdict.word();
    Some(match row.comparison()? {
        Comparison::Met => "  as the model expects".to_owned(),
        Comparison::Missed => format!("  CHANGED: the model expects {expected}"),
        Comparison::Decided => format!("  DECIDED: the model expects {expected}"),
        Comparison::Open => format!("  the model expects {expected}"),
    })
}

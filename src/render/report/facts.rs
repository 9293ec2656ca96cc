//! Results that are shown and do not count, in few words.

use super::Row;
use super::command::command;
use kernel::verdict::Verdict;

/// Returns the result in few words: `not RSC`.
fn words(row: &Row) -> String {
    match (row.answer.verdict, row.property()) {
        (Verdict::Violated, Some("rsc")) => row.with_channels("not RSC"),
        _ => format!("{} {}", row.shown_title().unwrap_or_default(), row.answer.verdict.word()),
    }
}

/// Returns the result with its cause, and where to see a run: ``not RSC: `a` and `b` cross; see: scm-check rsc m.scm``.
pub(super) fn told(row: &Row) -> String {
    if row.answer.verdict != Verdict::Violated {
        return format!("{}: {}", words(row), row.message);
    }
    let cause = row.message.split(": ").next().unwrap_or_default();
    format!("{}: {cause}; see: {}", words(row), command(row))
}

/// Returns what is said behind the number of results: that of each violation that does not count.
pub(super) fn remarks<'a>(rows: impl IntoIterator<Item = &'a Row>) -> String {
    let is_violated = |row: &&Row| row.is_aside() && row.answer.verdict == Verdict::Violated;
    let violated = rows.into_iter().filter(is_violated).filter(|row| row.is_shown());
    violated.flat_map(|row| ["; ".to_owned(), words(row)]).collect()
}

/// Leaves out the run of a violation that does not count, and says how to see it.
pub(super) fn leave_run_out(row: &mut Row) {
    if row.is_aside() && row.answer.verdict == Verdict::Violated {
        (row.evidence.walk, row.evidence.chart) = (None, None);
        row.text.explanation.clear();
        row.evidence.text_chart.clear();
        row.text.hint = Some(format!("to see a run: {}", command(row)));
    }
}
